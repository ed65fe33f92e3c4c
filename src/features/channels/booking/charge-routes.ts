import { Type } from 'typebox'
import type { Charges } from '../../../connector-kit/charge-operations.ts'
import {
  BookingCharges,
  BookingChargesBody,
  BookingChargesSet,
} from '../../../contract/channel-booking-property.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { callErrors } from './errors.ts'
import { HotelId, findHotel } from './hotels.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { assertSwitchedOn } from '../engine/nights-writer.ts'
import { openProperty } from './open-property.ts'
import { hotelRooms } from './rooms.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/charges'

const toCharges = ({ property_charges = [], room_charges = [] }: BookingChargesBody): Charges => ({
  property_charges: property_charges as Charges['property_charges'],
  room_charges: room_charges.map(({ room_id, charges }) => ({
    room_id: String(room_id),
    charges: charges as Charges['property_charges'],
  })),
})

export const bookingChargeRoutes = [
  route({
    method: 'GET',
    url,
    id: 'getBookingCharges',
    family: 'listings',
    // The call covers a whole property of Booking.com.
    ofListings: 'refused',
    tag,
    summary: 'Get the fees and taxes of a property',
    description: 'Read from Booking.com now.',
    query: Type.Object({ property_id: HotelId }, { additionalProperties: false }),
    reply: BookingCharges,
    errors: [...callErrors, 'not_found', 'channel_not_supported'],
    handle: async ({ services, scope, query }) => {
      const hotel = await findHotel(services, scope, query.property_id, 'property_id')
      const { operation, ask } = await openProperty(services, scope, hotel, 'propertyCharges')
      const charges = (await ask((context) => operation.read(context))) as Omit<BookingCharges, 'hotelId'>
      return { hotelId: hotel.external_account_id, ...charges }
    },
  }),

  route({
    method: 'PUT',
    url,
    id: 'setBookingCharges',
    family: 'listings',
    ofListings: 'refused',
    tag,
    summary: 'Set the fees and taxes of a property',
    description:
      'Everything at once: what is not in the request is cleared at Booking.com. Answers what stands there afterwards.',
    query: DryRun,
    body: BookingChargesBody,
    reply: BookingChargesSet,
    errors: [...callErrors, 'not_found', 'pms_writes_off', 'channel_not_supported'],
    handle: async ({ services, scope, query, body }) => {
      const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
      const requested = toCharges(body)
      const known = await hotelRooms(services.db, scope, { connectionId: hotel.id })
      for (const [index, { room_id }] of requested.room_charges.entries()) {
        if (known.some((room) => room.roomId === room_id)) continue
        throw new ApiError(
          'not_found',
          `Property ${hotel.external_account_id} has no room ${room_id} that is known here.`,
          { field: `room_charges[${index}].room_id`, value_received: room_id },
        )
      }
      assertSwitchedOn(channelTerms.booking, hotel, ['rates'])
      const { operation, ask } = await openProperty(services, scope, hotel, 'propertyCharges')
      const hotelId = hotel.external_account_id
      if (query.dry_run === true)
        return {
          hotelId,
          ...(requested as Omit<BookingCharges, 'hotelId'>),
          cleared: [],
          dryRun: true as const,
        }
      return ask(async (context) => {
        const cleared = await operation.replace(context, requested)
        const charges = (await operation.read(context)) as Omit<BookingCharges, 'hotelId'>
        return { hotelId, ...charges, cleared }
      }, 'the charges were set')
    },
  }),
]
