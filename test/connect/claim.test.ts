/** A property of Booking.com is claimed in a session, and its rooms are mapped to listings. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { consentTo } from '../../src/connectors/airbnb/consent.ts'
import { after, before, describe, it } from 'node:test'
import { sessionKey } from '../../src/features/accounts/connect/session-id.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startTestApp } from '../harness/app.ts'
import { startClaimWorld, type ClaimWorld } from './claim-world.ts'
import { unknownSession } from './world.ts'

const hashOf = (sessionId: string) => sessionKey(sessionId)?.hash

type Room = { roomId: string; roomName: string; numberOfRooms: number; currency: string } & Record<
  string,
  unknown
>

let world: ClaimWorld
before(async () => {
  world = await startClaimWorld({ habits: { hotels: 1 }, listings: 6 })
})
after(() => world.close())

const shown = async (sessionId: string) => {
  const { status, body, text } = await world.rooms(sessionId)
  assert.equal(status, 200, text)
  return body as unknown as {
    status: string
    hotelId: string
    rooms: Room[]
    listingOptions: { id: number; name: string }[]
  }
}
const home = async (name: string, more: object = {}) => {
  const made = await world.app.post('/v1/listings', {
    name,
    currency: 'EUR',
    defaultDailyPrice: 100,
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  return Number(made.body['id'])
}
/** A session whose property is claimed and read. */
async function claimedSession(): Promise<{ session: string; rooms: Room[] }> {
  const session = await world.start()
  const claim = await world.verify(session)
  assert.equal(claim.status, 200, claim.text)
  await world.read()
  return { session, rooms: (await shown(session)).rooms }
}
const linked = async (connectionId: unknown) => {
  const { rows } = await sql<{ room: string; listing: string; sells: boolean }>`
    select k.external_id as room, k.listing_id as listing,
           exists (select from selling_links s where s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
                   and s.external_id = k.external_id) as sells
    from listing_links k where k.workspace_id = ${world.app.workspace.id} and k.connection_id = ${connectionId}
    order by k.external_id`.execute(world.app.db)
  return rows
}

describe('claiming', () => {
  it('waits for the property to name this server, and says so', async () => {
    const session = await world.start()
    await world.extranet(world.hotelId, { connection: 'pending' })
    const early = errorOf(await world.verify(session), 412, 'designation_required')
    assert.match(String(early['message']), /extranet/)
    errorOf(await world.verify(session, '999999'), 412, 'designation_required')
    errorOf(await world.rooms(session), 425, 'claim_not_stored')
    errorOf(await world.map(session, [{ roomId: '1', create: true }]), 425, 'claim_not_stored')
    assert.equal(await world.status(session), 'pending')
    await world.extranet(world.hotelId, { connection: 'active' })
    await world.pauseReading()
    const claim = await world.verify(session)
    assert.equal(claim.status, 200, claim.text)
    const { connectionId, hotelName } = claim.body as unknown as Record<string, string>
    const { hotels } = world.simulator.operations.state(new Set(['hotels'])) as unknown as {
      hotels: { id: number; type: string; city: string; countrycode: string }[]
    }
    const there = hotels.find(({ id }) => String(id) === world.hotelId)
    assert.deepEqual(claim.body, {
      ...{ valid: true, sessionId: session, connectionId, hotelId: world.hotelId, hotelName },
      hotelType: there && there.type !== 'guest_house' ? there.type : null,
      ...{ country: there?.countrycode.toUpperCase(), city: there?.city },
      missingCapabilities: [],
    })
    assert.equal(await world.status(session), 'awaiting_room_mapping')
    assert.deepEqual((await world.verify(session)).body, claim.body)
    assert.equal((await shown(session)).status, 'importing')
    errorOf(await world.map(session, [{ roomId: '1', create: true }]), 425, 'claim_not_stored')
    await world.read()
    const ready = await shown(session)
    assert.deepEqual([ready.status, ready.hotelId], ['ready', world.hotelId])
    assert.ok(ready.rooms.length > 1)
    await world.app.post(`/v1/connect/sessions/${session}/cancel`)
    errorOf(await world.rooms(session), 409, 'session_terminal')
    errorOf(await world.verify(session), 409, 'session_terminal')
    errorOf(await world.map(session, [{ roomId: '1', create: true }]), 409, 'session_terminal')
  })

  it('keeps to the session, its workspace and its property', async () => {
    const { session, rooms } = await claimedSession()
    const { hotels } = world.simulator.operations.state(new Set(['hotels'])) as { hotels: { id: number }[] }
    const other = hotels.map(({ id }) => String(id)).find((id) => id !== world.hotelId) ?? ''
    errorOf(await world.verify(session, other), 409, 'invalid_state')
    const unknown = unknownSession(world.app.workspace.id)
    errorOf(await world.verify(unknown), 404, 'not_found')
    errorOf(await world.rooms(unknown), 404, 'not_found')
    errorOf(await world.map(unknown, [{ roomId: '1', create: true }]), 404, 'not_found')
    const second = await world.start()
    assert.equal((await world.verify(second, other)).status, 200)
    await world.read()
    const [strange] = (await shown(second)).rooms
    assert.ok(strange && !rooms.some(({ roomId }) => roomId === strange.roomId))
    errorOf(await world.map(session, [{ roomId: strange.roomId, create: true }]), 403, 'forbidden')
    const theirs = await world.app.addWorkspace()
    const { body } = await world.app.post('/v1/listings', { name: 'Not yours' }, { key: theirs.liveKey })
    const [room] = rooms
    errorOf(await world.map(session, [{ roomId: room?.roomId, listingId: body['id'] }]), 404, 'not_found')
    assert.ok((await shown(session)).listingOptions.every(({ name }) => name !== 'Not yours'))
    // Who knows the number of somebody else's property gets nothing by it.
    const redirectUrl = 'https://app.example.com/'
    const stranger = await world.app.post('/v1/connect/booking', { redirectUrl }, { key: theirs.liveKey })
    const refused = errorOf(
      await world.verify(String(stranger.body['sessionId'])),
      401,
      'invalid_credentials',
    )
    assert.equal(refused['reason'], 'connected_elsewhere')
  })

  it('of two workspaces that claim it at the same moment is one’s', async () => {
    const [, , free] = (world.simulator.operations.state(new Set(['hotels']))['hotels'] ?? []) as {
      id: number
    }[]
    assert.ok(free)
    const both = [await world.app.addWorkspace(), await world.app.addWorkspace()]
    const asked = both.map(({ liveKey }) =>
      world.app.post(
        '/v1/connect/booking/credentials',
        { credentials: { hotelId: String(free.id) } },
        { key: liveKey },
      ),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 401])
  })

  it('is for sessions of Booking.com that are open', async () => {
    const { body } = await world.app.post('/v1/connect', {
      redirectUrl: 'https://app.example.com/',
      allowedProviders: ['airbnb', 'hostaway'].filter((id) => id in world.app.services.connectors),
    })
    errorOf(await world.verify(String(body['sessionId'])), 400, 'invalid_provider')
    const late = await world.start()
    await sql`update connect_sessions set expires_at = created_at where id_hash = ${hashOf(late)}`.execute(
      world.app.db,
    )
    errorOf(await world.verify(late), 410, 'session_expired')
    errorOf(await world.rooms(late), 410, 'session_expired')
    errorOf(await world.map(late, [{ roomId: '1', create: true }]), 410, 'session_expired')
    const another = await world.start()
    await sql`
      update connect_sessions set state = 'awaiting_room_mapping', provider = 'airbnb'
      where id_hash = ${hashOf(another)}`.execute(world.app.db)
    errorOf(await world.rooms(another), 409, 'invalid_state')
  })

  it('a channel that does not answer is told, and claims nothing', async () => {
    const session = await world.start()
    world.simulator.faults.add({ kind: '500', count: 50 })
    errorOf(await world.verify(session), 502, 'network_error')
    world.simulator.faults.clear()
    assert.equal(await world.status(session), 'pending')
  })
})

describe('mapping', () => {
  it('is of all rooms or of none', async () => {
    const { session, rooms } = await claimedSession()
    const [first, second] = rooms
    assert.ok(first && second)
    const kept = await home('Kept here', { currency: first.currency })
    const dollars = await home('In another currency', { currency: first.currency === 'USD' ? 'EUR' : 'USD' })
    const map = (...mappings: object[]) => world.map(session, mappings)
    const [one, two] = [first.roomId, second.roomId]
    errorOf(await map({ roomId: one }), 400, 'invalid_body')
    errorOf(await map({ roomId: one, listingId: kept, create: true }), 400, 'invalid_body')
    errorOf(await map({ roomId: one, create: true }, { roomId: one, listingId: null }), 400, 'invalid_body')
    errorOf(await map({ roomId: one, listingId: 999999 }), 404, 'not_found')
    const nowhere = errorOf(
      await map({ roomId: one, listingId: null, onDrift: 'report' }),
      400,
      'invalid_body',
    )
    assert.equal(nowhere['field'], 'mappings[0].onDrift')
    errorOf(await map({ roomId: one, listingId: kept, onDrift: 'ignore' }), 400, 'invalid_body')
    const before = await linked(await connectionId())
    const refused = errorOf(
      await map({ roomId: one, listingId: kept }, { roomId: two, listingId: dollars }),
      409,
      'invalid_state',
    )
    assert.equal(refused['field'], 'mappings[1].listingId')
    const off = await home('Switched off')
    await world.app.post('/v1/listings/status', { listingIds: [String(off)], active: false })
    errorOf(await map({ roomId: one, listingId: off }), 403, 'listing_inactive')
    const set = (calendar: boolean) =>
      sql`
      update connections set write_policy = jsonb_set(write_policy, '{calendar,availability}', ${String(calendar)}::jsonb)
      where provider = 'booking'`.execute(world.app.db)
    await set(false)
    errorOf(await map({ roomId: one, listingId: kept }), 409, 'pms_writes_off')
    await set(true)
    const { services } = world.app
    const joined = services.connectors
    const { booking } = joined
    assert.ok(booking)
    // As if Booking.com asked owners what they allow.
    services.connectors = { ...joined, booking: { ...booking, consent: consentTo('app-of-tests') } }
    const grant = (words: string[] | null) =>
      sql`update connections set granted = ${words}::text[] where provider = 'booking'`.execute(world.app.db)
    await grant(['messages_read'])
    errorOf(await map({ roomId: one, listingId: kept }), 403, 'insufficient_access')
    await grant(null)
    const { calendarWrites: _, ...readable } = booking.operations
    services.connectors = { ...joined, booking: { ...booking, operations: readable } }
    errorOf(await map({ roomId: one, listingId: kept }), 422, 'channel_not_supported')
    services.connectors = joined
    assert.deepEqual(await linked(await connectionId()), before)
    assert.equal(await world.status(session), 'awaiting_room_mapping')
  })

  it('ends the session, tells it, and begins to write our calendar to the rooms', async () => {
    const { session, rooms } = await claimedSession()
    const [first, second, third] = rooms
    assert.ok(first && second && third)
    const named = await home(first.roomName, { currency: first.currency })
    const suggested = (await shown(session)).rooms.find(({ roomId }) => roomId === first.roomId)
    assert.equal(suggested?.['suggestedListingId'], named)
    assert.ok((await shown(session)).listingOptions.some(({ id }) => id === named))
    const wanted = [
      { roomId: first.roomId, listingId: named, onDrift: 'report' },
      { roomId: second.roomId, create: true },
      { roomId: third.roomId, listingId: null },
    ]
    // Two that are sent at the same moment are one.
    const [a, b] = await Promise.all([world.map(session, wanted), world.map(session, wanted)])
    const [done, late] = a.status === 200 ? [a, b] : [b, a]
    assert.equal(done.status, 200, done.text)
    errorOf(late, 409, 'session_terminal')
    assert.deepEqual([done.body['mapped'], done.body['unmapped']], [2, 1])
    const drift = (rows: unknown) => (rows as { onDrift: unknown }[]).map(({ onDrift }) => onDrift)
    assert.deepEqual(drift(done.body['rooms']), ['report', 'mend', null])
    const { rows: stays } = await sql<{ room: string }>`
      select external_id as room from reservations
      where workspace_id = ${world.app.workspace.id} and connection_id = ${String(done.body['connectionId'])}
        and listing_id = any(${(done.body['rooms'] as unknown as { listingId: number | null }[]).flatMap(
          ({ listingId }) => listingId ?? [],
        )}::bigint[])`.execute(world.app.db)
    assert.equal(done.body['reservationsImported'], stays.length)
    assert.equal(await world.status(session), 'completed')
    errorOf(await world.map(session, wanted), 409, 'session_terminal')
    const after = await linked(done.body['connectionId'])
    const of = (roomId: string) => after.find(({ room }) => room === roomId)
    assert.deepEqual([of(first.roomId)?.listing, of(first.roomId)?.sells], [String(named), true])
    assert.deepEqual([of(second.roomId)?.sells, of(third.roomId)?.sells], [true, false])
    const made = String((done.body['rooms'] as unknown as { listingId: number }[])[1]?.listingId)
    assert.equal(of(second.roomId)?.listing, made)
    const { body } = await world.app.get(`/v1/listings/${made}`)
    assert.equal(body['name'], second.roomName)
    const ended = await shown(session)
    assert.deepEqual([ended.status, ended.listingOptions], ['completed', []])
    assert.deepEqual(drift(ended.rooms), ['report', 'mend', null])
    const units = await world.app.get(`/v1/connections/booking:${world.hotelId}/units`)
    const metas = units.body['units'] as unknown as { meta: { on_drift: unknown } }[]
    assert.deepEqual(
      metas.map(({ meta }) => meta.on_drift),
      ['report', 'mend', null],
    )
    assert.equal(ended.rooms.find(({ roomId }) => roomId === first.roomId)?.['currentListingId'], named)
    const { rows } = await sql<{ data: string }>`
      select data from events where workspace_id = ${world.app.workspace.id} and type = 'connect.session.completed'`.execute(
      world.app.db,
    )
    const told = rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
    assert.deepEqual(
      told
        .filter(({ sessionId }) => sessionId === session)
        .map(({ externalAccountId, state }) => [externalAccountId, state]),
      [[world.hotelId, 'mine']],
    )
    const view = await world.app.get(`/v1/connect/sessions/${session}`, { key: null })
    assert.match(String(view.body['returnUrl']), /status=connected/)
  })
})

const connectionId = async () => {
  const { body } = await world.app.get('/v1/channels/booking/properties')
  const rows = body['data'] as unknown as { hotelId: string; connectionId: string }[]
  return rows.find(({ hotelId }) => hotelId === world.hotelId)?.connectionId
}

it('a server without an account at Booking.com says which settings are missing', async (t) => {
  const app = await startTestApp({})
  t.after(() => app.close())
  const { rows } = await sql<{
    id: string
  }>`select id from workspaces where id = ${app.workspace.id}`.execute(app.db)
  assert.equal(rows.length, 1)
  const { body } = await app.post('/v1/connect', { redirectUrl: 'https://app.example.com/' })
  const answer = await app.post(
    '/v1/connect/booking/verify',
    { sessionId: body['sessionId'], hotelId: '4012300' },
    { key: null },
  )
  assert.match(String(errorOf(answer, 503, 'provider_unavailable')['message']), /BOOKING_CLIENT_ID/)
})

it('what Booking.com sends of a claim is received, and taken for nothing', async () => {
  const send = (body: unknown) => world.app.post('/v1/connect/booking/callback', body, { key: null })
  const got = await send({ property_id: Number(world.hotelId), anything: 'else' })
  assert.deepEqual([got.status, got.body], [200, { received: true }])
  errorOf(await send({}), 400, 'invalid_body')
})

it('a property that is connected again has its rooms where they were, and nobody is asked', async () => {
  const { app } = world
  await sql`
    update connections set status = 'error', action_reason = 'reauth_required'
    where workspace_id = ${app.workspace.id} and provider = 'booking'`.execute(app.db)
  const shut = await app.get('/v1/connect/booking')
  const { accounts } = shut.body['dataFreshness'] as unknown as { accounts: { fixUrl?: string }[] }
  const fixUrl = accounts[0]?.fixUrl ?? assert.fail(shut.text)
  const { pathname, search } = new URL(fixUrl)
  const opened = await app.get(pathname + search, { key: null })
  assert.equal(opened.status, 302, opened.text)
  const session = new URL(String(opened.headers['location'])).pathname.split('/').at(-1) ?? ''
  const before = await linked(await connectionId())
  const answer = await world.verify(session)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await world.status(session), 'completed')
  assert.deepEqual(await linked(await connectionId()), before)
})
