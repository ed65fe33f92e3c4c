/** What changes at the PMS after the first import: found, stored once and told once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWorld, type ShownConnection, type StoredEvent, type VendorRow, type World } from './world.ts'

let world: World
before(async () => {
  world = await startWorld({ listings: 6, reservations: 60, seed: 3 })
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())

let told = 0
beforeEach(async () => {
  told = (await world.events()).length
})
const news = async (): Promise<StoredEvent[]> => (await world.events()).slice(told)

interface Stay {
  id: string
  confirmationCode: string
  checkIn: string
  checkOut: string
  status: string
  updatedAt: string
  primaryGuest?: { id: string; firstName: string }
  listingId: string
}
const book = (fields: object = {}) => world.simulator.operations.createReservation(fields) as VendorRow
const codeOf = (row: VendorRow) =>
  String(row.confirmationCode || row.channelReservationId || row.reservationId || row.id)
const stayOf = async (row: VendorRow): Promise<Stay> => {
  const stay = (await world.all<Stay>('/v1/reservations')).find((one) => one.confirmationCode === codeOf(row))
  assert.ok(stay, `no stay ${codeOf(row)}`)
  return stay
}
const nextDay = (date: unknown) => Temporal.PlainDate.from(String(date)).add({ days: 1 }).toString()

test('a new booking is told with the record as the API shows it', async () => {
  const row = book()
  await world.pass(61)
  const events = await news()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['reservation.created'],
  )
  const stay = await world.get<Record<string, unknown>>(`/v1/reservations/${(await stayOf(row)).id}`)
  const { account: _, ...shown } = stay
  const object = events[0]?.data.object ?? {}
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(object[name], value, name)
  assert.equal(object.uid, codeOf(row))
})

test('nothing new, nothing told', async () => {
  await world.pass(61)
  await world.pass(61)
  assert.deepEqual(await news(), [])
})

test('changed dates are told with exactly the values before, under every name that shows them', async () => {
  const row = book()
  await world.pass(61)
  const old = await stayOf(row)
  told += 1
  world.simulator.operations.updateReservation(String(row.id), { departureDate: nextDay(row.departureDate) })
  await world.pass(61)
  const [event, ...others] = await news()
  assert.deepEqual(others, [])
  assert.equal(event?.type, 'reservation.updated')
  assert.deepEqual(event?.data.previousAttributes, { checkOut: old.checkOut, checkoutDate: old.checkOut })
  const now = await stayOf(row)
  assert.equal(now.checkOut, nextDay(old.checkOut))
  assert.ok(now.updatedAt > old.updatedAt)
})

test('a price change is told under every name that shows it', async () => {
  const row = book()
  await world.pass(61)
  const old = await world.get<{ financials: unknown; totalPrice: string }>(
    `/v1/reservations/${(await stayOf(row)).id}`,
  )
  told += 1
  world.simulator.operations.updateReservation(String(row.id), { totalPrice: 4321.5 })
  await world.pass(61)
  const [event] = await news()
  assert.equal(event?.data.previousAttributes?.totalPrice, old.totalPrice)
  assert.deepEqual(event?.data.previousAttributes?.financials, old.financials)
  const names = Object.keys(event?.data.previousAttributes ?? {}).sort()
  assert.deepEqual(names, ['financials', 'totalPrice'])
})

test('a change of what the API does not show is no change', async () => {
  const row = book()
  await world.pass(61)
  const old = await stayOf(row)
  told += 1
  world.simulator.operations.updateReservation(String(row.id), { status: 'modified' })
  await world.pass(61)
  assert.deepEqual(await news(), [])
  assert.equal((await stayOf(row)).updatedAt, old.updatedAt)
})

test('a cancellation says who and when', async () => {
  const row = book()
  await world.pass(61)
  told += 1
  world.simulator.operations.cancelReservation(String(row.id), { cancelledBy: 'guest' })
  await world.pass(61)
  const [event, ...others] = await news()
  assert.deepEqual(others, [])
  assert.equal(event?.type, 'reservation.cancelled')
  assert.equal(event?.data.cancelledBy, 'guest')
  assert.match(String(event?.data.cancelledAt), /^20/)
  assert.equal(event?.data.object?.status, 'cancelled')
  assert.equal((await stayOf(row)).status, 'cancelled')
})

test('booked and cancelled between two looks: both are told', async () => {
  const row = book()
  world.simulator.operations.cancelReservation(String(row.id), {})
  await world.pass(61)
  assert.deepEqual(
    (await news()).map(({ type }) => type),
    ['reservation.created', 'reservation.cancelled'],
  )
})

test('a guest who is named later', async () => {
  world.simulator.faults.add({ kind: 'late_guest', count: 1 })
  const row = book()
  await world.pass(61)
  assert.equal((await stayOf(row)).primaryGuest, undefined)
  told += 1
  world.simulator.operations.updateReservation(String(row.id), {
    guestFirstName: 'Late',
    guestLastName: 'Comer',
    guestName: 'Late Comer',
    guestEmail: 'late@example.org',
  })
  await world.pass(61)
  const [event] = await news()
  assert.equal(event?.type, 'reservation.updated')
  assert.equal(event?.data.previousAttributes?.primaryGuest, null)
  assert.equal((await stayOf(row)).primaryGuest?.firstName, 'Late')
})

test('a guest’s message is told, and the host’s answer as what it is', async () => {
  const row = book()
  await world.pass(61)
  told += 1
  const { operations } = world.simulator
  operations.createMessage({ reservationId: row.id, body: 'May we come early?', isIncoming: 1 })
  operations.createMessage({ reservationId: row.id, body: 'Yes.', isIncoming: 0 })
  await world.pass(61)
  const both = await news()
  assert.deepEqual(both.map(({ type, data }) => `${type} ${String(data.body)}`).sort(), [
    'reservation.message.received May we come early?',
    'reservation.message.sent Yes.',
  ])
  const event = both.find(({ type }) => type === 'reservation.message.received')
  assert.equal(event?.data.reservationId, (await stayOf(row)).id)
  const messages = await world.all<{ body: string }>(
    `/v1/conversations/${String(event?.data.threadId)}/messages`,
  )
  assert.deepEqual(messages.map(({ body }) => body).sort(), ['May we come early?', 'Yes.'])
})

test('nothing is told about an inactive listing, and nothing afterwards', async () => {
  const row = book()
  await world.pass(61)
  told += 1
  const { listingId } = await stayOf(row)
  await world.app.post('/v1/listings/status', { listingIds: [listingId], active: false })
  world.simulator.operations.updateReservation(String(row.id), { totalPrice: 99 })
  await world.pass(61)
  await world.app.post('/v1/listings/status', { listingIds: [listingId], active: true })
  await world.pass(61)
  // The switching itself is told; what happened in between is not.
  const ofStays = (await news()).filter(({ type }) => type.startsWith('reservation.'))
  assert.deepEqual(ofStays, [])
  const stay = await world.get<{ totalPrice: string }>(`/v1/reservations/${(await stayOf(row)).id}`)
  assert.equal(stay.totalPrice, '99.00')
})

test('a booking that was deleted is found by the next pass over everything, and only by that', async () => {
  const row = book()
  await world.pass(61)
  told += 1
  world.simulator.operations.deleteReservation(String(row.id))
  await world.pass(61)
  assert.deepEqual(await news(), [])
  assert.equal((await stayOf(row)).status, 'confirmed')
  await world.pass(24 * 3600)
  const [event, ...others] = await news()
  assert.deepEqual(others, [])
  assert.equal(event?.type, 'reservation.cancelled')
  assert.equal(event?.data.object?.statusDetail, 'cancelled_by_platform')
  assert.equal((await stayOf(row)).status, 'cancelled')
})

test('a booking of a status that nobody knows is pending, and confirmed once its status is known', async () => {
  const booking = book()
  world.simulator.operations.updateReservation(String(booking.id), { status: 'somethingNew' })
  await world.pass(61)
  assert.equal((await stayOf(booking)).status, 'pending')
  world.simulator.operations.updateReservation(String(booking.id), { status: 'new' })
  await world.pass(61)
  assert.equal((await stayOf(booking)).status, 'confirmed')
})

test('a booking nobody can read stops nothing, is shown, and is taken up when it can be read', async () => {
  const departure = '2027-11-14'
  const poisoned = book({ arrivalDate: '2027-11-11', departureDate: departure })
  world.simulator.faults.add({ kind: 'spoilt', count: 1000, find: departure, put: 'some day' })
  const sound = book()
  await world.pass(61)
  assert.deepEqual(
    (await news()).map((event) => event.data.object?.confirmationCode),
    [codeOf(sound)],
  )
  await world.pass(24 * 3600)
  const shown = await world.get<ShownConnection>('/v1/connect/hostaway')
  assert.equal(shown.import?.status, 'partial')
  assert.equal(shown.import?.results.find((one) => one.entityType === 'reservations')?.errors, 1)
  world.simulator.faults.clear()
  world.simulator.operations.updateReservation(String(poisoned.id), { adults: 2 })
  await world.pass(61)
  assert.equal((await stayOf(poisoned)).status, 'confirmed')
})

test('a booking of an older connection is of the channel that its name tells', async () => {
  const row = book({ channelId: 2001, channelName: 'airbnb' })
  await world.pass(61)
  const stay = (await world.all<Stay & { platform: string }>('/v1/reservations')).find(
    ({ confirmationCode }) => confirmationCode === codeOf(row),
  )
  assert.equal(stay?.platform, 'airbnb')
})

test('a nightly price that changed is in the calendar within the hour', async () => {
  // There is one of the first home.
  const row = book({ listingMapId: world.state().listings[0]?.id })
  await world.pass(61)
  const { listingId } = await stayOf(row)
  const day = async () => {
    const { days } = await world.get<{ days: { available: boolean }[] }>(
      `/v1/availability/${listingId}?from=${row.arrivalDate}&to=${row.arrivalDate}`,
    )
    return days[0]?.available
  }
  // The booking itself is seen at once.
  assert.equal(await day(), false)
  world.simulator.operations.cancelReservation(String(row.id), {})
  await world.pass(61)
  assert.equal(await day(), true)
})
