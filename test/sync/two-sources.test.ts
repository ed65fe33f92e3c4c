/** One booking that comes from a PMS and from the channel itself is one record, whoever tells of it first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Connector } from '../../src/connector-kit/connector.ts'
import type { ReservationRecord } from '../../src/contract/records.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

function vendorCalled(id: string, category: 'pms' | 'ota'): FakeVendor {
  const vendor = fakeVendor()
  const connector: Connector = {
    ...vendor.connector,
    manifest: { ...vendor.connector.manifest, id, category },
  }
  return { ...vendor, connector }
}

const pms = vendorCalled('acme', 'pms')
const airbnb = vendorCalled('airbnb', 'ota')
const day = 24 * 3600

let world: World
let home = ''

interface Shown {
  id: string
  listingId: string
  confirmationCode: string
  status: string
  checkIn: string
  checkInTime: string | null
  totalPrice?: string
  account: { provider: string } | null
  conflictsWith: string[]
  formerIds?: string[]
}

before(async () => {
  world = await startFakeWorld(pms.connector)
  world.services.connectors = { acme: pms.connector, airbnb: airbnb.connector }
  pms.listings.set('A', listing('A', { name: 'As the PMS says', model: 'hotel', unitCount: 2 }))
  airbnb.listings.set('X', listing('X', { name: 'As Airbnb says' }))
  // Known to both before the listings are one.
  atPms('old', 'HMOLD', { checkIn: '2026-07-20', checkOut: '2026-07-22' })
  atAirbnb('HMOLD', { checkIn: '2026-07-20', checkOut: '2026-07-22' })
  await connect('acme')
  await connect('airbnb')
  await world.startWorker()
  await world.settle()
  const listings = await world.all<{ id: string; name: string }>('/v1/listings')
  home = listings.find(({ name }) => name === 'As the PMS says')?.id ?? ''
})
after(() => world?.close())

async function connect(provider: string): Promise<void> {
  const credentials = { token: `token of ${provider}` }
  const answer = await world.app.post(`/v1/connect/${provider}/credentials`, { credentials })
  assert.equal(answer.status, 200, answer.text)
}

const booking: Partial<ReservationRecord> = { source: 'airbnb', bookedAt: '2026-06-15T10:00:00Z' }
function atPms(id: string, confirmationCode: string, more: Partial<ReservationRecord> = {}): void {
  pms.stays.set(
    id,
    stay(id, { ...booking, confirmationCode, totalPrice: '500.00', checkInTime: '16:00', ...more }),
  )
}
function atAirbnb(code: string, more: Partial<ReservationRecord> = {}): void {
  const about = { ...booking, confirmationCode: code, listingExternalId: 'X', totalPrice: '450.00' }
  airbnb.stays.set(code, stay(code, { ...about, ...more }))
}
const list = () => world.all<Shown>('/v1/reservations')
const withCode = async (code: string) =>
  (await list()).filter(({ confirmationCode }) => confirmationCode === code)
async function only(code: string): Promise<Shown> {
  const [found, ...others] = await withCode(code)
  assert.ok(found, `no stay ${code}`)
  assert.deepEqual(others, [])
  return found
}
const rowsOf = async (code: string) =>
  (
    await sql<{ id: string; provider: string; externalId: string; shownAs: string | null }>`
      select r.id, c.provider, r.external_id as "externalId", r.merged_into as "shownAs" from reservations r
      join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
      where r.confirmation_code = ${code} order by r.id`.execute(world.app.db)
  ).rows
const left = async (date: string) => {
  const { days } = await world.get<{ days: { availableUnits: number }[] }>(
    `/v1/availability/${home}?from=${date}&to=${date}`,
  )
  return days[0]?.availableUnits
}
const told = async (id: string, type?: string) =>
  (await world.events()).filter(
    (event) => event.data.object?.['id'] === id && (type === undefined || event.type === type),
  )

test('what both had told before is one record once the listings are one', async () => {
  const [first, second] = await withCode('HMOLD')
  assert.ok(first && second, 'two records of two listings')
  const mapped = await world.app.post('/v1/channels/airbnb/listings/map', { airbnbId: 'X', listingId: home })
  assert.deepEqual([mapped.status, mapped.body['writtenBy']], [200, 'acme'], mapped.text)
  const shown = await only('HMOLD')
  const kept = [first.id, second.id].toSorted((a, b) => Number(a) - Number(b))[0]
  assert.deepEqual([shown.id, shown.account?.provider, shown.totalPrice], [kept, 'airbnb', '450.00'])
  assert.equal(shown.checkInTime, '16:00', 'of what Airbnb does not say, what the PMS says')
  assert.equal(await left('2026-07-20'), 1, 'the night is sold once')
  for (const { id } of [first, second])
    assert.equal((await world.get<Shown>(`/v1/reservations/${id}`)).id, kept)
  // Whoever keeps a copy of either learns that the two are one, and that nothing was cancelled.
  const gone = kept === first.id ? second.id : first.id
  assert.deepEqual(shown.formerIds, [gone])
  const updates = await told(shown.id, 'reservation.updated')
  const last = updates.at(-1)?.data as { object?: { formerIds?: string[] }; previousAttributes?: object }
  assert.deepEqual([last.object?.formerIds, 'formerIds' in (last.previousAttributes ?? {})], [[gone], true])
  assert.equal((await told(gone, 'reservation.cancelled')).length, 0)
})

test('the PMS tells first: the channel takes over under the same id, told as one change', async () => {
  atPms('p1', 'HMONE', { checkIn: '2026-07-01', checkOut: '2026-07-04' })
  await world.pass(day)
  const first = await only('HMONE')
  assert.deepEqual([first.account?.provider, first.totalPrice], ['acme', '500.00'])
  atAirbnb('HMONE', { checkIn: '2026-07-01', checkOut: '2026-07-05' })
  await world.pass(day)
  const shown = await only('HMONE')
  assert.deepEqual([shown.id, shown.account?.provider, shown.totalPrice], [first.id, 'airbnb', '450.00'])
  assert.equal(shown.checkInTime, '16:00')
  assert.equal((await told(first.id, 'reservation.created')).length, 1)
  assert.equal((await told(first.id, 'reservation.updated')).length, 1)
  assert.deepEqual([await left('2026-07-01'), await left('2026-07-04')], [1, 1])
  assert.deepEqual(
    (await rowsOf('HMONE')).map(({ provider, externalId, shownAs }) => [provider, externalId, shownAs]),
    [
      ['airbnb', 'HMONE', null],
      ['acme', 'p1', first.id],
    ],
  )
})

test('the channel tells first: the PMS adds what the channel does not say, and nothing else', async () => {
  atAirbnb('HMTWO', { checkIn: '2026-08-01', checkOut: '2026-08-03' })
  await world.pass(day)
  const first = await only('HMTWO')
  atPms('p2', 'HMTWO', { checkIn: '2026-08-01', checkOut: '2026-08-04' })
  await world.pass(day)
  const shown = await only('HMTWO')
  assert.deepEqual(
    [shown.id, shown.account?.provider, shown.totalPrice, shown.checkInTime],
    [first.id, 'airbnb', '450.00', '16:00'],
  )
  assert.deepEqual([await left('2026-08-01'), await left('2026-08-03')], [1, 2], "the channel's dates count")
  assert.equal((await told(first.id, 'reservation.created')).length, 1)
  assert.deepEqual(shown.conflictsWith, [])
})

test('a question that is read after its booking is booked, though the channel took over from the PMS meanwhile', async () => {
  const nights = { checkIn: '2026-10-01', checkOut: '2026-10-03' }
  atPms('p9', 'HMASKED', nights)
  await world.pass(day)
  atAirbnb('HMASKED', { ...nights, inquiryExternalId: 'q9' })
  await world.pass(day)
  const { id, account } = await only('HMASKED')
  assert.equal(account?.provider, 'airbnb')
  airbnb.stays.set('q9', {
    ...{ kind: 'inquiry', externalId: 'q9', listingExternalId: 'X', channel: 'airbnb', status: 'open' },
    ...{ ...nights, sourceStatus: 'Inquiry active' },
  })
  await world.pass(day)
  const { rows } = await sql`
    select status, reservation_id from inquiries where external_id = 'q9'`.execute(world.app.db)
  assert.deepEqual(rows, [{ status: 'booked', reservation_id: id }])
})

test('readings that find nothing new change nothing, and every source stays as it says', async () => {
  const before = await list()
  const events = (await world.events()).length
  await world.pass(2 * day)
  assert.deepEqual(await list(), before)
  assert.equal((await world.events()).length, events)
})

test('the channel decides whether it is cancelled', async () => {
  const { id } = await only('HMTWO')
  atPms('p2', 'HMTWO', { checkIn: '2026-08-01', checkOut: '2026-08-04', status: 'cancelled' })
  await world.pass(day)
  assert.equal((await only('HMTWO')).status, 'confirmed')
  assert.equal(await left('2026-08-01'), 1)
  atAirbnb('HMTWO', { checkIn: '2026-08-01', checkOut: '2026-08-03', status: 'cancelled' })
  await world.pass(day)
  assert.equal((await only('HMTWO')).status, 'cancelled')
  assert.equal((await told(id, 'reservation.cancelled')).length, 1)
  assert.equal(await left('2026-08-01'), 2)
})

test('a process that ends in between leaves both or neither', async () => {
  atPms('p3', 'HMTHREE', { checkIn: '2026-09-01', checkOut: '2026-09-03' })
  await world.pass(day)
  const { id } = await only('HMTHREE')
  const { db } = world.app
  await sql`
    create function ends_here() returns trigger language plpgsql as $$ begin
      if new.merged_into is not null then raise exception 'the process ended'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger ends_here before insert on reservations for each row execute function ends_here()`.execute(
    db,
  )
  atAirbnb('HMTHREE', { checkIn: '2026-09-01', checkOut: '2026-09-04' })
  await world.pass(3600)
  assert.deepEqual((await only('HMTHREE')).account?.provider, 'acme')
  assert.equal((await rowsOf('HMTHREE')).length, 1)
  await sql`drop trigger ends_here on reservations`.execute(db)
  await sql`drop function ends_here()`.execute(db)
  await world.pass(day)
  const shown = await only('HMTHREE')
  assert.deepEqual([shown.id, shown.account?.provider], [id, 'airbnb'])
})

test('when the channel is disconnected the PMS leads, and the channel again once it tells again', async () => {
  const { id } = await only('HMONE')
  const gone = await world.app.delete('/v1/connect/airbnb')
  assert.equal(gone.status, 200, gone.text)
  const shown = await only('HMONE')
  assert.deepEqual([shown.id, shown.account?.provider, shown.totalPrice], [id, 'acme', '500.00'])
  assert.equal(await left('2026-07-04'), 2, "the PMS's dates count")
  atPms('p1', 'HMONE', { checkIn: '2026-07-02', checkOut: '2026-07-04' })
  await world.pass(day)
  assert.equal((await only('HMONE')).checkIn, '2026-07-02')
  await connect('airbnb')
  atAirbnb('HMONE', { checkIn: '2026-07-01', checkOut: '2026-07-06' })
  await world.pass(day)
  const back = await only('HMONE')
  assert.deepEqual([back.id, back.account?.provider, back.checkIn], [id, 'airbnb', '2026-07-01'])
})

test('a channel listing that becomes one of another listing takes its stays along, and the PMS keeps its own', async () => {
  const before = await only('HMONE')
  const made = await world.app.post('/v1/listings', { name: 'Elsewhere', currency: 'EUR' })
  const elsewhere = String(made.body['id'])
  const mapped = await world.app.post('/v1/channels/airbnb/listings/map', {
    ...{ airbnbId: 'X', listingId: elsewhere, syncEnabled: false },
  })
  assert.equal(mapped.status, 200, mapped.text)
  const both = await withCode('HMONE')
  assert.deepEqual(
    both.map(({ listingId, account }) => [listingId, account?.provider]).toSorted(),
    [
      [elsewhere, 'airbnb'],
      [home, 'acme'],
    ].toSorted(),
  )
  assert.equal(both.find(({ listingId }) => listingId === elsewhere)?.id, before.id)
  // On its own again, nothing says that it was ever another.
  const old = await withCode('HMOLD')
  assert.equal(old.length, 2)
  assert.ok(old.every((one) => !('formerIds' in one)))
})
