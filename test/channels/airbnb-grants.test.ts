/** Every route that writes at Airbnb is refused before anything is sent where the host did not allow it; a new route has to be named here. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { guestReviewCategories } from '../../src/contract/review-write.ts'
import { airbnbRoutes } from '../../src/features/channels/airbnb/routes.ts'
import { routes } from '../../src/features/routes.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, syncedListing, type AirbnbWorld } from './airbnb-world.ts'
import { sections } from './content/sections.ts'
import type { SimulatedListing } from './content/shown.ts'

let world: AirbnbWorld
/** What the requests are about. */
let of: Awaited<ReturnType<typeof prepared>>
before(async () => {
  world = await startAirbnbWorld()
  of = await prepared()
})
after(() => world?.close())

type Row = Record<string, unknown>
type SectionRequest = [method: string, path: string, body?: unknown]

const day = (date: unknown, days: number) => String(Temporal.PlainDate.from(String(date)).add({ days }))

/** One of everything that is written about, each open to be written. */
async function prepared() {
  const { id, airbnbId } = await syncedListing(world)
  const beyond = async () => {
    const { checkIn, checkOut } = world.slot()
    const stay = { start_date: checkIn, end_date: day(checkOut, -1), status_type: 'accept' }
    return (await world.there<{ id: string }>('/reservations', stay)).id
  }
  const [ours, guests, whole] = [await beyond(), await beyond(), await beyond()]
  await world.there('/reservations', {
    ...{ start_date: day(today(), -5), end_date: day(today(), -2), status_type: 'accept' },
  })
  await world.booked()
  await world.pass(86_400)
  const { id: thread } = await world.there<{ id: string }>('/reservations', { inquiry: true })
  const request = await world.booked('pending')
  const departure = day(dataOf(await shownStay(guests))['checkOut'], 1)
  await world.there('/guests/change', { reservationId: guests, departure })
  await world.readAgain()
  const alterations = async (code: string) =>
    rowsOf(await world.app.get(`${base}/alterations?reservation_code=${code}`))
  const asked = await world.send('POST', `${base}/alterations`, {
    ...{ confirmation_code: ours, check_out: day(dataOf(await shownStay(ours))['checkOut'], 1) },
  })
  assert.ok(asked.status < 300, asked.text)
  const { rows } = await sql<{ id: string }>`
    select id from conversations where external_id = ${thread}`.execute(world.app.db)
  const inquiry = rows[0]?.id ?? assert.fail('the thread was not read')
  const { checkIn } = world.slot()
  const terms = {
    ...{ type: 'offer', thread_id: inquiry, listing_id: airbnbId, start_date: checkIn, nights: 3 },
    ...{ total_price: 480.5, guest_details: { number_of_guests: 2 } },
  }
  const offered = await world.send('POST', `${base}/offers`, terms)
  assert.equal(offered.status, 201, offered.text)
  const reviews = async (role: string) =>
    rowsOf(await world.app.get(`${base}/reviews?limit=100&reviewer_role=${role}`))
  const isOpen = (row: Row) => row['response'] === null || row['response'] === undefined
  const held = world.state('content').find((row) => row['id'] === airbnbId) as unknown as SimulatedListing
  return {
    ...{ id, airbnbId, request, whole, inquiry, terms, held, link: `${world.connectionId}:${airbnbId}` },
    ...{ guestsChange: (await alterations(guests))[0]?.['id'], ourChange: asked.body['id'] },
    ...{
      offer: String(offered.body['id']),
      form: (await reviews('host')).find((row) => row['submitted'] === false)?.['id'],
    },
    review: (await reviews('guest')).find(isOpen)?.['id'],
    talk: rowsOf(await world.app.get(`${base}/messaging`))[0]?.['id'],
    pending: rowsOf(await world.app.get('/v1/reservations?status=pending&limit=1'))[0]?.['id'],
  }
}

const today = () => world.app.clock.now().toISOString().slice(0, 10)
const shownStay = (code: string) => world.app.get(`${base}/reservations/${code}`)

const verdict = {
  publicReview: 'Left it tidy.',
  isRevieweeRecommended: true,
  categoryRatings: guestReviewCategories.map((category) => ({ category, rating: 5 })),
}
const message = { message: 'Welcome!' }
const refusal = { reason: 'dates_not_available', message: 'We are full.' }

/** A section that is written as `sections` says. */
const put = (name: keyof typeof sections, path: string) => (): SectionRequest => {
  const { write } = sections[name]
  const query = write?.query?.(of.held)
  return ['PUT', `${base}/listings/${of.id}/${path}${query === undefined ? '' : `?${query}`}`, write?.body]
}
const photo = () => String(of.held.photos[0]?.['id'])
const room = () => String(of.held.rooms[0]?.['id'])
const photos = () => `${base}/listings/${of.id}/photos`

/** Routes of Airbnb's, and what the host has to have allowed. */
const written: Record<string, [needs: string, () => SectionRequest]> = {
  actOnAirbnbListing: [
    'property_management',
    () => ['POST', `${base}/listings/${of.id}`, { action: 'relist', airbnbConnectionId: of.link }],
  ],
  publishListingToAirbnb: [
    'property_management',
    () => ['POST', `/v1/listings/${of.id}/publish/airbnb`, { airbnbConnectionId: of.link, force: true }],
  ],
  updateAirbnbDescriptions: ['property_management', put('descriptions', 'descriptions')],
  updateAirbnbAmenities: ['property_management', put('amenities', 'amenities')],
  updateAirbnbDetails: ['property_management', put('details', 'details')],
  updateAirbnbRoom: ['property_management', put('rooms', 'rooms')],
  updateAirbnbCheckInGuide: ['property_management', put('checkInGuide', 'checkin-guide')],
  updateAirbnbPermits: ['property_management', put('permits', 'permits')],
  updateAirbnbSafetyDisclosures: ['property_management', put('safetyDisclosures', 'safety-disclosures')],
  updateAirbnbBookingSettings: ['property_management', put('bookingSettings', 'booking-settings')],
  updateAirbnbPricing: ['property_management', put('pricing', 'pricing')],
  updateAirbnbAvailability: [
    'property_management',
    () => [
      'PUT',
      `${base}/listings/${of.id}/availability`,
      { type: 'calendar', operations: [{ dates: [day(today(), 300)], availability: 'unavailable' }] },
    ],
  ],
  createAirbnbRoom: [
    'property_management',
    () => ['POST', `${base}/listings/${of.id}/rooms`, { room_number: 9, room_type: 'office' }],
  ],
  deleteAirbnbRoom: [
    'property_management',
    () => ['DELETE', `${base}/listings/${of.id}/rooms?roomId=${room()}`],
  ],
  addAirbnbPhotos: ['property_management', () => ['POST', photos(), { photos: [{ image: picture }] }]],
  updateAirbnbPhoto: [
    'property_management',
    () => ['PATCH', photos(), { photo_id: photo(), caption: 'The jetty.' }],
  ],
  deleteAirbnbPhoto: ['property_management', () => ['DELETE', `${photos()}?photoId=${photo()}`]],
  orderAirbnbPhotos: [
    'property_management',
    () => [
      'PUT',
      `${photos()}/order`,
      { photo_ids: of.held.photos.map(({ id }) => String(id)).toReversed() },
    ],
  ],
  chooseAirbnbCover: [
    'property_management',
    () => ['PUT', `${photos()}/cover`, { photo_id: String(of.held.photos.at(-1)?.['id']) }],
  ],
  actOnAirbnbReservation: [
    'messages_write',
    () => ['POST', `${base}/reservations/${of.request}`, { action: 'accept' }],
  ],
  sendAirbnbMessage: [
    'messages_write',
    () => ['POST', `${base}/messaging/${String(of.talk)}/messages`, message],
  ],
  actOnAirbnbReview: [
    'messages_write',
    () => ['POST', `${base}/reviews`, { reviewId: of.review, response: 'Come again!' }],
  ],
  respondToAirbnbReview: [
    'messages_write',
    () => ['POST', `${base}/reviews/${String(of.review)}/respond`, { response: 'Come again!' }],
  ],
  reviewAirbnbGuest: ['messages_write', () => ['PUT', `${base}/reviews/${String(of.form)}`, verdict]],
  makeAirbnbOffer: ['messages_write', () => ['POST', `${base}/offers`, of.terms]],
  withdrawAirbnbOffer: ['messages_write', () => ['DELETE', `${base}/offers?offerId=${of.offer}`]],
  requestAirbnbAlteration: [
    'messages_write',
    () => ['POST', `${base}/alterations`, { confirmation_code: of.whole, number_of_guests: 1 }],
  ],
  acceptAirbnbAlteration: [
    'messages_write',
    () => ['POST', `${base}/alterations/${String(of.guestsChange)}/accept`],
  ],
  declineAirbnbAlteration: [
    'messages_write',
    () => ['POST', `${base}/alterations/${String(of.guestsChange)}/decline`],
  ],
  cancelAirbnbAlteration: [
    'messages_write',
    () => ['POST', `${base}/alterations/${String(of.ourChange)}/cancel`],
  ],
}

/** The routes of every channel that reach Airbnb as well. */
const writtenByAll: typeof written = {
  updateAvailability: [
    'property_management',
    () => ['PUT', `/v1/availability/${of.id}`, { dates: [day(today(), 300)], price: 140 }],
  ],
  updateAvailabilityBatch: [
    'property_management',
    () => [
      'PATCH',
      '/v1/availability/batch',
      { propertyIds: [Number(of.id)], dates: [day(today(), 300)], price: 140 },
    ],
  ],
  sendMessage: ['messages_write', () => ['POST', `/v1/conversations/${of.inquiry}/messages`, message]],
  replyToReview: ['messages_write', () => ['POST', `/v1/reviews/${String(of.review)}/reply`, message]],
  reviewGuest: ['messages_write', () => ['POST', `/v1/reviews/${String(of.form)}/guest-review`, verdict]],
  preApproveInquiry: ['messages_write', () => ['POST', `/v1/conversations/${of.inquiry}/pre-approval`]],
  sendSpecialOffer: [
    'messages_write',
    () => [
      'POST',
      `/v1/conversations/${of.inquiry}/special-offers`,
      {
        ...{ checkIn: of.terms.start_date, checkOut: day(of.terms.start_date, 3), totalPrice: 500 },
        guests: { adults: 2, children: 0 },
      },
    ],
  ],
  withdrawSpecialOffer: [
    'messages_write',
    () => ['DELETE', `/v1/conversations/${of.inquiry}/special-offers/${of.offer}`],
  ],
  acceptReservation: ['messages_write', () => ['POST', `/v1/reservations/${String(of.pending)}/accept`]],
  declineReservation: [
    'messages_write',
    () => ['POST', `/v1/reservations/${String(of.pending)}/decline`, refusal],
  ],
}

/** Nothing of these reaches Airbnb, and why. */
const nothingIsSent: Record<string, string> = {
  actOnAirbnbMessage: 'no call is known for it',
  changeAirbnbMessage: 'no call is known for it',
  pullListingFromAirbnb: 'it reads',
  refreshAirbnbTransactions: 'it reads',
}
/** Tells by the code what is not allowed, but sends nothing to Airbnb itself: it is tested where what it does is. */
const elsewhere = [
  // Recommended prices that are applied are written as others are.
  'decideListingPricing',
  'mapAirbnbListing',
  'mapBookingRoom',
  'mapClaimedRooms',
  'pullListingFromAirbnb',
]

/** A picture as far as anybody looks into it. */
const picture = (() => {
  const image = Buffer.alloc(60_000)
  image.write('89504e470d0a1a0a0000000d49484452', 'hex')
  image.writeUInt32BE(900, 16)
  image.writeUInt32BE(600, 20)
  return image.toString('base64')
})()

const levels = {
  messaging: ['reservations_web_hooks', 'messages_read', 'messages_write'],
  read_only: ['reservations_web_hooks', 'messages_read'],
}
const allow = (granted: string[]) =>
  sql`update connections set granted = ${granted}::text[] where id = ${world.connectionId}`.execute(
    world.app.db,
  )

describe('what the host did not allow', { concurrency: false }, () => {
  it('is asked of every route that writes', () => {
    const writes = airbnbRoutes.filter(({ method }) => method !== 'GET').map(({ id }) => id)
    assert.deepEqual(
      [...Object.keys(written), ...Object.keys(nothingIsSent)].toSorted(),
      writes.toSorted(),
      'a route that writes at Airbnb is named here',
    )
    const telling = routes
      .filter(({ method, errors }) => method !== 'GET' && errors?.includes('insufficient_access'))
      .map(({ id }) => id)
    assert.deepEqual(
      [...Object.keys(written), ...Object.keys(writtenByAll), ...elsewhere].toSorted(),
      telling.toSorted(),
      'a route that can be refused for it is named here',
    )
  })

  for (const [id, [needs, request]] of Object.entries({ ...written, ...writtenByAll })) {
    it(`keeps ${id} from being sent`, async () => {
      const level = needs === 'property_management' ? 'messaging' : 'read_only'
      await allow(levels[level])
      const [method, path, body] = request()
      world.simulator.calls.clear()
      const error = errorOf(await world.send(method, path, body), 403, 'insufficient_access')
      assert.deepEqual([error['accessType'], error['missing']], [level, [needs]])
      const sent = world.simulator.calls.list().filter(({ method: verb }) => verb !== 'GET')
      assert.deepEqual(
        sent.filter(({ path: called }) => !called.startsWith('/v2/oauth2')),
        [],
      )
    })
  }
})
