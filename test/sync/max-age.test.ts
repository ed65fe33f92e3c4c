/** Answers that may be so old and no older: read from the PMS when they are, once for all who ask. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { vendorCallsOf } from '../harness/vendor-calls.ts'
import { startWorld, type VendorRow, type World } from './world.ts'

interface Freshness {
  lastSyncedAt: string | null
  stale: boolean
  reason?: string
}
interface Nights {
  days: { date: string; available: boolean }[]
  dataFreshness?: Freshness
}

let world: World
before(async () => {
  world = await startWorld({ listings: 4, reservations: 20, seed: 5 })
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())
/** What was read is some seconds old, and nothing is due by itself yet. */
beforeEach(async () => {
  await world.pass(61)
  world.app.clock.advance(5000)
})

/** In a home of which there is one. */
function book(): VendorRow {
  const { listings, listingUnits } = world.state()
  const several = new Set(
    listingUnits.flatMap(({ listingMapId, units }) => (units.length > 1 ? listingMapId : [])),
  )
  const home = listings.find(({ id }) => !several.has(id))
  assert.ok(home)
  return world.simulator.operations.createReservation({ listingMapId: home.id }) as VendorRow
}

interface Stay {
  status: string
  dataFreshness?: Freshness
}
async function idOf(row: VendorRow): Promise<string> {
  const stays = await world.all<{ id: string; confirmationCode: string }>('/v1/reservations')
  const code = String(row.confirmationCode || row.channelReservationId || row.reservationId || row.id)
  const found = stays.find(({ confirmationCode }) => confirmationCode === code)
  assert.ok(found)
  return found.id
}

/** The nights of a stay that is at the PMS and not here, and the listing they are of. */
async function soldThere() {
  const row = book()
  const listing = world.state().listings.find(({ id }) => id === row.listingMapId)
  const listings = await world.all<{ id: string; name: string }>('/v1/listings?status=all')
  const id = listings.find(({ name }) => name === (listing?.internalListingName || listing?.name))?.id
  assert.ok(id)
  const last = Temporal.PlainDate.from(String(row.departureDate)).subtract({ days: 1 })
  return { row, id, url: `/v1/availability/${id}?from=${row.arrivalDate}&to=${last}` }
}
const isFree = ({ days }: Nights) => days.every(({ available }) => available)
const isSold = ({ days }: Nights) => days.every(({ available }) => !available)
const now = () => world.app.clock.now().toISOString()
const readingsOf = (calls: { path: string }[]) => calls.filter(({ path }) => /\/calendar$/.test(path)).length

test('nights that are too old are read before they are shown', async () => {
  const { url } = await soldThere()
  const stored = await world.get<Nights>(url)
  assert.ok(isFree(stored), 'nobody has told of the stay yet')
  assert.equal(stored.dataFreshness, undefined, 'nobody asked')
  const young = await world.get<Nights>(`${url}&max_age=3600`)
  assert.ok(isFree(young), 'an hour old is young enough')
  assert.equal(young.dataFreshness?.stale, false)
  assert.ok((young.dataFreshness.lastSyncedAt ?? '') < now())
  const fresh = await world.get<Nights>(`${url}&max_age=2&require_fresh=true`)
  assert.ok(isSold(fresh), JSON.stringify(fresh))
  assert.deepEqual(fresh.dataFreshness, { lastSyncedAt: now(), stale: false })
})

test('a quote of these nights as well', async () => {
  const { row, id } = await soldThere()
  const url = `/v1/quotes?property_id=${id}&check_in=${row.arrivalDate}&check_out=${row.departureDate}`
  interface Quote {
    available: boolean
    dataFreshness?: Freshness
  }
  const fresh = await world.get<Quote>(`${url}&max_age=2`)
  assert.equal(fresh.available, false)
  assert.equal(fresh.dataFreshness?.stale, false)
})

test('a reservation that changed at the PMS is shown as it is there', async () => {
  const row = book()
  await world.pass(61)
  const id = await idOf(row)
  await world.get<Stay>(`/v1/reservations/${id}?max_age=1`)
  const readAt = now()
  world.app.clock.advance(5000)
  world.simulator.operations.cancelReservation(String(row.id), {})
  const young = await world.get<Stay>(`/v1/reservations/${id}?max_age=30`)
  assert.deepEqual([young.status, young.dataFreshness], ['confirmed', { lastSyncedAt: readAt, stale: false }])
  const fresh = await world.get<Stay>(`/v1/reservations/${id}?max_age=1`)
  assert.deepEqual([fresh.status, fresh.dataFreshness], ['cancelled', { lastSyncedAt: now(), stale: false }])
  await world.settle()
  const again = await vendorCallsOf(world.simulator, () =>
    world.get<Stay>(`/v1/reservations/${id}?max_age=1`),
  )
  assert.deepEqual(again.calls, [], 'it was read a moment ago')
  assert.equal(again.value.dataFreshness?.stale, false)
})

test('what was read before a newer state was stored is not stored over it', async () => {
  const row = book()
  await world.pass(61)
  const id = await idOf(row)
  world.app.clock.advance(5000)
  const { hostaway } = world.services.connectors
  const one = hostaway?.operations.reservations?.one
  assert.ok(hostaway?.operations.reservations && one)
  const gate = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const held: typeof one = async (...asked) => {
    const answer = await one(...asked)
    isHeld.resolve()
    await gate.promise
    return answer
  }
  const reservations = { ...hostaway.operations.reservations, one: held }
  world.services.connectors = {
    hostaway: { ...hostaway, operations: { ...hostaway.operations, reservations } },
  }
  const answer = world.get<Stay>(`/v1/reservations/${id}?max_age=1`)
  await isHeld.promise
  world.services.connectors = { hostaway }
  world.simulator.operations.cancelReservation(String(row.id), {})
  await world.pass(61)
  gate.resolve()
  assert.equal((await answer).status, 'cancelled')
  await world.settle()
  assert.equal((await world.get<Stay>(`/v1/reservations/${id}`)).status, 'cancelled')
})

test('a stay that is in no list of changed ones is as old as the last reading of all', async () => {
  const row = book()
  await world.pass(61)
  const id = await idOf(row)
  const full = await world.app.db.selectFrom('connections').select('last_full_at').executeTakeFirstOrThrow()
  const known = await world.get<Stay>(`/v1/reservations/${id}?max_age=86400`)
  assert.equal(known.dataFreshness?.lastSyncedAt, full.last_full_at?.toISOString())
  world.simulator.operations.deleteReservation(String(row.id))
  await world.pass(61)
  const { status, dataFreshness } = await world.get<Stay>(`/v1/reservations/${id}?max_age=120`)
  assert.deepEqual([status, dataFreshness], ['cancelled', { lastSyncedAt: now(), stale: false }])
})

test('nights further ahead than calendars are read are told to be old', async () => {
  const { id } = await soldThere()
  const far = Temporal.PlainDate.from(now().slice(0, 10)).add({ years: 2 })
  const url = `/v1/availability/${id}?from=${far}&to=${far.add({ days: 2 })}&max_age=60`
  const { dataFreshness } = await world.get<Nights>(url)
  assert.deepEqual([dataFreshness?.stale, dataFreshness?.reason], [true, 'not_readable'])
  const quote = `/v1/quotes?property_id=${id}&check_in=${far}&check_out=${far.add({ days: 2 })}&max_age=60`
  const refused = await world.app.get(`${quote}&require_fresh=true`)
  assert.deepEqual([refused.status, refused.body['error']?.['code']], [503, 'too_stale'], refused.text)
})

test('many who ask at once wait for one reading', async () => {
  const [first, second] = [await soldThere(), await soldThere()]
  const one = await vendorCallsOf(world.simulator, () => world.get<Nights>(`${first.url}&max_age=2`))
  const readings = readingsOf(one.calls)
  assert.ok(readings > 0)
  world.app.clock.advance(5000)
  const many = await vendorCallsOf(world.simulator, () =>
    Promise.all(Array.from({ length: 50 }, () => world.get<Nights>(`${second.url}&max_age=2`))),
  )
  assert.equal(readingsOf(many.calls), readings)
  assert.ok(many.value.every((answer) => isSold(answer) && answer.dataFreshness?.stale === false))
})

test('what the PMS cannot tell now is shown with its age, or refused', async () => {
  const { row, id, url } = await soldThere()
  const old = (await world.get<Nights>(`${url}&max_age=3600`)).dataFreshness?.lastSyncedAt
  world.simulator.faults.add({ kind: 'malformed', seconds: 1000, path: '/v1/listings/*/calendar' })
  const stored = await world.get<Nights>(`${url}&max_age=2`)
  assert.ok(isFree(stored), JSON.stringify(stored))
  assert.deepEqual(stored.dataFreshness, { lastSyncedAt: old, stale: true, reason: 'source_failed' })
  const refused = await world.app.get(`${url}&max_age=2&require_fresh=true`)
  assert.equal(refused.status, 503, refused.text)
  const { error } = refused.body as unknown as { error: Record<string, unknown> }
  assert.deepEqual(
    [error['code'], error['last_synced_at'], error['max_age'], error['reason'], error['retry_after']],
    ['too_stale', old, 2, 'source_failed', 5],
  )
  assert.equal(refused.headers['retry-after'], '5')
  const stay = `property_id=${id}&check_in=${row.arrivalDate}&check_out=${row.departureDate}`
  const quote = await world.app.get(`/v1/quotes?${stay}&max_age=2&require_fresh=true`)
  assert.deepEqual([quote.status, quote.body['error']?.['code']], [503, 'too_stale'], quote.text)
  world.simulator.faults.add({ kind: 'malformed', seconds: 1000, path: '/v1/reservations/*' })
  const [held] = await world.all<{ id: string }>('/v1/reservations')
  const reservation = await world.app.get(`/v1/reservations/${held?.id}?max_age=2&require_fresh=true`)
  assert.deepEqual(
    [reservation.status, reservation.body['error']?.['code']],
    [503, 'too_stale'],
    reservation.text,
  )
  world.simulator.faults.clear()
  world.app.clock.advance(1000)
  const fresh = await world.get<Nights>(`/v1/availability/${id}?from=2026-06-01&to=2026-06-02&max_age=2`)
  assert.equal(fresh.dataFreshness?.stale, false, 'it is asked again at once')
})

test('nothing is read for a workspace whose listing it is not', async () => {
  const { url } = await soldThere()
  const other = await world.app.addWorkspace()
  const { value, calls } = await vendorCallsOf(world.simulator, () =>
    world.app.get(`${url}&max_age=0`, { key: other.liveKey }),
  )
  assert.equal(value.status, 404)
  assert.deepEqual(calls, [])
})

test('what is kept here is never old', async () => {
  const made = await world.app.post('/v1/listings', { name: 'Kept here', currency: 'EUR' })
  assert.equal(made.status, 201, made.text)
  const id = String((made.body as { id?: string }).id)
  const { dataFreshness } = await world.get<Nights>(
    `/v1/availability/${id}?from=2026-06-01&to=2026-06-02&max_age=0&require_fresh=true`,
  )
  assert.deepEqual(dataFreshness, { lastSyncedAt: now(), stale: false })
})

for (const [query, field] of [
  ['max_age=-1', 'max_age'],
  ['max_age=86401', 'max_age'],
  ['max_age=soon', 'max_age'],
  ['require_fresh=true', 'require_fresh'],
  ['max_age=1&require_fresh=perhaps', 'require_fresh'],
] as const) {
  test(`${query} is refused by name`, async () => {
    const { url } = await soldThere()
    const refused = await world.app.get(`${url}&${query}`)
    const { error } = refused.body as unknown as { error: { code: string; field: string } }
    assert.deepEqual([refused.status, error.code, error.field], [400, 'invalid_params', field], refused.text)
  })
}

test('an account that has to be connected again says so', async () => {
  const { url } = await soldThere()
  world.simulator.faults.add({ kind: 'token_expired', seconds: 1_000_000 })
  const { dataFreshness } = await world.get<Nights>(`${url}&max_age=1`)
  assert.deepEqual([dataFreshness?.stale, dataFreshness?.reason], [true, 'host_disconnected'])
})

test('a PMS that does not answer is not waited for any longer than 8 seconds', async () => {
  world.simulator.faults.clear()
  await world.connect()
  await world.settle()
  world.app.clock.advance(5000)
  world.simulator.faults.add({ kind: 'hang', count: 1 })
  const { url } = await soldThere()
  const { dataFreshness } = await world.get<Nights>(`${url}&max_age=1`)
  assert.deepEqual([dataFreshness?.stale, dataFreshness?.reason], [true, 'not_read_in_time'])
})
