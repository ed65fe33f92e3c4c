import { Type } from 'typebox'
import { BookingPublishBody, BookingPublished } from '../../../contract/booking-publishing.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { HotelIdFilter } from './hotels.ts'
import { publishToBooking } from './publish-to-booking.ts'

export const bookingPublishRoutes = [
  route({
    method: 'POST',
    url: '/v1/listings/:id/publish/booking',
    id: 'publishListingToBooking',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'Send a listing to its property at Booking.com',
    description:
      'Sends the description, in every language that is known here, and the photos of a listing that is the only one at its property; photos show once Booking.com has looked at them. Nights and prices are sent by mapping, and whether the property is open is said with `POST /v1/channels/booking/setup`. Policies and licences are set in the extranet: no call is known that takes them. Sent again it is done once. A part can be there and another not; nothing is taken back.',
    params: idParams('listing'),
    listing: 'params.id',
    query: Type.Object({ hotel_id: HotelIdFilter, ...DryRun.properties }, { additionalProperties: false }),
    body: BookingPublishBody,
    reply: BookingPublished,
    errors: [
      'no_connection',
      'connection_reauth_required',
      'booking_rate_limited',
      'booking_error',
      'listing_not_on_booking',
      'ambiguous_booking_mapping',
      'invalid_state',
      'channel_not_supported',
    ],
    handle: async ({ services, scope, params, query, body }) => {
      const dryRun = query.dry_run === true
      const selector =
        body.hotelId === undefined
          ? { hotelId: query.hotel_id, field: 'hotel_id' }
          : { hotelId: body.hotelId, field: 'hotelId' }
      const result = await publishToBooking(services, scope, {
        listingId: params.id,
        named: selector,
        dryRun,
      })
      const reply = { listingId: params.id, channel: 'booking' as const, result }
      return dryRun ? { ...reply, dryRun: true as const } : reply
    },
  }),
]
