import { Type } from 'typebox'
import { BookingRooms } from '../../../contract/channel-booking-rooms.ts'
import { route } from '../../route.ts'
import { HotelIdFilter, findHotelOfListing } from './hotels.ts'
import { ListingParams } from './property-routes.ts'
import { readRooms } from './read-rooms.ts'

export const bookingRoomRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/booking/properties/:listingId/rooms',
    id: 'listBookingRooms',
    family: 'listings',
    ofListings: 'narrows',
    tag: 'Booking',
    summary: 'List rooms and rates of a property',
    description:
      'Read from Booking.com now, of the property that the listing is a room of: the ids that rates and nights are set by. Where it cannot be asked, what is known here is told, and `source` says so.',
    params: ListingParams,
    listing: 'params.listingId',
    query: Type.Object({ hotel_id: HotelIdFilter }, { additionalProperties: false }),
    reply: BookingRooms,
    errors: ['listing_not_on_booking', 'ambiguous_booking_mapping'],
    handle: async ({ services, scope, params, query }) => {
      const selector = { hotelId: query.hotel_id, field: 'hotel_id' }
      return readRooms(
        services,
        scope,
        await findHotelOfListing(services, scope, params.listingId, selector),
        params,
      )
    },
  }),
]
