/** The Booking.com properties that a request is about. */
import { Type } from 'typebox'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionsOf, type ConnectionRow } from '../../accounts/public.ts'
import { provider } from './provider.ts'
import { hotelRooms, type HotelRoom } from './rooms.ts'

const hotelId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 20,
    pattern: '^[^\\u0000]*$',
    description: `Booking.com's id of the property${description}, as \`GET /v1/channels/booking/properties\` lists it.`,
    examples: ['8122001'],
  })
export const HotelId = hotelId('')
export const HotelIdFilter = Type.Optional(hotelId(', where only that one is meant'))

/** Every property ever connected, connected ones first. */
export const listHotels = ({ db }: Services, scope: Scope): Promise<ConnectionRow[]> =>
  connectionsOf(db, scope, provider)

/** Throws `not_found` for an unknown property. */
export async function findHotel(
  services: Services,
  scope: Scope,
  id: string,
  field: string,
): Promise<ConnectionRow> {
  const known = await listHotels(services, scope)
  const found = known.find((row) => row.external_account_id === id)
  if (found) return found
  throw new ApiError('not_found', 'No such property of Booking.com is connected here.', {
    field,
    value_received: id,
    valid_values: known.map((row) => row.external_account_id),
  })
}

/** Connection ids of all properties, or of the requested one. Throws `not_found` for an unknown property. */
export async function findHotelConnections(
  services: Services,
  scope: Scope,
  id: string | undefined,
): Promise<string[]> {
  if (id !== undefined) return [(await findHotel(services, scope, id, 'property_id')).id]
  return (await listHotels(services, scope)).map((row) => row.id)
}

export interface ListingAtHotel {
  hotel: ConnectionRow
  /** The hotel's rooms that are this listing. */
  rooms: HotelRoom[]
  otherHotelIds: string[]
}

/**
 * The property that has the listing as a room. Throws `listing_not_on_booking`, `ambiguous_booking_mapping` where
 * several have it and none is named, and `not_found` for a named property without it.
 */
export async function findHotelOfListing(
  services: Services,
  scope: Scope,
  listingId: string,
  selector: { hotelId: string | undefined; field: string },
): Promise<ListingAtHotel> {
  const found = await hotelRooms(services.db, scope, { listingId })
  const hotels = await listHotels(services, scope)
  const at = hotels.filter(({ id }) => found.some(({ connectionId }) => connectionId === id))
  const [first, second] = at
  const ids = at.map((row) => row.external_account_id)
  if (!first) {
    throw new ApiError('listing_not_on_booking', `Listing ${listingId} is no room of a connected property.`, {
      listing_id: listingId,
    })
  }
  if (selector.hotelId === undefined && second) {
    throw new ApiError(
      'ambiguous_booking_mapping',
      `Listing ${listingId} is at several properties of Booking.com: name one as \`${selector.field}\`.`,
      { field: selector.field, valid_values: ids, listing_id: listingId },
    )
  }
  const hotel =
    selector.hotelId === undefined ? first : at.find((row) => row.external_account_id === selector.hotelId)
  if (!hotel) {
    throw new ApiError(
      'not_found',
      `Listing ${listingId} is not at this property of Booking.com, or it is not connected here.`,
      { field: selector.field, value_received: selector.hotelId, valid_values: ids },
    )
  }
  return {
    hotel,
    rooms: found.filter(({ connectionId }) => connectionId === hotel.id),
    otherHotelIds: ids.filter((id) => id !== hotel.external_account_id),
  }
}
