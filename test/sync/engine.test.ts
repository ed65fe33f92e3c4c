/** The engine's promises, against a vendor that misbehaves on purpose. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { storeHints } from '../../src/features/sync/state/fetch-queries.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type ShownConnection, type World } from './world.ts'

let vendor: FakeVendor
let world: World

async function begin(options: Parameters<typeof fakeVendor>[0] = {}): Promise<void> {
  vendor = fakeVendor(options)
  vendor.listings.set('A', listing('A'))
  world = await startFakeWorld(vendor.connector)
}
beforeEach(() => begin())
afterEach(() => world.close())

async function importAll(): Promise<void> {
  await world.connect()
  await world.startWorker()
  await world.settle()
}
interface Stay {
  id: string
  confirmationCode: string
  status: string
  statusDetail?: string
  updatedAt: string
  primaryGuest?: { id: string; firstName: string; email: string | null }
  unit: { name: string } | null
}
const stays = async () =>
  new Map((await world.all<Stay>('/v1/reservations')).map((one) => [one.confirmationCode, one]))
const types = async () => (await world.events()).map(({ type }) => type)
const shown = () => world.get<ShownConnection>('/v1/connect/acme')
const put = (record: ReturnType<typeof stay> | ReturnType<typeof inquiry>) =>
  void vendor.stays.set(record.externalId, record)

test('a booking made after connecting is told even when the first import brings it', async () => {
  put(stay('old'))
  put(stay('new', { bookedAt: '2026-06-15T12:00:00Z', checkIn: '2026-07-05', checkOut: '2026-07-09' }))
  put(stay('undated', { bookedAt: null, checkIn: '2026-07-09', checkOut: '2026-07-12' }))
  await importAll()
  const events = await world.events()
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object?.confirmationCode]),
    [['reservation.created', 'CODE-new']],
  )
})

test('stopped in the middle of an import, it goes on where it was', async () => {
  for (let i = 0; i < 7; i++) put(stay(`r${i}`))
  await world.connect()
  const reached = Promise.withResolvers<void>()
  vendor.trouble = (operation) => {
    if (operation !== 'reservations' || vendor.calls.filter((c) => c === operation).length < 3) return null
    reached.resolve()
    return new VendorError('unavailable', 'out of order')
  }
  await world.startWorker()
  await reached.promise
  await world.stopWorker()
  vendor.trouble = null
  vendor.calls = []
  await world.startWorker()
  await world.pass(30)
  assert.equal((await shown()).import?.status, 'completed')
  assert.equal((await stays()).size, 7)
  // Two of four pages were read before; the listings are not read again for the import.
  assert.equal(vendor.calls.indexOf('reservations'), 0)
})

test('a vendor that is down is asked less and less often, and the account shows why', async () => {
  await world.connect()
  vendor.trouble = () => new VendorError('unavailable', 'out of order, Bearer abcdefghijklmnop')
  await world.startWorker()
  await world.settle()
  const first = vendor.calls.length
  await world.pass(1)
  assert.equal(vendor.calls.length, first)
  const { import: progress, status } = await shown()
  assert.equal(status, 'active')
  assert.equal(progress?.status, 'failed')
  assert.match(String(progress?.error), /out of order/)
  assert.doesNotMatch(String(progress?.error), /abcdefghij/)
  vendor.trouble = null
  await world.pass(3600)
  assert.equal((await shown()).import?.status, 'completed')
})

test('credentials that are no longer accepted stop the reading, and are tried by themselves', async () => {
  put(stay('r1'))
  await importAll()
  vendor.trouble = () => new VendorError('reauth', 'sign in again')
  await world.pass(61)
  assert.equal((await shown()).status, 'active')
  await world.pass(301)
  const dead = await shown()
  assert.equal(dead.status, 'error')
  assert.equal(dead.action?.reason, 'reauth_required')
  vendor.calls = []
  await world.pass(48 * 3600)
  assert.deepEqual(vendor.calls, ['probe'])
  assert.equal((await stays()).size, 1)
  vendor.trouble = null
  put(stay('r2', { checkIn: '2026-07-05', checkOut: '2026-07-09' }))
  await world.connect()
  await world.settle()
  assert.equal((await shown()).status, 'active')
  assert.equal((await stays()).size, 2)
  assert.deepEqual(await types(), ['reservation.created'])
})

test('a pass that saw less than there is calls nothing gone', async () => {
  await world.close()
  await begin({ canAskForOne: false })
  for (const day of [1, 2, 3])
    put(stay(`r${day}`, { checkIn: `2026-07-0${day}`, checkOut: `2026-07-0${day + 1}` }))
  await importAll()
  vendor.stays.delete('r3')
  vendor.promised = 3
  await world.pass(25 * 3600)
  assert.equal((await shown()).import?.status, 'partial')
  assert.equal((await stays()).get('CODE-r3')?.status, 'confirmed')
  vendor.promised = null
  await world.pass(25 * 3600)
  assert.equal((await stays()).get('CODE-r3')?.status, 'cancelled')
  assert.deepEqual(await types(), ['reservation.cancelled'])
})

test('a row the list left out is asked for by its id before it is called gone', async () => {
  for (const id of ['r1', 'r2']) put(stay(id))
  await importAll()
  vendor.hidden.add('r2')
  await world.pass(25 * 3600)
  assert.equal((await stays()).get('CODE-r2')?.status, 'confirmed')
  vendor.stays.delete('r2')
  await world.pass(25 * 3600)
  assert.equal((await stays()).get('CODE-r2')?.status, 'cancelled')
})

test('a list that is suddenly empty is not believed where nothing can be asked for', async () => {
  await world.close()
  await begin({ canAskForOne: false })
  for (let i = 0; i < 20; i++) put(stay(`r${i}`))
  await importAll()
  vendor.stays.clear()
  await world.pass(25 * 3600)
  assert.equal((await shown()).import?.status, 'partial')
  assert.ok([...(await stays()).values()].every(({ status }) => status === 'confirmed'))
})

test('a listing that is gone is archived and comes back with its data, and its nights are read', async () => {
  const nightsRead: string[] = []
  vendor.connector.operations.calendar = {
    range: async (_, { listing: { externalId } }) => {
      nightsRead.push(externalId)
      return []
    },
  }
  vendor.listings.set('B', listing('B'))
  await importAll()
  vendor.listings.delete('B')
  await world.pass(25 * 3600)
  const names = async (status: string) =>
    (await world.all<{ name: string }>(`/v1/listings?status=${status}`)).map(({ name }) => name)
  assert.deepEqual(await names('archived'), ['Home B'])
  vendor.listings.set('B', listing('B'))
  nightsRead.length = 0
  await world.pass(16 * 60)
  assert.deepEqual(await names('archived'), [])
  assert.ok(nightsRead.includes('B'))
  assert.deepEqual(await names('active'), ['Home A', 'Home B'])
})

test('nights are read anew when their listing is priced in another currency or has other units', async () => {
  const prices: Record<string, string> = { EUR: '100.00', USD: '108.00' }
  vendor.connector.operations.calendar = {
    range: async (_, { listing: { externalId, unitCount }, from }) => {
      const price = prices[vendor.listings.get(externalId)?.currency ?? ''] ?? null
      return [{ date: from, available: true, availableUnits: unitCount, price }]
    },
  }
  vendor.listings.set('B', listing('B'))
  await importAll()
  const [, home] = await world.all<{ id: string }>('/v1/listings')
  /** Price, currency and units left of its night, a quarter of an hour after the vendor has this of the listing. */
  const nightWith = async (record: ReturnType<typeof listing> | null) => {
    if (record) vendor.listings.set('B', record)
    else vendor.listings.delete('B')
    await world.pass(15 * 60)
    const { rows } = await sql<{ price: string; currency: string; units: number }>`
      select trim_scale(d.price)::text as price, l.currency, d.available_units as units
      from listings l join calendar_days d on d.workspace_id = l.workspace_id and d.listing_id = l.id
      where l.workspace_id = ${world.app.workspace.id} and l.id = ${home?.id ?? null}`.execute(world.app.db)
    return rows.map((night) => `${night.price} ${night.currency}, ${night.units} left`).join()
  }
  assert.equal(await nightWith(listing('B')), '100 EUR, 1 left')
  assert.equal(await nightWith(listing('B', { currency: 'USD' })), '108 USD, 1 left')
  assert.equal(await nightWith(listing('B', { currency: 'USD', unitCount: 3 })), '108 USD, 3 left')
})

test('what the database refuses is kept aside alone', async () => {
  for (const id of ['r1', 'r2', 'r3']) put(stay(id))
  put(stay('bad', { checkIn: '2026-07-05', checkOut: '2026-07-01' }))
  await importAll()
  assert.deepEqual([...(await stays()).keys()].sort(), ['CODE-r1', 'CODE-r2', 'CODE-r3'])
  const { rows } = await sql<{ external_id: string; entity: string }>`
    select entity, external_id from sync_failures where workspace_id = ${world.app.workspace.id}`.execute(
    world.app.db,
  )
  assert.deepEqual(rows, [{ entity: 'reservations', external_id: 'bad' }])
  assert.equal((await shown()).import?.status, 'partial')
})

test('what is refused when it is read by itself is kept aside too, until it can be stored', async () => {
  put(stay('r1'))
  put(stay('bad', { checkIn: '2026-07-05', checkOut: '2026-07-01' }))
  await importAll()
  await world.pass(150)
  assert.ok(vendor.calls.includes('reservations bad'), 'it is tried again by itself')
  const { rows } = await sql<{ attempts: number; message: string }>`
    select attempts, message from sync_failures where external_id = 'bad'`.execute(world.app.db)
  assert.equal(rows.length, 1)
  assert.ok((rows[0]?.attempts ?? 0) > 1)
  assert.match(String(rows[0]?.message), /cannot be stored/)
  assert.equal((await stays()).size, 1)
  put(stay('bad'))
  await world.pass(3600)
  assert.deepEqual([...(await stays()).keys()].sort(), ['CODE-bad', 'CODE-r1'])
  assert.deepEqual((await sql`select from sync_failures`.execute(world.app.db)).rows, [])
})

test('characters no database stores do not poison a record', async () => {
  put(stay('r1', { guest: { firstName: 'Zo\u0000é', lastName: 'Half \ud83d' } }))
  await importAll()
  assert.equal((await stays()).get('CODE-r1')?.primaryGuest?.firstName, 'Zoé')
})

test('an inquiry that is booked becomes a stay, and the inquiry says so', async () => {
  put(inquiry('q1', { guest: { firstName: 'Ada', email: 'ada@example.org' } }))
  vendor.conversations.set('c1', { externalId: 'c1', platform: 'airbnb', reservationExternalId: 'q1' })
  await importAll()
  assert.equal((await stays()).size, 0)
  put(stay('q1', { guest: { firstName: 'Ada', email: 'ada@example.org' } }))
  await world.pass(61)
  const [one] = await world.all<{ status: string; reservationId: string; conversationId: string }>(
    '/v1/inquiries?status=all',
  )
  const booked = (await stays()).get('CODE-q1')
  assert.equal(one?.status, 'booked')
  assert.equal(one?.reservationId, booked?.id)
  const [thread] = await world.all<{ id: string; reservationId: string; guestId: string }>(
    '/v1/conversations',
  )
  assert.equal(thread?.id, one?.conversationId)
  assert.equal(thread?.reservationId, booked?.id)
  assert.equal(thread?.guestId, booked?.primaryGuest?.id)
  assert.deepEqual(await types(), ['reservation.created', 'inquiry.updated'])
})

test('the listing’s time zone decides when a stay is over, also when it changes', async () => {
  put(stay('r1', { checkIn: '2026-06-10', checkOut: '2026-06-14' }))
  await importAll()
  const completes = async () => {
    const { rows } = await sql<{ completes_at: Date }>`
      select completes_at from reservations where workspace_id = ${world.app.workspace.id}`.execute(
      world.app.db,
    )
    return rows[0]?.completes_at.toISOString()
  }
  assert.equal(await completes(), '2026-06-14T22:00:00.000Z')
  vendor.listings.set('A', listing('A', { timeZone: 'America/New_York' }))
  await world.pass(16 * 60)
  assert.equal(await completes(), '2026-06-15T04:00:00.000Z')
})

test('a renamed guest is shown on every booking, and each is told', async () => {
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }
  put(stay('r1', { guest: ada }))
  put(stay('r2', { guest: { ...ada, email: 'ADA@example.org ' }, bookedAt: '2026-02-01T00:00:00Z' }))
  vendor.conversations.set('c1', { externalId: 'c1', platform: 'airbnb', reservationExternalId: 'r1' })
  await importAll()
  const { etag = '' } = (await world.app.get('/v1/conversations')).headers
  const before = await stays()
  assert.equal(before.get('CODE-r1')?.primaryGuest?.id, before.get('CODE-r2')?.primaryGuest?.id)
  put(stay('r2', { guest: { ...ada, lastName: 'Lovelace' }, bookedAt: '2026-02-01T00:00:00Z' }))
  await world.pass(61)
  const events = await world.events()
  assert.deepEqual(
    events.map(({ data }) => [
      data.object?.confirmationCode,
      Object.keys(data.previousAttributes ?? {}).sort(),
      (data.previousAttributes?.primaryGuest as { lastName: string }).lastName,
    ]),
    [
      ['CODE-r2', ['guestDetails', 'guestName', 'primaryGuest'], 'Byron'],
      ['CODE-r1', ['guestDetails', 'guestName', 'primaryGuest'], 'Byron'],
    ],
  )
  // The list of conversations names the guest, so an older answer of it is no longer the same.
  const headers = { 'if-none-match': etag }
  const { status, body } = await world.app.get('/v1/conversations', { headers })
  assert.deepEqual([status, body['data']?.[0]?.['guestName']], [200, 'Ada Lovelace'])
})

test('a stay whose room or listing is not known yet is complete soon after', async () => {
  await importAll()
  vendor.listings.set('H', listing('H', { model: 'hotel', unitCount: 2 }))
  vendor.units.set('u1', { externalId: 'u1', listingExternalIds: ['H'], name: 'Room 1', active: true })
  put(stay('r1', { listingExternalId: 'H', unitExternalId: 'u1' }))
  put(stay('r2', { listingExternalId: 'H', unitExternalId: 'u1', status: 'cancelled' }))
  await world.pass(61)
  const known = await stays()
  assert.deepEqual(
    ['r1', 'r2'].map((id) => known.get(`CODE-${id}`)?.unit?.name),
    ['Room 1', 'Room 1'],
  )
  assert.equal(known.size, 2)
})

test('a room the vendor no longer has is retired', async () => {
  vendor.listings.set('H', listing('H', { model: 'hotel', unitCount: 2 }))
  for (const id of ['u1', 'u2', 'u3']) {
    vendor.units.set(id, { externalId: id, listingExternalIds: ['H'], name: id, active: true })
  }
  await importAll()
  vendor.units.delete('u2')
  await world.pass(25 * 3600)
  const hotel = (await world.all<{ id: string; name: string }>('/v1/listings')).find(
    (l) => l.name === 'Home H',
  )
  const { data } = await world.get<{ data: { name: string; active: boolean }[] }>(
    `/v1/listings/${hotel?.id}/units`,
  )
  assert.deepEqual(
    data.map(({ name, active }) => [name, active]),
    [
      ['u1', true],
      ['u2', false],
      ['u3', true],
    ],
  )
})

test('incremental reading that never comes to rest does not keep the first import from ending', async () => {
  for (let i = 0; i < 6; i++) {
    const id = `c${i}`
    vendor.conversations.set(id, { externalId: id, platform: null })
  }
  // Whatever is asked takes longer than the pause between two incremental readings.
  vendor.trouble = () => {
    world.app.clock.advance(61_000)
    return null
  }
  await world.connect()
  await world.startWorker()
  await until('the import to complete', async () => (await shown()).import?.status === 'completed')
  vendor.trouble = null
  await world.settle()
})

test('calendars that are always due again do not keep the first import from ending', async () => {
  vendor.listings.set('B', listing('B'))
  for (const id of ['c1', 'c2', 'c3']) vendor.conversations.set(id, { externalId: id, platform: null })
  vendor.connector.operations.calendar = {
    // Each reading takes longer than a calendar stays fresh: while one is read, the other becomes due.
    range: async () => {
      world.app.clock.advance(3_700_000)
      return []
    },
  }
  await world.connect()
  await world.startWorker()
  await until('the import to complete', async () => (await shown()).import?.status === 'completed')
  vendor.connector.operations.calendar.range = async () => []
  await world.settle()
})

test('one calendar or thread that cannot be read keeps nothing else waiting', async () => {
  for (const id of ['c1', 'c2', 'c3']) vendor.conversations.set(id, { externalId: id, platform: null })
  const message = (id: string) => ({
    externalId: `m-${id}`,
    conversationExternalId: id,
    direction: 'inbound' as const,
    body: id,
    sentAt: '2026-01-01T00:00:00Z',
  })
  for (const id of ['c1', 'c2', 'c3']) vendor.messages.set(id, message(id))
  vendor.trouble = (operation) =>
    operation === 'messages c1' ? new VendorError('unavailable', 'this one never answers') : null
  await importAll()
  for (let minute = 0; minute < 5; minute++) await world.pass(120)
  const progress = (await shown()).import
  assert.equal(progress?.status, 'partial')
  const { rows } = await sql<{ body: string }>`
    select body from messages where workspace_id = ${world.app.workspace.id} order by body`.execute(
    world.app.db,
  )
  assert.deepEqual(
    rows.map(({ body }) => body),
    ['c2', 'c3'],
  )
})

test('what somebody asks for while the import reads is not missing from it', async () => {
  for (const id of ['c1', 'c2', 'c3']) vendor.conversations.set(id, { externalId: id, platform: null })
  const connectionId = await world.connect()
  vendor.trouble = async (operation) => {
    if (operation !== 'messages c2') return null
    vendor.trouble = null
    const wanted = [{ entity: 'messages' as const, externalId: 'c3' }]
    await storeHints(world.app.db, world.app.workspace.live, connectionId, wanted, world.app.clock.now())
    return null
  }
  await world.startWorker()
  await world.settle()
  assert.deepEqual(vendor.calls.filter((call) => call.startsWith('messages')).sort(), [
    'messages c1',
    'messages c2',
    'messages c3',
  ])
  const progress = (await shown()).import
  assert.equal(progress?.status, 'completed', JSON.stringify(progress))
})

test('two workspaces connect the same account and see only their own', async () => {
  put(stay('r1'))
  await importAll()
  const other = await world.app.addWorkspace()
  await world.connect(other)
  await world.settle()
  const [own] = await world.all<Stay>('/v1/reservations')
  const [theirs] = await world.all<Stay>('/v1/reservations', other)
  assert.notEqual(own?.id, theirs?.id)
  assert.equal(own?.confirmationCode, theirs?.confirmationCode)
  assert.equal((await world.app.get(`/v1/reservations/${theirs?.id}`)).status, 404)
  put(stay('r1', { totalPrice: '200.00' }))
  await world.pass(61)
  assert.deepEqual(await types(), ['reservation.updated'])
  assert.deepEqual(
    (await world.events(other)).map(({ type }) => type),
    ['reservation.updated'],
  )
})

test('a turn that lost its connection to another stores nothing more', async () => {
  put(stay('r1'))
  await importAll()
  vendor.trouble = async () => {
    // While the vendor is being asked, another process takes over.
    await sql`update sync_schedule set holder = gen_random_uuid(), wake_at = null`.execute(world.app.db)
    return null
  }
  put(stay('r2'))
  world.app.clock.advance(61_000)
  await until('the vendor to be asked', () => vendor.calls.filter((c) => c === 'reservations').length > 1)
  await world.stopWorker()
  assert.equal((await stays()).size, 1)
})
