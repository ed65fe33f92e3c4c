import { Type } from 'typebox'
import { PlumBookings, type PlumBooking } from '../../../contract/channel-plumguide.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { accountsFreshness } from '../../accounts/public.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { bookings, type PlumBookingRow } from './booking-queries.ts'
import { countGuests } from '../engine/count-guests.ts'
import { listAccounts } from './find-home.ts'
import { base, tag } from './provider.ts'

const mostBookings = 500
const declined = new Set(['declined', 'request_expired'])

function stateOf({ status, statusDetail }: PlumBookingRow): PlumBooking['status'] {
  if (status === 'pending') return 'requested'
  if (status !== 'cancelled') return 'confirmed'
  return declined.has(statusDetail ?? '') ? 'declined' : 'cancelled'
}

const toBooking = (row: PlumBookingRow): PlumBooking => ({
  id: row.id,
  bookingCode: row.code,
  listingId: row.listingId,
  accountId: row.accountId,
  status: stateOf(row),
  checkIn: row.checkIn,
  checkOut: row.checkOut,
  bookedAt: row.bookedAt,
  guestName: [row.guest?.firstName, row.guest?.lastName].filter(Boolean).join(' ') || null,
  guestCount: countGuests(row),
  totalPrice: row.totalPrice === null ? null : Number(row.totalPrice),
  currency: row.currency,
})

export const plumBookingRoutes = [
  route({
    method: 'GET',
    url: `${base}/bookings`,
    id: 'listPlumguideBookings',
    family: 'reservations',
    ofListings: 'narrows',
    tag,
    summary: 'List bookings of Plum Guide',
    description:
      'Bookings and requests of a listing, or the one with a code, as they were read last: the latest arrival first, 500 at most. They are made, confirmed and cancelled at Plum Guide only; `GET /v1/reservations` has the whole records, page by page.',
    query: Type.Object(
      {
        listing_id: IdFilter('Bookings of this listing. Or `booking_code`.'),
        booking_code: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            pattern: '^[^\\u0000]*$',
            description: "The booking with Plum Guide's code. Or `listing_id`.",
            examples: ['PG-ABC123'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: PlumBookings,
    errors: ['listing_inactive', 'not_found'],
    handle: async ({ services, scope, query }) => {
      const { listing_id: listingId, booking_code: code } = query
      if (listingId === undefined && code === undefined)
        throw new ApiError('invalid_params', 'Send `listing_id` or `booking_code`.', { field: 'listing_id' })
      if (listingId !== undefined) await assertListingActive(services.db, scope, listingId)
      const [accounts, rows] = await Promise.all([
        listAccounts(services, scope),
        bookings(services.db, scope, query, { now: services.clock.now(), limit: mostBookings + 1 }),
      ])
      const data = rows.slice(0, mostBookings).map(toBooking)
      return {
        data,
        pagination: { nextCursor: null, hasMore: rows.length > mostBookings },
        dataFreshness: accountsFreshness(services, scope, accounts),
      }
    },
  }),
]
