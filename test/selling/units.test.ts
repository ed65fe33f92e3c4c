/** The units of a channel account, mapped several at a time: with a key, and in a session of the hosted page. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import type { ChannelUnits, UnitMappings } from '../../src/contract/unit-mapping.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
let at = ''
before(async () => {
  world = await startSellingWorld()
  const { rows } = await sql<{ account: string }>`
    select external_account_id as account from connections where workspace_id = ${world.app.workspace.id}`.execute(
    world.app.db,
  )
  at = `/v1/connections/${encodeURIComponent(`airbnb:${rows[0]?.account ?? ''}`)}`
})
after(() => world?.close())

const home = (index: number) => {
  const found = world.homes[index]
  assert.ok(found)
  return found
}
const units = async (path = at) => {
  const answer = await world.app.get(`${path}/units`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as ChannelUnits
}
const map = async (mappings: object[], path = at) => {
  const answer = await world.send('POST', `${path}/mappings`, { mappings })
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as UnitMappings).results
}
const automap = async (body: object) => {
  const answer = await world.send('POST', `${at}/mappings/automap`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as UnitMappings & { applied: boolean }
}
const unitOf = async (index: number) => {
  const { airbnbId } = home(index)
  const unit = (await units()).units.find(({ unit_id }) => unit_id === airbnbId)
  assert.ok(unit)
  return unit
}
const currency = async () => {
  const { rows } = await sql<{ currency: string }>`
    select currency from listings where workspace_id = ${world.app.workspace.id} and id = ${home(0).id}`.execute(
    world.app.db,
  )
  return rows[0]?.currency ?? ''
}
const ours = async (name: string) => {
  const made = await world.app.post('/v1/listings', {
    name,
    currency: await currency(),
    defaultDailyPrice: 90,
  })
  assert.equal(made.status, 201, made.text)
  return Number(made.body['id'])
}

it('shows what the account has, and which listing has the name of each', async () => {
  const before = await units()
  assert.deepEqual([before.channel, before.status], ['airbnb', 'ready'])
  assert.deepEqual(
    before.units.map(({ unit_id, current_listing_id, grain }) => [unit_id, current_listing_id, grain]),
    world.homes.map(({ airbnbId }) => [airbnbId, null, 'listing']).toSorted(),
  )
  assert.deepEqual(before.listing_options, [])
  const name = (await unitOf(0)).unit_name
  const loft = await ours(name)
  const shown = await unitOf(0)
  assert.equal(shown.suggested_listing_id, loft)
  assert.equal((await unitOf(1)).suggested_listing_id, null)
  const second = await ours(name)
  assert.equal((await unitOf(0)).suggested_listing_id, null, 'two listings have the name')
  await world.send('PATCH', `/v1/listings/${second}`, { active: false })
  const options = await world.app.get(
    `${at}/listing-options?q=${encodeURIComponent(name.toUpperCase())}&limit=1`,
  )
  assert.deepEqual(options.body, { data: [{ id: loft, name, city: null }], total: 1 })
})

it('maps by name only what is certain, and nothing in a dry run', async () => {
  const { airbnbId } = home(0)
  const would = await automap({ apply: false })
  assert.deepEqual(
    [would.applied, would.results.map(({ unit_id, ok }) => [unit_id, ok])],
    [false, [[airbnbId, true]]],
  )
  assert.equal((await unitOf(0)).current_listing_id, null)
  const { unit_name: name, suggested_listing_id: suggested } = await unitOf(0)
  const done = await automap({})
  assert.deepEqual([done.applied, done.results[0]?.listing_id], [true, suggested])
  const shown = await unitOf(0)
  assert.deepEqual(
    [shown.current_listing_id, shown.unit_name, shown.meta['calendar_sync']],
    [suggested, name, true],
  )
  assert.deepEqual((await automap({})).results, [], 'nothing is left to be mapped')
})

it('has an outcome for each: what is wrong with one leaves the others', async () => {
  const [first, second] = [home(0), home(1)]
  const { current_listing_id: taken } = await unitOf(0)
  const results = await map([
    { unitId: first.airbnbId, listingId: taken, calendarSync: false },
    { unitId: second.airbnbId, listingId: taken },
    { unitId: 'nobody', create: true },
  ])
  assert.deepEqual(
    results.map(({ ok, error }) => [ok, error?.code ?? null]),
    [
      [true, null],
      [false, 'invalid_state'],
      [false, 'not_found'],
    ],
  )
  assert.match(results[1]?.error?.message ?? '', /on Airbnb once/)
  assert.deepEqual(
    [(await unitOf(0)).meta['calendar_sync'], (await unitOf(1)).current_listing_id],
    [false, null],
  )
  const [missing] = await map([{ unitId: second.airbnbId, listingId: 999_999 }])
  assert.equal(missing?.error?.code, 'not_found')
})

it('makes a listing of ours of a unit, once', async () => {
  const { id, airbnbId } = home(1)
  const [made] = await map([{ unitId: airbnbId, create: true }])
  assert.deepEqual([made?.created, made?.ok, String(made?.listing_id)], [true, true, id])
  const [again] = await map([{ unitId: airbnbId, create: true }])
  assert.deepEqual([again?.created, again?.ok, String(again?.listing_id)], [false, true, id])
  const { body } = await world.app.get(`/v1/listings/${id}`)
  assert.equal(
    (body['capabilities'] as { reservations: { managedBy: string } }).reservations.managedBy,
    'repull',
  )
  assert.equal((await units()).status, 'completed')
  const { rows } = await sql`
    select from listings where workspace_id = ${world.app.workspace.id} and archived_at is null and active`.execute(
    world.app.db,
  )
  assert.equal(rows.length, 2, 'no second listing')
})

it('takes a mapping back, and a reading makes a listing of the unit again at once', async () => {
  const { airbnbId } = home(0)
  const { current_listing_id: was } = await unitOf(0)
  const [gone] = await map([{ unitId: airbnbId, listingId: null }], `/v1/connections/${world.connectionId}`)
  assert.deepEqual([gone?.ok, gone?.listing_id], [true, null])
  // Lists of listings are read every quarter of an hour only.
  await world.pass(1)
  const again = await unitOf(0)
  assert.equal(again.current_listing_id, null)
  assert.deepEqual((await units()).missing_capabilities, [])
  const [back] = await map([{ unitId: airbnbId, listingId: was }])
  assert.equal(back?.ok, true)
})

it('says what is wrong with a request as a whole', async () => {
  const { airbnbId } = home(0)
  const post = (body: object, path = at) => world.send('POST', `${path}/mappings`, body)
  const both = errorOf(
    await post({ mappings: [{ unitId: airbnbId, listingId: 1, create: true }] }),
    400,
    'invalid_body',
  )
  assert.equal(both['field'], 'mappings[0]')
  errorOf(await post({ mappings: [{ unitId: airbnbId }] }), 400, 'invalid_body')
  const twice = {
    mappings: [
      { unitId: airbnbId, listingId: null },
      { unitId: airbnbId, create: true },
    ],
  }
  assert.equal(errorOf(await post(twice), 400, 'invalid_body')['field'], 'mappings[1].unitId')
  const routes = [
    () => world.app.get(`${at}/units`),
    () => world.app.get(`${at}/listing-options`),
    () => post({ mappings: [{ unitId: airbnbId, create: true }] }),
    () => world.send('POST', `${at}/mappings/automap`, {}),
  ]
  const { db, workspace } = world.app
  const within = async (change: string, code: string, status: number, asked = routes) => {
    const { rows } = await sql<{ provider: string; status: string }>`
      select provider, status from connections where workspace_id = ${workspace.id}`.execute(db)
    await sql`update connections set ${sql.raw(change)} where workspace_id = ${workspace.id}`.execute(db)
    for (const ask of asked) errorOf(await ask(), status, code)
    await sql`
      update connections set provider = ${rows[0]?.provider}, status = ${rows[0]?.status}
      where workspace_id = ${workspace.id}`.execute(db)
  }
  await within(`status = 'disconnected'`, 'no_connection', 404)
  const known = at
  at = at.replace('airbnb', 'hostaway')
  await within(`provider = 'hostaway'`, 'channel_not_supported', 422, routes.slice(2))
  at = known
})

it('is open to a session that waits for this account, and to no other', async () => {
  const { app } = world
  const started = await app.post('/v1/connect', { redirectUrl: 'https://app.example.com/done' })
  assert.equal(started.status, 201, started.text)
  const sessionId = String(started.body['sessionId'])
  const put = (state: string, connection: string | null) =>
    sql`
      update connect_sessions
      set state = ${state}, provider = 'airbnb', connection_id = ${connection},
          finished_at = ${state === 'completed' ? app.clock.now() : null}
      where workspace_id = ${app.workspace.id} and id_hash = ${hashApiKey(sessionId)}`.execute(app.db)
  const { airbnbId } = home(1)
  const bySession = (id: string) => [
    app.get(`${at}/units?sessionId=${id}`, { key: null }),
    app.get(`${at}/listing-options?sessionId=${id}`, { key: null }),
    app.post(
      `${at}/mappings`,
      { sessionId: id, mappings: [{ unitId: airbnbId, create: true }] },
      { key: null },
    ),
    app.post(`${at}/mappings/automap`, { sessionId: id, apply: false }, { key: null }),
  ]
  const all = async (id: string, status: number, code?: string) => {
    for (const asked of bySession(id)) {
      const answer = await asked
      assert.equal(answer.status, status, answer.text)
      if (code !== undefined) errorOf(answer, status, code)
    }
  }
  await all(sessionId, 409, 'invalid_state')
  await all(`${sessionId.slice(0, -1)}_`, 404, 'not_found')
  await put('awaiting_room_mapping', null)
  await all(sessionId, 404, 'not_found')
  await put('awaiting_room_mapping', world.connectionId)
  await all(sessionId, 200)
  await put('completed', world.connectionId)
  await all(sessionId, 409, 'session_terminal')
  await put('awaiting_room_mapping', world.connectionId)
  await sql`update connect_sessions set finished_at = null, expires_at = '2020-01-01'
    where workspace_id = ${app.workspace.id}`.execute(app.db)
  await all(sessionId, 410, 'session_expired')
})

it('completes the session once every unit is as it was asked for, and not before', async () => {
  const { app } = world
  const started = await app.post('/v1/connect', { redirectUrl: 'https://app.example.com/done' })
  const sessionId = String(started.body['sessionId'])
  await sql`
    update connect_sessions set state = 'awaiting_room_mapping', provider = 'airbnb', connection_id = ${world.connectionId}
    where workspace_id = ${app.workspace.id} and id_hash = ${hashApiKey(sessionId)}`.execute(app.db)
  const { airbnbId } = home(1)
  const send = (mappings: object[], more: object = { sessionId }) =>
    app.post(`${at}/mappings`, { mappings, finish: true, ...more }, 'sessionId' in more ? { key: null } : {})
  const view = async () => (await app.get(`/v1/connect/sessions/${sessionId}`, { key: null })).body
  const told = async () =>
    (await world.app.get('/v1/events?type=connect.session.completed')).body['data'] as {
      data: { sessionId: string }
    }[]
  const left = { unitId: airbnbId, listingId: null }
  const without = errorOf(await send([left], {}), 400, 'invalid_body')
  assert.equal(without['field'], 'finish')
  const waiting = await view()
  assert.equal(waiting['status'], 'awaiting_room_mapping')
  assert.equal((waiting['connection'] as { provider: string } | null)?.provider, 'airbnb')
  const partly = await send([left, { unitId: '1', create: true }])
  assert.equal(partly.status, 200, partly.text)
  assert.deepEqual(
    (partly.body as unknown as UnitMappings).results.map(({ ok }) => ok),
    [true, false],
  )
  assert.equal((await view())['status'], 'awaiting_room_mapping')
  const whole = await send([left])
  assert.equal(whole.status, 200, whole.text)
  assert.equal((await view())['status'], 'completed', whole.text)
  errorOf(await send([left]), 409, 'session_terminal')
  const { length } = (await told()).filter(({ data }) => data.sessionId === sessionId)
  assert.equal(length, 1)
})
