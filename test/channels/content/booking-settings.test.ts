/** Booking settings that contradict themselves, and what a part of them leaves as it is. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { BookingSettingsBody } from '../../../src/contract/channel-content/booking-settings.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import { base, startAirbnbWorld, syncedListing, type AirbnbWorld } from '../airbnb-world.ts'
import type { SimulatedListing } from './shown.ts'

let world: AirbnbWorld
let url: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  url = `${base}/listings/${synced.id}/booking-settings`
  externalId = synced.airbnbId
})
after(() => world.close())

const put = (body: BookingSettingsBody) => world.send('PUT', url, body)
const settings = () =>
  (world.state('content').find(({ id }) => id === externalId) as unknown as SimulatedListing).settings

const contradictions: [BookingSettingsBody, string][] = [
  [{ bookingMode: 'request_to_book', instantBook: { enabled: true } }, 'instantBook.enabled'],
  [{ bookingMode: 'instant_book', instantBook: { enabled: false } }, 'instantBook.enabled'],
  [
    { bookingMode: 'request_to_book', instantBook: { guestCategory: 'everyone' } },
    'instantBook.guestCategory',
  ],
  [{ instantBook: { enabled: true, guestCategory: 'off' } }, 'instantBook.guestCategory'],
  [{ instantBook: { enabled: false, requiresGoodTrackRecord: true } }, 'instantBook.requiresGoodTrackRecord'],
  [{ advanceNotice: { hours: 48, sameDayBookingsAllowed: true } }, 'advanceNotice.sameDayBookingsAllowed'],
  [{ bookingWindow: { days: 90, unlimited: true } }, 'bookingWindow.unlimited'],
  [{ bookingWindow: { unlimited: false } }, 'bookingWindow.unlimited'],
  [
    { cancellation: { nonRefundable: { enabled: false, discountPercent: 10 } } },
    'cancellation.nonRefundable',
  ],
  [
    { cancellation: { nonRefundable: { discountPercent: 10, priceFactor: 0.8 } } },
    'cancellation.nonRefundable.priceFactor',
  ],
]

it('are refused before anything is sent where they contradict themselves', async () => {
  const before = structuredClone(settings())
  for (const [body, field] of contradictions) {
    assert.equal(errorOf(await put(body), 422, 'validation_error')['field'], field, JSON.stringify(body))
  }
  for (const body of [{ preReservationMessage: 'Hello.' }, { automaticStayExtension: true }]) {
    assert.equal(errorOf(await put(body), 422, 'unsupported_field')['field'], Object.keys(body)[0])
  }
  errorOf(await put({ cancellation: { longStayPolicy: 'firm' } }), 422, 'unsupported_field')
  assert.deepEqual(settings(), before)
})

const steps: [BookingSettingsBody, (held: SimulatedListing['settings']) => unknown, unknown][] = [
  [{ bookingMode: 'request_to_book' }, ({ booking }) => booking['instant_booking_allowed_category'], null],
  [{ bookingMode: 'instant_book' }, ({ booking }) => booking['instant_booking_allowed_category'], 'everyone'],
  [
    { instantBook: { requiresGoodTrackRecord: true } },
    ({ booking }) => booking['instant_booking_allowed_category'],
    'well_reviewed_guests',
  ],
  // Who may book stays as it is.
  [
    { instantBook: { enabled: true } },
    ({ booking }) => booking['instant_booking_allowed_category'],
    'well_reviewed_guests',
  ],
  [
    { instantBook: { guestCategory: 'off' } },
    ({ booking }) => booking['instant_booking_allowed_category'],
    null,
  ],
  [
    { cancellation: { nonRefundable: { priceFactor: 0.85 } } },
    ({ booking }) => booking['cancellation_policy_settings'],
    { cancellation_policy_category: 'moderate', non_refundable_price_factor: 0.85 },
  ],
  [
    { cancellation: { shortStayPolicy: 'strict' } },
    ({ booking }) => booking['cancellation_policy_settings'],
    { cancellation_policy_category: 'strict', non_refundable_price_factor: 0.85 },
  ],
  [
    { cancellation: { nonRefundable: { enabled: false } } },
    ({ booking }) => booking['cancellation_policy_settings'],
    { cancellation_policy_category: 'strict' },
  ],
  [
    { advanceNotice: { sameDayBookingsAllowed: false } },
    ({ rules }) => rules['booking_lead_time'],
    { hours: 24 },
  ],
  [
    { advanceNotice: { allowRequestToBook: true } },
    ({ rules }) => rules['booking_lead_time'],
    { hours: 24, allow_request_to_book: 1 },
  ],
  [
    { advanceNotice: { sameDayBookingsAllowed: true } },
    ({ rules }) => rules['booking_lead_time'],
    { hours: 0, allow_request_to_book: 1 },
  ],
  [{ bookingWindow: { unlimited: true } }, ({ rules }) => rules['max_days_notice'], { days: -1 }],
]

it('change by parts, and leave everything else', async () => {
  for (const [body, held, expected] of steps) {
    const done = await put(body)
    assert.deepEqual([done.status, done.body['blockedFields']], [200, []], done.text)
    assert.deepEqual(held(settings()), expected, JSON.stringify(body))
  }
})

it('of which one half is refused say that the other was written', async () => {
  const refused = errorOf(
    await put({ preparationTime: { nights: 1 }, checkIn: { start: 5 } }),
    422,
    'airbnb_rejected',
  )
  assert.ok(String(refused['message']).includes('were written'))
  assert.equal(settings().rules['turnover_days'], 1)
})
