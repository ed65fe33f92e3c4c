/** Rooms are added and removed on Airbnb; settings of a listing are hosts, languages and permits of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ChannelContent } from '../../../src/connector-kit/channel-content.ts'
import { VendorError } from '../../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, syncedListing, type AirbnbWorld } from '../airbnb-world.ts'
import type { SimulatedListing } from './shown.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  listingId = synced.id
  externalId = synced.airbnbId
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const held = () => world.state('content').find(({ id }) => id === externalId) as unknown as SimulatedListing
const at = (section: string, id = listingId) => `${base}/listings/${id}/${section}`
const remove = (roomId: unknown, key?: string, id = listingId) =>
  world.send('DELETE', `${at('rooms', id)}?roomId=${String(roomId)}`, undefined, key)
const bedroom = { room_number: 9, room_type: 'bedroom', beds: [{ type: 'sofa_bed', quantity: 2 }] }
const add = (key?: string, query = '', body: object = bedroom) =>
  world.send('POST', `${at('rooms')}${query}`, body, key)
const rooms = () => held().rooms.map(({ id }) => id)
const set = (table: 'connections' | 'channel_links', column: string, value: unknown) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(world.app.db)

it('is added once under its key, though the answer is lost', async () => {
  const before = rooms()
  const rehearsed = await add(undefined, '?dry_run=true')
  assert.deepEqual([rehearsed.status, rehearsed.body['data'], rooms()], [200, null, before], rehearsed.text)
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listing_rooms', method: 'POST' })
  const done = await add('add-1')
  assert.equal(done.status, 201, done.text)
  const [roomId, ...more] = rooms().filter((id) => !before.includes(id))
  assert.deepEqual(more, [])
  const shown = { roomId, roomType: 'bedroom', beds: bedroom.beds, accessibilityFeatures: [] }
  assert.deepEqual(done.body, {
    listingId,
    data: { ...shown, roomNumber: rooms().length },
    blockedFields: ['room_number'],
    stored: true,
  })
  assert.equal((await add('add-1')).text, done.text)
  // What is kept is what was read back.
  world.simulator.calls.clear()
  assert.equal(rowsOf(await world.app.get(at('rooms'))).at(-1)?.['roomId'], roomId)
  assert.deepEqual(world.asks(), [])
  assert.equal(rooms().length, before.length + 1)
})

it('is found though another listing has something of the same id', async () => {
  const last = Number(rooms().at(-1))
  await sql`
    insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, result, asked_at, settles_at,
                             updated_at, request, created_at)
    select a.workspace_id, 'elsewhere-' || n || a.key, a.kind, a.connection_id, a.request_hash, a.state,
           a.result || jsonb_build_object('id', n::text, 'externalId', '1'), a.asked_at, a.settles_at, a.updated_at, a.request, a.created_at
    from vendor_acts a cross join generate_series(${last}::int + 1, ${last}::int + 200) n
    where a.kind = 'add_channel_content' and a.state = 'done'`.execute(world.app.db)
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listing_rooms', method: 'POST' })
  const done = await add('add-beside')
  assert.equal(done.status, 201, done.text)
  const made = Number((done.body['data'] as { roomId?: unknown } | null)?.roomId)
  assert.ok(made > last && made <= last + 200, `${made} after ${last}`)
})

it('is not taken for one that another request made, long after that is told', async () => {
  world.simulator.faults.add({ kind: 'drop', count: 100, path: '/v2/listing_rooms', method: 'POST' })
  errorOf(await add('given-up'), 502, 'airbnb_error')
  world.simulator.faults.clear()
  // Nobody looks for it any more, as after days without an answer.
  await sql`update vendor_acts set next_look_at = null where key = 'rooms:0:given-up'`.execute(world.app.db)
  const before = rooms()
  assert.equal((await add('in-between')).status, 201)
  assert.equal(rooms().length, before.length + 1)
  world.wait(120)
  const done = await add('given-up')
  assert.equal(done.status, 201, done.text)
  assert.equal(rooms().length, before.length + 2)
})

it('is told of what has no place at Airbnb', async () => {
  const body = {
    room_number: rooms().length + 1,
    room_type: 'kitchen',
    is_private: true,
    room_amenities: ['tv'],
  }
  const done = await add(undefined, '', body)
  assert.deepEqual((done.body['blockedFields'] as string[]).toSorted(), ['is_private', 'room_amenities'])
  for (const wrong of [
    { ...bedroom, room_type: 'cellar' },
    { room_type: 'bedroom' },
    { ...bedroom, beds: [{}] },
  ])
    errorOf(await add(undefined, '', wrong), 400, 'invalid_body')
})

it('of which nobody knows keeps others from being added, and is found without anybody asking', async () => {
  const before = rooms()
  const path = '/v2/listing_rooms'
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path, method: 'POST' })
  const { channelContent: offered } = world.connector.operations
  const part = offered?.rooms ?? assert.fail('no rooms')
  let reads = 0
  const read: typeof part.read = async (...given) => {
    reads += 1
    // The first tells what was there before.
    if (reads > 1) throw new VendorError('timeout', 'no answer')
    return part.read(...given)
  }
  await withContent({ ...offered, rooms: { ...part, read } }, async () =>
    errorOf(await add('add-2'), 502, 'airbnb_error'),
  )
  const waiting = errorOf(await add('add-3'), 429, 'airbnb_rate_limited')
  assert.equal(waiting['retry_after'], 1)
  assert.equal(rooms().length, before.length + 1)
  await world.resolve(120)
  assert.equal((await add('add-2')).status, 201)
  assert.equal(rooms().length, before.length + 1)
  assert.equal((await add('add-3')).status, 201)
  assert.equal(rooms().length, before.length + 2)
})

it('is removed once under its key, though the answer is lost', async () => {
  const [room] = rowsOf(await world.app.get(at('rooms')))
  const before = held().rooms.length
  const rehearsed = await world.send(
    'DELETE',
    `${at('rooms')}?roomId=${String(room?.['roomId'])}&dry_run=true`,
  )
  assert.deepEqual([rehearsed.body['deleted'], held().rooms.length], [false, before])
  world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/listing_rooms', method: 'DELETE' })
  const done = await remove(room?.['roomId'], 'room-1')
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(done.body, { deleted: true, stored: true })
  assert.equal(held().rooms.length, before - 1)
  assert.equal((await remove(room?.['roomId'], 'room-1')).text, done.text)
  const unknown = errorOf(await remove(room?.['roomId']), 404, 'not_found')
  assert.deepEqual(
    unknown['valid_values'],
    held().rooms.map(({ id }) => id),
  )
  errorOf(await remove(held().rooms[0]?.['id'], undefined, '123456789'), 404, 'not_found')
})

describe('where anything stands in the way', { concurrency: false }, () => {
  // One that can be removed again and again.
  const roomId = () => String(held().rooms[0]?.['id'])
  const writes = [
    ['DELETE', () => remove(roomId())],
    ['POST', () => add()],
  ] as const
  for (const [method, write] of writes) {
    it(`${method} is not done`, async () => {
      const before = rooms()
      const fault = (kind: '429' | 'drop') =>
        world.simulator.faults.add({ kind, count: 100, path: '/v2/listing_rooms', method })
      fault('429')
      errorOf(await write(), 429, 'airbnb_rate_limited')
      world.simulator.faults.clear()
      await set('channel_links', 'sync_category', 'none')
      errorOf(await write(), 403, 'listing_not_api_connected')
      await set('channel_links', 'sync_category', 'sync_all')
      await set('connections', 'status', 'error')
      errorOf(await write(), 403, 'connection_reauth_required')
      await set('connections', 'status', 'disconnected')
      errorOf(await write(), 404, 'no_connection')
      await set('connections', 'status', 'active')
      await withContent(undefined, async () => errorOf(await write(), 422, 'channel_not_supported'))
      fault('drop')
      errorOf(await write(), 502, 'airbnb_error')
      world.simulator.faults.clear()
      assert.deepEqual(rooms(), before)
      // Nobody waits for what was never done.
      await sql`update vendor_acts set state = 'absent', next_look_at = null where state = 'unknown'`.execute(
        world.app.db,
      )
    })
  }

  it('a listing that is not on Airbnb has no rooms there', async () => {
    const own = await world.app.post('/v1/listings', { name: 'House of our own' })
    const id = String(own.body['id'])
    errorOf(await remove(roomId(), undefined, id), 422, 'airbnb_link_missing')
    errorOf(await world.send('POST', at('rooms', id), bedroom), 422, 'airbnb_link_missing')
    errorOf(await world.send('POST', at('rooms', '123456789'), bedroom), 404, 'not_found')
  })

  it('what Airbnb refuses is told', async () => {
    const { channelContent: offered } = world.connector.operations
    const part = offered?.rooms ?? assert.fail('no rooms')
    const refuse = () => Promise.reject(new VendorError('rejected', 'No.', { status: 400 }))
    await withContent({ ...offered, rooms: { ...part, add: refuse } }, async () =>
      errorOf(await add(), 422, 'airbnb_rejected'),
    )
    // What is kept has a room that Airbnb does not have any more.
    assert.equal((await world.app.get(at('rooms'))).status, 200)
    await sql`update channel_content set content = jsonb_set(content, '{0,roomId}', '"77"'),
      read_at = ${world.app.clock.now()} where section = 'rooms'`.execute(world.app.db)
    errorOf(await remove('77'), 422, 'airbnb_rejected')
  })
})

async function withContent(channelContent: ChannelContent | undefined, work: () => Promise<unknown>) {
  const { services } = world.app
  const joined = services.connectors
  const { channelContent: _, ...rest } = world.connector.operations
  const operations = channelContent === undefined ? rest : { ...rest, channelContent }
  services.connectors = { airbnb: { ...world.connector, operations } }
  try {
    await work()
  } finally {
    services.connectors = joined
  }
}

it('settings are the host, the languages and the permits', async () => {
  const hosts = [
    {
      airbnbUserId: world.hostId,
      name: rowsOf(await world.app.get(at('settings?type=hosts')))[0]?.['name'],
      isConnected: true,
    },
  ]
  const [host] = world.state('hosts')
  assert.equal(hosts[0]?.name, `${String(host?.['first_name'])} ${String(host?.['last_name'])}`)
  const locales = Object.keys(held().descriptions).toSorted()
  assert.deepEqual(dataOf(await world.app.get(at('settings'))), { hosts, locales })
  assert.deepEqual(dataOf(await world.app.get(at('settings?type=locales'))), locales)
  assert.deepEqual(
    dataOf(await world.app.get(at('settings?type=permits'))),
    dataOf(await world.app.get(at('permits')))['permits'],
  )
})

it('a `type` that no route has is said so, as by those of Booking.com', async () => {
  for (const path of ['quality', 'settings']) {
    const error = errorOf(await world.app.get(at(`${path}?type=nope`)), 400, 'invalid_type')
    assert.deepEqual([error['field'], error['value_received']], ['type', 'nope'])
    assert.ok(Array.isArray(error['valid_values']))
  }
  for (const path of ['pricing', 'availability']) {
    const put = (body: object) => world.send('PUT', at(path), body)
    assert.equal(errorOf(await put({ type: 'nope' }), 400, 'invalid_type')['field'], 'type')
    errorOf(await put({}), 400, 'invalid_body')
    errorOf(await put({ type: 'calendar' }), 400, 'invalid_body')
  }
})

it('quality is asked for list by list, permits live with their questions, texts by language', async () => {
  const { quality, flows } = held().guides
  assert.deepEqual(dataOf(await world.app.get(at('quality?type=stats'))), quality['stats'])
  assert.deepEqual(dataOf(await world.app.get(at('quality?type=standards'))), quality['standards'])
  const issues = dataOf(await world.app.get(at('quality?type=issues'))) as unknown as object[]
  assert.equal(issues.length, quality['reservation_issues']?.length)
  world.simulator.calls.clear()
  const live = dataOf(await world.app.get(at('permits?source=live')))
  assert.equal(
    world.simulator.calls.list().filter(({ path }) => path.startsWith('/v2/listing_permits')).length,
    1,
  )
  assert.deepEqual(
    (live['flows'] as { flowSlug: string }[]).map(({ flowSlug }) => flowSlug),
    flows.map((flow) => flow['flow_slug']),
  )
  for (const section of ['descriptions', 'checkin-guide']) {
    const rows = rowsOf(await world.app.get(at(`${section}?country=EN`)))
    assert.deepEqual(
      rows.map(({ locale }) => locale),
      ['en'],
    )
  }
})

it('of a host who allows messages only nothing is removed', async () => {
  const scope = 'reservations_web_hooks,messages_read,messages_write'
  const { code } = await world.there<{ code: string }>(`/hosts/${world.hostId}/consent`, { scope })
  assert.equal(
    (await world.app.post('/v1/connect/airbnb/credentials', { credentials: { code } })).status,
    200,
  )
  await sql`delete from channel_content`.execute(world.app.db)
  errorOf(await remove(held().rooms[0]?.['id']), 403, 'insufficient_access')
  errorOf(await add(), 403, 'insufficient_access')
})
