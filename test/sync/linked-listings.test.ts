/** One listing, two accounts: one keeps it, the other is linked to it and brings stays and threads, nothing else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Connector } from '../../src/connector-kit/connector.ts'
import type { CalendarDayRecord } from '../../src/contract/records.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

const dates = Array.from({ length: 10 }, (_, day) => `2026-06-${15 + day}`)
const dayInSeconds = 24 * 3600

/** What the calendars of both say, so that it shows whose word counts. */
const nights = (price: string, availableUnits: number): CalendarDayRecord[] =>
  dates.map((date) => ({ date, available: true, price, availableUnits }))

function vendorCalled(id: string, told: CalendarDayRecord[]): FakeVendor & { read: string[] } {
  const vendor = fakeVendor()
  const read: string[] = []
  const { manifest, operations } = vendor.connector
  const connector: Connector = {
    ...vendor.connector,
    manifest: { ...manifest, id },
    operations: {
      ...operations,
      calendar: {
        range(_, { listing: { externalId } }) {
          read.push(externalId)
          return Promise.resolve(structuredClone(told))
        },
      },
    },
  }
  return Object.assign(vendor, { connector, read })
}

const keeper = vendorCalled('acme', nights('100.00', 1))
const rooms = vendorCalled('grand', nights('200.00', 2))
const other = vendorCalled('other', nights('999.00', 1))

let world: World
const connectionIds = new Map<string, string>()

async function connect(provider: string): Promise<string> {
  const answer = await world.app.post(
    `/v1/connect/${provider}/credentials`,
    { credentials: { token: `token of ${provider}` } },
    { key: world.app.workspace.liveKey },
  )
  assert.equal(answer.status, 200, answer.text)
  const id = (answer.body as unknown as { pmsConnectionId: string }).pmsConnectionId
  connectionIds.set(provider, id)
  return id
}

async function link(provider: string, externalId: string, listingId: string): Promise<void> {
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    values (${world.app.workspace.id}, ${connectionIds.get(provider)}, ${externalId}, ${listingId})`.execute(
    world.app.db,
  )
}

const storedListings = async () =>
  (
    await sql<{ id: string; external_id: string | null; provider: string | null; name: string }>`
      select l.id, l.external_id, c.provider, l.name
      from listings l left join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
      order by c.provider, l.id`.execute(world.app.db)
  ).rows

const storedListing = async (id: string) =>
  (
    await sql<{ row: object }>`select to_jsonb(l) as row from listings l where id = ${id}`.execute(
      world.app.db,
    )
  ).rows[0]?.row

interface Night {
  date: string
  available: boolean
  availableUnits: number
  price: number | null
}
async function shownNights(listingId: string): Promise<Map<string, Night>> {
  const { days } = await world.get<{ days: Night[] }>(
    `/v1/availability/${listingId}?from=${dates[0]}&to=${dates.at(-1)}`,
  )
  return new Map(days.map((day) => [day.date, day]))
}

const open = (shown: ReadonlyMap<string, Night>) =>
  [...shown.values()].filter(({ available }) => available).map(({ date }) => date)
const without = (...taken: string[]) => dates.filter((date) => !taken.includes(date))

interface Shown {
  id: string
  listingId: string
  confirmationCode: string
  status: string
  account: { provider: string } | null
}
const reservationOf = async (code: string) =>
  (await world.all<Shown>('/v1/reservations')).find(({ confirmationCode }) => confirmationCode === code)

let home: string
let hotel: string

before(async () => {
  world = await startFakeWorld(keeper.connector)
  world.services.connectors = Object.fromEntries(
    [keeper, rooms, other].map(({ connector }) => [connector.manifest.id, connector]),
  )
  keeper.listings.set('A', listing('A', { name: 'As its keeper says' }))
  rooms.listings.set('R', listing('R', { name: 'Double room', model: 'hotel', unitCount: 2 }))
  await connect('acme')
  await connect('grand')
  await connect('other')
  await world.startWorker()
  await world.settle()
  const stored = await storedListings()
  home = stored.find(({ external_id: id }) => id === 'A')?.id ?? assert.fail('A was not stored')
  hotel = stored.find(({ external_id: id }) => id === 'R')?.id ?? assert.fail('R was not stored')
  await world.stopWorker()
  await link('other', 'X', home)
  await link('other', 'Y', hotel)
  const before = await storedListing(home)
  other.listings.set('X', listing('X', { name: 'As the other says', currency: 'USD', unitCount: 7 }))
  other.stays.set('s1', stay('s1', { listingExternalId: 'X', checkIn: '2026-06-17', checkOut: '2026-06-19' }))
  other.stays.set('s2', stay('s2', { listingExternalId: 'Y', checkIn: '2026-06-17', checkOut: '2026-06-19' }))
  other.stays.set('q1', inquiry('q1', { listingExternalId: 'X' }))
  other.conversations.set('c1', {
    externalId: 'c1',
    platform: 'airbnb',
    listingExternalId: 'X',
    reservationExternalId: 's1',
  })
  await world.startWorker()
  await world.pass(dayInSeconds)
  assert.deepEqual(await storedListing(home), before, 'what the keeper said stands as it was')
})
after(() => world.close())

test('a stay of the other account is at the listing, under the account it came through', async () => {
  const shown = await reservationOf('CODE-s1')
  assert.deepEqual([shown?.listingId, shown?.account?.provider], [home, 'other'])
  const [question] = await world.all<{ listingId: string }>('/v1/inquiries?status=all')
  const [thread] = await world.all<{ listingId: string; reservationId: string }>('/v1/conversations')
  assert.deepEqual(
    [question?.listingId, thread?.listingId, thread?.reservationId],
    [home, home, shown?.id ?? assert.fail('no reservation')],
  )
})

test('its nights are closed, and prices stay those of the keeper', async () => {
  const shown = await shownNights(home)
  assert.deepEqual(open(shown), without('2026-06-17', '2026-06-18'))
  assert.deepEqual([...new Set([...shown.values()].map(({ price }) => price))], [100])
})

test('there is one listing, called as its keeper calls it', async () => {
  const stored = await storedListings()
  assert.deepEqual(
    stored.map(({ provider, name }) => [provider, name]),
    [
      ['acme', 'As its keeper says'],
      ['grand', 'Double room'],
    ],
  )
  const told = (await world.events()).filter(({ type }) => type.startsWith('listing.'))
  assert.deepEqual(told, [], 'nothing happened to it')
})

test('neither its nights nor its rooms are asked for at the other account', () => {
  assert.deepEqual(other.read, [])
  assert.deepEqual(
    other.calls.filter((call) => call.startsWith('units') || call.startsWith('listings X')),
    [],
  )
})

test('a room that another account sold is missing until the stay is over, however often its keeper says nothing of it', async () => {
  const left = async () => (await shownNights(hotel)).get('2026-06-17')?.availableUnits
  assert.equal(await left(), 1)
  const before = rooms.read.length
  // Another stay of the keeper's own has its calendar read anew.
  rooms.stays.set('r1', stay('r1', { listingExternalId: 'R', checkIn: '2026-06-20', checkOut: '2026-06-21' }))
  await world.pass(3600)
  assert.ok(rooms.read.length > before, 'the calendar was read again')
  assert.equal(await left(), 1)
})

test('what is changed there is changed here, and only there can it be changed', async () => {
  const s1 = (await reservationOf('CODE-s1'))?.id
  const { liveKey: key } = world.app.workspace
  const refused = [
    await world.app.call('PATCH', `/v1/reservations/${s1}`, { key, body: { guestCount: 3 } }),
    await world.app.post(`/v1/reservations/${s1}/cancel`, {}, { key }),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body['error']?.['code'], body['error']?.['provider']]),
    Array.from({ length: 2 }, () => [409, 'reservation_owned_by_channel', 'other']),
  )
  other.stays.set('s1', stay('s1', { listingExternalId: 'X', checkIn: '2026-06-18', checkOut: '2026-06-20' }))
  await world.pass(3600)
  // What was left is open once its keeper's calendar was read after it, which may be by now.
  const soon = open(await shownNights(home)).filter((date) => date !== '2026-06-17')
  assert.deepEqual(soon, without('2026-06-17', '2026-06-18', '2026-06-19'))
  await world.pass(dayInSeconds)
  assert.deepEqual(open(await shownNights(home)), without('2026-06-18', '2026-06-19'))
  const standing = await storedListing(home)
  other.stays.set(
    's1',
    stay('s1', { listingExternalId: 'X', status: 'cancelled', sourceStatus: 'cancelled' }),
  )
  await world.pass(dayInSeconds)
  assert.equal((await reservationOf('CODE-s1'))?.status, 'cancelled')
  assert.deepEqual(await storedListing(home), standing)
})

test('what the other account no longer lists, or cuts off, stays', async () => {
  other.listings.delete('X')
  await world.pass(8 * dayInSeconds)
  const answer = await world.app.call('DELETE', '/v1/connect/other', { key: world.app.workspace.liveKey })
  assert.deepEqual([answer.status, answer.body['listingsDeactivated']], [200, []])
  const shown = await world.get<{ status: string; name: string }>(`/v1/listings/${home}`)
  assert.deepEqual([shown.status, shown.name], ['active', 'As its keeper says'])
})

test('a listing that we keep takes stays of an account as well', async () => {
  const { liveKey: key, id: workspaceId } = world.app.workspace
  const made = await world.app.post('/v1/listings', { name: 'Ours' }, { key })
  const ours = String(made.body['id'])
  await connect('other')
  await link('other', 'Z', ours)
  other.stays.set('s3', stay('s3', { listingExternalId: 'Z', checkIn: '2026-07-20', checkOut: '2026-07-22' }))
  await world.pass(dayInSeconds)
  const shown = await reservationOf('CODE-s3')
  assert.equal(shown?.listingId, ours)
  const { rows } = await sql<{ connection_id: string | null; name: string }>`
    select connection_id, name from listings where workspace_id = ${workspaceId} and id = ${ours}`.execute(
    world.app.db,
  )
  assert.deepEqual(rows, [{ connection_id: null, name: 'Ours' }])
  const body = { listingId: ours, checkIn: '2026-07-21', checkOut: '2026-07-23', guest: { firstName: 'Ana' } }
  const taken = await world.app.post('/v1/reservations', body, { key })
  assert.deepEqual(
    [taken.status, taken.body['error']?.['code']],
    [422, 'reservation_not_created'],
    taken.text,
  )
})

test('an account keeps no listing without a link to it', async () => {
  const orphaned = sql`
    update listings set connection_id = ${connectionIds.get('other')}, external_id = 'W' where id = ${home}`
  await assert.rejects(orphaned.execute(world.app.db), /violates foreign key constraint/)
  const nameless = sql`update listings set external_id = null where id = ${home}`
  await assert.rejects(nameless.execute(world.app.db), /violates check constraint/)
})
