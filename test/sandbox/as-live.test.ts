/** The sandbox answers as an account of a channel does: the same limits, capabilities, codes and fields. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { fieldsOf } from './fields-of.ts'

type Row = Record<string, unknown>

const top = (answer: TestAnswer): string[] => Object.keys(answer.body as unknown as Row).toSorted()

describe('the sandbox beside a live Airbnb account', () => {
  let world: VendorWorld
  let seeded: Row
  before(async () => {
    world = await startVendorWorld('airbnb', { listings: 2, writePolicy: {} })
    const { app } = world
    const answer = await app.post('/v1/sandbox/seed', undefined, { key: app.sandboxKey })
    assert.equal(answer.status, 200, answer.text)
    seeded = answer.body as unknown as Row
  })
  after(() => world.close())

  /** The same call of both workspaces, each with an id of its own. */
  async function both(
    method: string,
    pathOf: (id: string) => string,
    ids: { live: string; sandbox: string },
    body?: unknown,
  ): Promise<{ live: TestAnswer; sandbox: TestAnswer }> {
    const { app } = world
    const options = body === undefined ? {} : { body }
    return {
      live: await app.call(method, pathOf(ids.live), options),
      sandbox: await app.call(method, pathOf(ids.sandbox), { ...options, key: app.sandboxKey }),
    }
  }

  async function idsOf(table: 'conversations' | 'reservations' | 'listings', where = sql`true`) {
    const { db, workspace } = world.app
    const of = async (workspaceId: string) => {
      const { rows } = await sql<{ id: string }>`
        select t.id from ${sql.table(table)} t join connections c
          on c.workspace_id = t.workspace_id and c.id = t.connection_id
        where t.workspace_id = ${workspaceId} and c.provider = 'airbnb' and ${where} order by t.id limit 1`.execute(
        db,
      )
      return rows[0]?.id ?? assert.fail(`there are no ${table}`)
    }
    return { live: await of(workspace.id), sandbox: await of(workspace.sandbox.workspaceId) }
  }

  it('has the limits of messages', async () => {
    const ids = await idsOf('conversations')
    const path = (id: string) => `/v1/conversations/${id}/messages?dry_run=true`
    const { live, sandbox } = await both('POST', path, ids, { message: 'Hello' })
    assert.deepEqual([live.status, sandbox.status], [200, 200], live.text + sandbox.text)
    assert.deepEqual(sandbox.body['rules'], live.body['rules'])
    assert.deepEqual(top(sandbox), top(live))
  })

  it('has no PMS behind a listing of a channel', async () => {
    const { live, sandbox } = await both('GET', (id) => `/v1/listings/${id}`, await idsOf('listings'))
    const fields = (answer: TestAnswer) => fieldsOf(answer.body['capabilities'])
    assert.deepEqual(fields(sandbox), fields(live))
    assert.equal(live.body['capabilities']?.['pms'], undefined)
    assert.equal(live.body['capabilities']?.['reservations']?.['managedBy'], 'repull')
    assert.deepEqual(top(sandbox), top(live))
  })

  it('leaves bookings of the channel to the channel', async () => {
    const ids = await idsOf(
      'reservations',
      sql`t.status = 'confirmed' and t.check_out > ${world.app.clock.now()}::date + 1`,
    )
    const { live, sandbox } = await both('PATCH', (id) => `/v1/reservations/${id}`, ids, { guestCount: 1 })
    assert.deepEqual([live.status, sandbox.status], [409, 409], live.text + sandbox.text)
    assert.equal(live.body['error']?.['code'], 'reservation_owned_by_channel')
    assert.deepEqual(fieldsOf(sandbox.body), fieldsOf(live.body))
  })

  it('prices no stay as a PMS', async () => {
    const { checkIn, checkOut } = world.slot()
    const ids = await idsOf('listings')
    const quote = (listingId: string, key?: string) =>
      world.app.call('POST', '/v1/reservations/quote', {
        body: { listingId, checkIn, checkOut, adults: 1 },
        ...(key === undefined ? {} : { key }),
      })
    const [live, sandbox] = [await quote(ids.live), await quote(ids.sandbox, world.app.sandboxKey)]
    for (const answer of [live, sandbox])
      assert.equal(
        `${answer.status} ${String(answer.body['error']?.['code'])}`,
        '422 pms_not_linked',
        answer.text,
      )
  })

  it('counts the bookings of a guest the same in a list and in a profile', async () => {
    for (const key of [world.app.liveKey, world.app.sandboxKey]) {
      const { data } = (await world.app.get('/v1/guests?limit=100', { key })).body as unknown as {
        data: Row[]
      }
      assert.ok(data.length > 0)
      for (const row of data) {
        const profile = (await world.app.get(`/v1/guests/${String(row['id'])}`, { key }))
          .body as unknown as Row
        assert.deepEqual(
          [profile['totalReservations'], profile['totalRevenue']],
          [row['totalReservations'], row['totalRevenue']],
        )
      }
    }
  })

  it('is its own customer, and its links are of connected accounts', async () => {
    const { app } = world
    assert.equal(seeded['customerId'], app.workspace.sandbox.workspaceId)
    const { rows } = await sql<{ hotel_id: string }>`
      select distinct hotel_id from channel_links
      where workspace_id = ${app.workspace.sandbox.workspaceId} and hotel_id is not null`.execute(app.db)
    const connected = await app.get('/v1/connect', { key: app.sandboxKey })
    const accounts = [...connected.body['data']].map((row) => String(row['externalAccountId']))
    assert.deepEqual(
      rows.map(({ hotel_id: hotel }) => hotel).filter((hotel) => !accounts.includes(hotel)),
      [],
    )
  })

  it('tells of payments in the same fields', async () => {
    const path = '/v1/channels/airbnb/transactions'
    const rowsOf = async (key: string): Promise<Row[]> => {
      const read = await world.app.post(path, {}, { key })
      assert.equal(read.status, 200, read.text)
      const { data } = (await world.app.get(`${path}?status=UPCOMING`, { key })).body as unknown as {
        data: Row[]
      }
      return data
    }
    const [[live], [sandbox]] = [await rowsOf(world.app.liveKey), await rowsOf(world.app.sandboxKey)]
    assert.ok(live?.['guest'] && sandbox?.['guest'])
    assert.deepEqual(fieldsOf(sandbox), fieldsOf(live))
  })

  it('sends prices anew when a markup changes', async () => {
    const { sandbox } = await idsOf('listings')
    const set = async (markupPercent: number) =>
      (
        await world.app.call('PUT', `/v1/listings/${sandbox}/markups`, {
          body: { channel: 'airbnb', markupPercent },
          key: world.app.sandboxKey,
        })
      ).body
    const changed = await set(23)
    assert.deepEqual([changed['changed'], changed['pricesResent']], [true, true])
    const same = await set(23)
    assert.deepEqual([same['changed'], same['pricesResent']], [false, false])
  })
})
