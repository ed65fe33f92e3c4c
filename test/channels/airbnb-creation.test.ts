/** An Airbnb listing is made of a listing of ours: once, whatever becomes of answers and processes. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { airbnb } from '../../src/connectors/airbnb/index.ts'
import type { PublishResult } from '../../src/contract/channel-content/publishing.ts'
import { insertListingFile } from '../../src/features/listings/files/queries.ts'
import { actAlive, killedAt, steps, watchStatements } from '../acts/dying.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { keepBy, recordsOf } from '../reads/records.ts'
import { sendSoldNights } from './airbnb-parts.ts'
import { base, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'
import type { VendorRow } from './content/shown.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

const address = { street: '4 Quai Neuf', city: 'Nantes', postalCode: '44000', countryCode: 'FR' }
const done = (answer: TestAnswer): TestAnswer => {
  assert.equal(answer.status, 200, answer.text)
  return answer
}
let count = 0
async function own(content: object = { address }): Promise<{ id: string; name: string }> {
  const name = `House of our own, ${(count += 1)}`
  const id = String((await world.app.post('/v1/listings', { name })).body['id'])
  done(await world.send('PUT', `/v1/listings/${id}/content`, content))
  return { id, name }
}
const publish = (id: string, more: object = {}, key?: string, query = '') =>
  world.send('POST', `/v1/listings/${id}/publish/airbnb${query}`, { hostId: world.hostId, ...more }, key)
const resultOf = (answer: TestAnswer) => done(answer).body['result'] as unknown as PublishResult
const there = (name: string) => world.state('listings').filter((row) => row['name'] === name)
const links = async (id: string) => {
  const { rows } = await sql<{ external_id: string; sells: boolean }>`
    select k.external_id, exists (select from selling_links s where s.external_id = k.external_id) as sells
    from listing_links k where k.listing_id = ${id}`.execute(world.app.db)
  return rows
}
/** Of that name here, as far as they are not archived. */
const here = async (name: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from listings where name = ${name} and archived_at is null`.execute(world.app.db)
  return rows.map(({ id }) => id)
}

async function picture(id: string, place: number): Promise<{ url: string }> {
  const { services, db, scope, clock } = world.app
  const bytes = Buffer.alloc(60_000)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(900, 16)
  bytes.writeUInt32BE(600, 20)
  bytes.writeUInt32BE(place, 40)
  const file = { path: `photos/made-${place}.png`, content_type: 'image/png', size: bytes.length }
  await services.objects.put(file.path, bytes, file.content_type)
  await insertListingFile(db, scope, id, { ...file, created_at: clock.now() })
  return { url: `${services.publicUrl}/files/${file.path}` }
}

describe('an Airbnb listing that is made from here', { concurrency: false }, () => {
  it('is linked, sold from our calendar in our currency, and opened once everything is there', async () => {
    const { id, name } = await own({
      address: { ...address, lat: 47.2, lng: -1.55 },
      details: { propertyType: 'houses', propertyTypeCategory: 'house', roomTypeCategory: 'entire_home' },
      occupancy: { maxGuests: 5, bedrooms: 2, beds: 3, bathrooms: 1.5 },
      pricing: { currency: 'DKK', defaultDailyPrice: 900, cleaningFee: 450 },
    })
    const rehearsed = await publish(id, {}, undefined, '?dry_run=true')
    assert.match(resultOf(rehearsed).warnings[0] ?? '', /would be made/)
    assert.deepEqual([rehearsed.body['dryRun'], there(name).length, await links(id)], [true, 0, []])

    const first = await publish(id, {}, 'make it')
    const result = resultOf(first)
    const [made, ...more] = there(name)
    assert.ok(made && more.length === 0, 'there is one')
    const airbnbId = String(made['id'])
    const airbnbConnectionId = `${world.connectionId}:${airbnbId}`
    assert.deepEqual(result.created, { airbnbId, airbnbConnectionId })
    assert.match(result.reason ?? '', /cannot be published yet/)
    assert.deepEqual([result.published, result.live], [false, false])
    assert.deepEqual(
      [made['city'], made['bathrooms'], made['person_capacity'], made['lat'], made['has_availability']],
      ['Nantes', 1.5, 5, 47.2, false],
    )
    assert.match(String(made['property_external_id']), /^lodgewire-[0-9a-f]{20}$/)
    assert.deepEqual(await links(id), [{ external_id: airbnbId, sells: true }])
    const content = world.state('content').find((row) => row['id'] === airbnbId) as VendorRow
    const { pricing } = content['settings'] as { pricing: VendorRow }
    assert.deepEqual([pricing['listing_currency'], pricing['cleaning_fee']], ['DKK', 450])
    assert.equal((await publish(id, {}, 'make it')).text, first.text)

    const told = (await world.events()).filter(
      ({ type, data }) =>
        type === 'listing.updated' &&
        String(data.object?.['id']) === id &&
        data.previousAttributes?.['channels'],
    )
    assert.deepEqual(
      told.map(({ data }) => data.previousAttributes?.['channels']),
      [[]],
      'that it is on Airbnb is told once',
    )

    done(
      await world.send('PUT', `/v1/listings/${id}/content`, {
        summary: 'Two rooms by the water, five minutes from the ferry and the market.',
        amenities: ['wifi', 'kitchen', 'tv', 'heating', 'sauna'],
        photos: await Promise.all(Array.from({ length: 7 }, (_, place) => picture(id, place))),
      }),
    )
    await sendSoldNights(world, id)
    const opened = resultOf(await publish(id))
    assert.deepEqual([opened.published, opened.live, opened.created], [true, true, undefined])
    await world.readAgain()
    assert.deepEqual(await here(name), [id], 'no reading makes a second one of it')
    assert.equal(there(name).length, 1)
  })

  it('is one where it is asked for twice at once', async () => {
    const { id, name } = await own()
    const answers = await Promise.all([publish(id), publish(id), publish(id, {}, 'third')])
    for (const answer of answers) assert.ok([200, 429].includes(answer.status), answer.text)
    assert.ok(answers.some(({ status }) => status === 200))
    resultOf(await publish(id))
    assert.deepEqual([there(name).length, (await links(id)).length], [1, 1])
  })

  it('is one where the process is killed at any step, whether it is asked for again or not', async () => {
    const { operations } = world.connector
    const creation = operations.listingCreation
    assert.ok(creation)
    const { create } = creation
    const restore = watchStatements()
    creation.create = async (vendor, draft) => {
      const made = await create(vendor, draft)
      actAlive(() => {})
      return made
    }
    try {
      for (const [index, step] of steps.entries()) {
        const { id, name } = await own()
        const wasKilled = await killedAt(step, () => publish(id, {}, `killed ${step}`))
        assert.equal(wasKilled, true, step)
        // What a reading makes of it meanwhile goes again.
        if (index % 2 === 0) await world.readAgain()
        world.wait(30)
        if (index !== 0) {
          await world.resolve(90)
          assert.deepEqual([there(name).length, (await links(id)).length], [1, 1], `${step}: found out`)
        }
        world.wait(30)
        const { created } = resultOf(await publish(id, {}, `killed ${step}`))
        assert.equal(
          created?.airbnbId,
          String(there(name)[0]?.['id']),
          `${step}: it was made for this request`,
        )
        assert.equal(resultOf(await publish(id)).created, undefined, `${step}: another made nothing`)
        await world.readAgain()
        assert.deepEqual([there(name).length, (await links(id)).length], [1, 1], step)
        assert.deepEqual(await here(name), [id], `${step}: one here`)
      }
    } finally {
      restore()
      creation.create = create
    }
  })

  it('can be made again once it is gone there', async () => {
    const { id, name } = await own()
    const { created } = resultOf(await publish(id))
    await world.asked(({ http }) => http.delete(`/v2/listings/${created?.airbnbId}`))
    const mappings = [{ unitId: created?.airbnbId, listingId: null }]
    done(await world.send('POST', `/v1/connections/${world.connectionId}/mappings`, { mappings }))
    const again = resultOf(await publish(id)).created
    assert.ok(again && again.airbnbId !== created?.airbnbId)
    assert.equal(there(name).length, 1)
  })
})

describe('no Airbnb listing is made', { concurrency: false }, () => {
  const refused = async (id: string, status: number, code: string) => {
    const posts = () => world.simulator.calls.list().filter(({ method }) => method === 'POST').length
    const before = posts()
    const error = errorOf(await publish(id), status, code)
    const same = await world.send('POST', `${base}/listings/${id}`, { action: 'push', hostId: world.hostId })
    errorOf(same, status, code)
    assert.equal(posts(), before, 'nothing was sent')
    return error
  }

  it('of a listing without an address, or with a name too short', async () => {
    const { id } = await own({ address: { city: 'Nantes' } })
    const error = await refused(id, 409, 'invalid_state')
    assert.equal(error['currentStatus'], 'no street, no state, no postal code, no country')
    await world.send('PUT', `/v1/listings/${id}/content`, { address, title: 'Hut' })
    assert.match(String((await refused(id, 409, 'invalid_state'))['currentStatus']), /no name of 8/)
  })

  it('of a listing that a PMS keeps, or that another host has there', async () => {
    const { app, connector } = world
    const { id } = await own()
    const { services } = app
    const pms = await recordsOf(app.db, app.scope).account('hostaway', '8899001')
    services.connectors['hostaway'] = { ...connector, manifest: { ...connector.manifest, category: 'pms' } }
    await keepBy(app.db, app.scope, id, { connectionId: pms.connectionId, externalId: 'x9' })
    assert.equal((await refused(id, 409, 'invalid_state'))['currentStatus'], 'written by hostaway')

    const other = await recordsOf(app.db, app.scope).account('airbnb', '990011')
    const { id: taken } = await own()
    await sql`insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${app.scope.workspaceId}, ${other.connectionId}, '700800', ${taken})`.execute(app.db)
    const error = await refused(taken, 409, 'invalid_state')
    assert.equal(error['currentStatus'], 'mapped to 700800')
  })

  it('where Airbnb refuses, the host did not allow it, or the call is not to be made', async () => {
    const { id, name } = await own()
    const { AIRBNB_CLIENT_ID = '', AIRBNB_CLIENT_SECRET = '' } = world.simulator.partner
    const careful = airbnb.partnership?.join(
      { AIRBNB_CLIENT_ID, AIRBNB_CLIENT_SECRET },
      { isElsewhere: false },
    )
    const { connectors } = world.app.services
    world.app.services.connectors = {
      ...connectors,
      airbnb: { ...world.connector, operations: careful?.operations ?? world.connector.operations },
    }
    assert.match(String((await refused(id, 422, 'channel_not_supported'))['fix']), /AIRBNB_UNVERIFIED_CALLS/)
    world.app.services.connectors = connectors

    world.simulator.faults.add({ kind: '429', count: 100, path: '/v2/listings', method: 'POST' })
    errorOf(await publish(id), 429, 'airbnb_rate_limited')
    world.simulator.faults.clear()
    const { id: odd } = await own({ address, details: { roomTypeCategory: 'hotel_room' } })
    errorOf(await publish(odd), 422, 'airbnb_rejected')
    await sql`update connections set granted = '{reservations_web_hooks}' where id = ${world.connectionId}`.execute(
      world.app.db,
    )
    await refused(id, 403, 'insufficient_access')
    assert.equal(there(name).length, 0)
  })
})
