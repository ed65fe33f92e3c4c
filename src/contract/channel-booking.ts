/** Booking.com's property routes answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { syncCategories } from './records/listing.ts'
import { onDriftShown } from './channel-mapping.ts'
import { LinkHealth } from './link-health.ts'
import {
  flag,
  id,
  linkOrNull,
  listOf,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './shared.ts'

export const BookingProperty = record({
  connectionId: id('Id of the connection, as `GET /v1/connect` lists it.'),
  hotelId: text("Booking.com's id of the property.", { examples: ['8122001'] }),
  hotelName: textOrNull('Its name, where Booking.com tells it.'),
  active: flag('Whether Booking.com can be called for it.'),
  syncEnabled: flag('Whether our calendar is written to at least one of its rooms.'),
  bookingUrl: linkOrNull('Its page for guests, where that is known.'),
  markup: textOrNull('What is added to our prices there, as a fraction: `0.15` is 15 percent.', {
    examples: ['0.15'],
  }),
  syncCategory: nullable(oneOfStrings(syncCategories), {
    description:
      'How far its rooms can be managed from here: their nights and prices; what else is told belongs to the property (`/v1/channels/booking/content`). Null until a room of it was read.',
  }),
  suspendedAt: timestampOrNull('When it was disconnected; null while it is connected.'),
  suspensionReason: textOrNull('Why it cannot be called; null while it can.'),
  createdAt: timestampOrNull('When it was connected first.'),
  mappingStatus: oneOfStrings(['mapped', 'unmapped'], {
    description: '`unmapped`: no room of it is a listing.',
  }),
  listings: Type.Array(
    record({
      listingId: id('The listing that the room is.'),
      name: textOrNull('Its name.'),
      publicName: textOrNull('Its name for guests.'),
      status: oneOfStrings(['active', 'inactive'], { description: 'Whether it takes part in anything.' }),
      inactiveReason: nullable(oneOfStrings(['plan_limit', 'unlisted_on_airbnb', 'deactivated']), {
        description: 'Why it is inactive.',
      }),
      city: textOrNull('Its city.'),
      roomId: textOrNull("Booking.com's id of the room.", { examples: ['1030001'] }),
      roomBookingId: textOrNull('The same as `roomId`; the name under which rooms are mapped.', {
        examples: ['1030001'],
      }),
      roomName: textOrNull('Name of the room at Booking.com, where it is known here.'),
      mappedVia: oneOfStrings(['room', 'property'], { description: 'What the listing is mapped to.' }),
      onDrift: onDriftShown,
      health: LinkHealth,
    }),
    { description: 'The listings that its rooms are.' },
  ),
})
export type BookingProperty = Static<typeof BookingProperty>

export const BookingProperties = listOf(BookingProperty)
export type BookingProperties = Static<typeof BookingProperties>
