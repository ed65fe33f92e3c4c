/** Whatever route asks Booking.com: what is refused is told with the id of the answer, which their support asks for. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { bookingChannelRoutes } from '../../src/features/channels/booking/routes.ts'
import { bookingSetupActions } from '../../src/contract/channel-booking-setup.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { rowsOf } from './airbnb-world.ts'
import { base } from './booking-world.ts'
import { startRatesWorld } from './booking-rates-world.ts'

const { world, room, listingId, rate, put, setHotel } = await startRatesWorld()
after(() => world.close())
const { app, hotelId } = world

const list = async (path: string) => rowsOf(await app.get(`${base}/${path}?limit=100`))
const [thread] = (await list('messaging')).filter((row) => row['listingId'] !== null)
await world.there('/guest/reviews', { positive: 'Quiet rooms.' })
await world.pass(3601)
const [review] = (await list('reviews')).filter((row) => row['comment'] !== null && row['response'] === null)
assert.ok(thread && review)
/** One that is stored and waits to be acknowledged. */
world.simulator.faults.add({ kind: 'drop', count: 50, path: '/hotels/ota/OTA_HotelResNotif', method: 'POST' })
const { checkIn, checkOut, listing } = world.slot()
const { id: waiting } = await world.there<{ id: number }>('/guest/bookings', {
  ...{ room_id: Number(listing.externalId), arrival_date: checkIn, departure_date: checkOut, adults: 1 },
})
await world.pass(70)
await world.pause()
world.simulator.faults.clear()
const property = { property_id: hotelId }
const set = (path: string, body: object) => world.send('POST', `${base}/${path}`, { ...property, ...body })

/** Of each route that says it can be refused by Booking.com. */
const asked: Record<string, () => Promise<TestAnswer>> = {
  getBookingCharges: () => app.get(`${base}/charges?property_id=${hotelId}`),
  setBookingCharges: () => world.send('PUT', `${base}/charges`, { ...property, property_charges: [] }),
  getBookingContent: () => app.get(`${base}/content?type=settings&property_id=${hotelId}`),
  setBookingContent: () => set('content', { type: 'settings', content: { pets: {} } }),
  getBookingAvailability: () => app.get(`${base}/availability?property_id=${hotelId}`),
  setBookingAvailability: () => put('rates', [rate(40, 90)]),
  getBookingPricing: () => app.get(`${base}/listings/${listingId}/pricing`),
  setBookingPricing: () =>
    world.send('PUT', `${base}/listings/${listingId}/pricing`, { updates: [rate(40, 90)] }),
  listBookingReservations: () => app.get(`${base}/reservations`),
  acknowledgeBookingReservations: () =>
    world.send('POST', `${base}/reservations`, { reservation_ids: [String(waiting)] }),
  sendBookingMessage: () =>
    set('messaging', {
      property_id: Number(hotelId),
      conversation_id: thread?.['id'],
      message: 'The key is in the box.',
    }),
  answerBookingReview: () =>
    set('reviews', { property_id: Number(hotelId), review_id: review?.['id'], response: 'Thank you!' }),
  setUpBookingProperty: () => step('check-readiness'),
}

/** An address that Booking.com does not take. */
const legal_entity = {
  company_name: 'Harbour Homes',
  legal_contact_name: 'Ada Byron',
  legal_contact_email: 'nobody',
  country: 'HR',
  city: 'Split',
}
const entity = await world.send('POST', `${base}/setup`, {
  action: 'create-legal-entity',
  legal_entity: { ...legal_entity, legal_contact_email: 'ada@example.com' },
})
assert.equal(entity.status, 200, entity.text)
const about: Record<string, object> = {
  'check-legal-status': { leid: (entity.body['legalEntity'] as { id: string }).id },

  'create-property': { listing_id: listingId, legal_entity },
  'create-legal-entity': { legal_entity },
  'add-room': { ...property, listing_id: listingId },
  'add-unit': { ...property, room_id: String(room.id) },
  'set-contacts': {
    ...property,
    contact: { name: 'Ada Byron', email: 'ada@example.com', phone: '+385911234567' },
  },
  'set-policies': { ...property, policyCode: 43, prepaymentRequired: false },
}
const step = (action: string) =>
  world.send('POST', `${base}/setup`, { action, ...(about[action] ?? property) })

function assertRefused(answer: TestAnswer, what: string, status = 422, code = 'booking_rejected'): void {
  assert.equal(answer.status, status, `${what}: ${answer.text}`)
  const error = errorOf(answer, status, code)
  assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/, `${what}: ${answer.text}`)
}

test('every route that can be refused tells the id of the answer', async () => {
  await sql`
    update listings set street = '1 Riva', city = 'Split', country_code = 'HR', postal_code = '21000',
      latitude = 43.508, longitude = 16.44 where id = ${listingId}`.execute(app.db)
  const refusable = bookingChannelRoutes
    .filter(({ errors }) => (errors as readonly string[]).includes('booking_rejected'))
    .map(({ id }) => id)
  assert.deepEqual(Object.keys(asked).toSorted(), refusable.toSorted())
  // The property takes back that it named this server.
  await setHotel({ connection: 'pending' })
  for (const [id, ask] of Object.entries(asked)) assertRefused(await ask(), id)
})

test('and so does every step of a set-up', async () => {
  // How a legal entity stands is told by its address, which nobody can refuse: one that is not there is not found.
  const steps = bookingSetupActions.filter((action) => action !== 'check-legal-status')
  assert.equal(steps.length, 9)
  for (const action of steps) assertRefused(await step(action), action)
})

test('so does every error of a Booking.com that is out of order, or that takes no more calls', async () => {
  await setHotel({ connection: 'active' })
  // The token is one that counts: faults are not about how it is renewed.
  assert.equal((await app.get(`${base}/charges?property_id=${hotelId}`)).status, 200)
  const failing = bookingChannelRoutes
    .filter(({ errors }) => (errors as readonly string[]).includes('booking_error'))
    .map(({ id }) => id)
  // What publishing answers stands in booking-publish.test.ts: it needs a property of one room.
  assert.deepEqual([...Object.keys(asked), 'publishListingToBooking'].toSorted(), failing.toSorted())
  const steps = Object.fromEntries(bookingSetupActions.map((action) => [action, () => step(action)]))
  for (const [kind, status, code] of [
    ['429', 429, 'booking_rate_limited'],
    ['500', 502, 'booking_error'],
  ] as const) {
    world.simulator.faults.add({ kind, count: 5_000 })
    const check = async ([id, ask]: [string, () => Promise<TestAnswer>]) =>
      assertRefused(await ask(), `${kind} ${id}`, status, code)
    // At once: each is tried for seconds before it is given up. A set-up goes step by step.
    const setUp = async () => {
      for (const one of Object.entries(steps)) await check(one)
    }
    await Promise.all([setUp(), ...Object.entries(asked).map(check)])
    world.simulator.faults.clear()
  }
})
