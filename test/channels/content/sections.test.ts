/** Every section of an Airbnb listing, read by value, written and read back, with everything that can stand in the way. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../../bookings/pms-world.ts'
import type { TestAnswer } from '../../harness/app.ts'
import { base, startAirbnbWorld, type AirbnbWorld } from '../airbnb-world.ts'
import { sections, type SectionRow } from './sections.ts'
import type { SimulatedListing, VendorRow } from './shown.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select l.id, l.external_id from listings l join channel_links c on c.listing_id = l.id and c.sync_category = 'sync_all'
    where l.workspace_id = ${world.app.workspace.id} order by l.id limit 1`.execute(world.app.db)
  listingId = rows[0]?.id ?? assert.fail('no listing is synchronised')
  externalId = rows[0]?.external_id ?? ''
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const find = (part: string): VendorRow =>
  world.state(part).find(({ id }) => id === externalId) ?? assert.fail(`no ${part}`)
const held = (): SimulatedListing =>
  structuredClone({ ...find('content'), listing: find('listings') } as unknown as SimulatedListing)
const url = ({ path }: SectionRow, id = listingId) => `${base}/listings/${id}/${path}`
const forget = () => sql`delete from channel_content`.execute(world.app.db)
const set = (column: string, value: string) =>
  sql`update connections set ${sql.ref(column)} = ${value} where id = ${world.connectionId}`.execute(
    world.app.db,
  )

/** Read more than a day ago. */
const age = () =>
  sql`update channel_content set read_at = read_at - interval '25 hours'`.execute(world.app.db)

/** A list of one row carries what belongs to the row and not to the section. */
function sectionIn(data: unknown): unknown {
  const [row] = Array.isArray(data) ? (data as VendorRow[]) : []
  if (row?.['listingAirbnbId'] === undefined) return data
  const { listingAirbnbId, lockedFields, updatedAt, ...content } = row
  assert.equal(listingAirbnbId, `${world.connectionId}:${externalId}`)
  assert.deepEqual(lockedFields, [])
  assert.equal(updatedAt, world.app.clock.now().toISOString())
  return content
}

for (const [name, row] of Object.entries(sections)) {
  describe(name, { concurrency: false }, () => {
    const read = () => world.app.get(url(row))
    const shownIn = ({ body }: TestAnswer) => sectionIn((body as VendorRow)[row.field ?? 'data'])

    it('is what Airbnb has, field by field, and then what is kept here', async () => {
      await forget()
      const first = await read()
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(shownIn(first), row.shown(held()))
      const freshness = first.body['dataFreshness'] as unknown as VendorRow
      assert.deepEqual(
        [freshness['stale'], freshness['lastSyncedAt']],
        [false, world.app.clock.now().toISOString()],
      )
      world.simulator.calls.clear()
      assert.deepEqual((await read()).body, first.body)
      assert.deepEqual(world.asks(), [])
      await age()
      await set('status', 'error')
      const old = await read()
      assert.deepEqual([old.status, old.body['dataFreshness']?.['stale']], [200, true])
      assert.match(String(old.body['dataFreshness']?.['reason']), /^host_disconnected/)
      await set('status', 'active')
      assert.equal((await read()).body['dataFreshness']?.['stale'], false)
      assert.ok(world.asks().length > 0)
    })

    it('that was never read tells why it cannot be', async () => {
      await forget()
      world.simulator.faults.add({ kind: '429', count: 100, path: row.vendorPath })
      errorOf(await read(), 429, 'airbnb_rate_limited')
      world.simulator.faults.clear()
      await set('status', 'error')
      errorOf(await read(), 403, 'connection_reauth_required')
      await set('status', 'disconnected')
      errorOf(await read(), 404, 'no_connection')
      await set('status', 'active')
    })

    it('is of one listing, which has to be there and on Airbnb', async () => {
      errorOf(await world.app.get(url(row, '123456789')), 404, 'not_found')
      errorOf(await world.app.get(`${url(row)}?airbnbConnectionId=1:2`), 404, 'not_found')
      const own = await world.app.post('/v1/listings', { name: 'House of our own' })
      errorOf(await world.app.get(url(row, String(own.body['id']))), 422, 'airbnb_link_missing')
    })

    const { write } = row
    if (!write) return
    const where = (id = listingId) => `${url(row, id)}?${write.query?.(held()) ?? ''}`
    const put = (body: object, key?: string, query = '') => world.send('PUT', `${where()}${query}`, body, key)

    it('is rehearsed, written, read back and kept', async () => {
      const before = held()
      const rehearsed = await put(write.body, undefined, '&dry_run=true')
      assert.deepEqual([rehearsed.status, rehearsed.body['dryRun']], [200, true], rehearsed.text)
      assert.deepEqual(held(), before)
      const done = await put(write.body, `${name}-1`)
      assert.equal(done.status, 200, done.text)
      assert.deepEqual(write.holds(held()), write.held)
      const usual = {
        ...{ listingId, airbnbListingId: externalId, blockedFields: [], stored: true },
        ...{ written: write.written, result: row.shown(held()) },
      }
      const { written } = done.body as VendorRow
      if (written) assert.deepEqual((written as string[]).toSorted(), write.written.toSorted())
      const expected = write.answer?.(held(), usual) ?? usual
      assert.deepEqual(
        { ...(done.body as VendorRow), ...(written ? { written: write.written } : {}) },
        expected,
      )
      // What is kept is what was read back: Airbnb is not asked.
      world.simulator.calls.clear()
      assert.deepEqual(shownIn(await read()), row.shown(held()))
      assert.deepEqual(world.asks(), [])
      assert.equal((await put(write.body, `${name}-1`)).text, done.text)
    })

    it('whose answer is lost is found again, or said not to be known', async () => {
      world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: write.vendorPath, method: 'PUT' })
      const done = await put(write.body)
      assert.equal(done.status, 200, done.text)
      assert.deepEqual(done.body['blockedFields'] ?? [], [])
      world.simulator.faults.add({ kind: 'drop', count: 100, method: 'PUT' })
      const other = write.other ?? write.blocked?.body ?? changed(write.body)
      errorOf(await put(other, `${name}-2`), 502, 'airbnb_error')
      world.simulator.faults.clear()
      assert.equal((await put(other, `${name}-2`)).status, 200)
    })

    it('tells what stands in the way in the words of Airbnb’s routes', async () => {
      world.simulator.faults.add({ kind: '429', count: 100, path: write.vendorPath })
      const limited = errorOf(await put(write.body), 429, 'airbnb_rate_limited')
      assert.equal(typeof limited['retry_after'], 'number')
      world.simulator.faults.clear()
      if (Object.keys(write.refused).length > 0) errorOf(await put(write.refused), 422, 'airbnb_rejected')
      const strange = errorOf(await put({ ...write.body, surprise: 1 }), 400, 'invalid_body')
      assert.equal(strange['field'], 'surprise')
      errorOf(await world.send('PUT', where('123456789'), write.body), 404, 'not_found')
      await set('status', 'error')
      errorOf(await put(write.body), 403, 'connection_reauth_required')
      await set('status', 'disconnected')
      errorOf(await put(write.body), 404, 'no_connection')
      await set('status', 'active')
    })

    it('is not written to a listing that is not synchronised, whoever knows it', async () => {
      const sync = (to: string | null) =>
        world.there(`/listings/${externalId}/sync`, { synchronization_category: to })
      await sync(null)
      const told = errorOf(await put(write.body), 403, 'listing_not_api_connected')
      assert.deepEqual([told['listing_id'], told['airbnb_listing_id']], [listingId, externalId])
      await sql`update channel_links set sync_category = 'none' where external_id = ${externalId}`.execute(
        world.app.db,
      )
      await sync('sync_all')
      errorOf(await put(write.body), 403, 'listing_not_api_connected')
      await sql`update channel_links set sync_category = 'sync_all' where external_id = ${externalId}`.execute(
        world.app.db,
      )
      assert.equal((await put(write.body)).status, 200)
    })

    if (write.blocked) {
      const { body, fields } = write.blocked
      it('tells what Airbnb took and does not show', async () => {
        const done = await put(body)
        assert.equal(done.status, 200, done.text)
        assert.deepEqual(done.body['blockedFields'], fields)
        const { message } = done.body as VendorRow
        if (message) assert.ok(String(message).includes(fields[0] ?? ''))
      })
    }
  })
}

describe('an entry that is named twice', { concurrency: false }, () => {
  for (const [section, body, field] of [
    ['amenities', { amenities: amenity('wifi') }, 'amenities[1].id'],
    ['amenities', { accessibility_amenities: amenity('step_free_access') }, 'accessibility_amenities[1].id'],
    [
      'safetyDisclosures',
      { disclosures: ['A cat.', 'A dog.'].map((value) => ({ type: 'animals', value })) },
      'disclosures[1].type',
    ],
  ] as const)
    it(`is refused before anything is sent: ${field}`, async () => {
      world.simulator.calls.clear()
      const error = errorOf(await world.send('PUT', url(sections[section]), body), 400, 'invalid_body')
      assert.equal(error['field'], field)
      // Calendars are read beside it, at any time.
      const { vendorPath } = sections[section]
      assert.deepEqual(
        world.simulator.calls.list().filter(({ path }) => path.startsWith(vendorPath)),
        [],
      )
    })
})

describe('a channel that does not answer', { concurrency: false }, () => {
  const row = sections.descriptions
  const path = row.vendorPath
  const read = () => world.app.get(url(row))

  it('is said so of what was never read, and what is kept is shown with its age', async () => {
    await read()
    await age()
    world.simulator.faults.add({ kind: 'drop', count: 100, path })
    const { body } = await read()
    assert.deepEqual(
      [body['dataFreshness']?.['stale'], body['dataFreshness']?.['reason']],
      [true, 'sync_lag_>_24h'],
    )
    await forget()
    errorOf(await read(), 502, 'airbnb_error')
  })

  it('was written to all the same: what it shows is read when it is asked for', async () => {
    const body = { locale: 'en', description: { transit: 'The night bus stops at the door.' } }
    world.simulator.faults.add({ kind: 'drop', count: 100, path, method: 'GET' })
    const done = await world.send('PUT', url(row), body)
    assert.deepEqual([done.status, done.body['stored'], done.body['result']], [200, false, null])
    assert.deepEqual(done.body['written'], ['transit'])
    world.simulator.faults.clear()
    assert.deepEqual((await read()).body['data'], row.shown(held()))
  })

  it('is written to by one at a time', async () => {
    await sql`update channel_content set held_until = ${new Date(world.app.clock.now().getTime() + 60_000)},
      holder = gen_random_uuid()`.execute(world.app.db)
    const put = () => world.send('PUT', url(row), { locale: 'en', description: { notes: 'Two cats.' } })
    errorOf(await put(), 429, 'airbnb_rate_limited')
    // Whoever had it never came back.
    world.wait(61)
    assert.equal((await put()).status, 200)
  })
})

/** Somebody wants it there, and somebody does not. */
function amenity(id: string): object[] {
  return [true, false].map((is_present) => ({ id, is_present }))
}

/** The same change with one word more in every text. */
function changed(body: object): object {
  return JSON.parse(
    JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'string' && value.includes(' ') ? `${value} Indeed.` : value,
    ),
  ) as object
}
