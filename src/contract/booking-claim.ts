/** A connect session claims a property of Booking.com, and maps its rooms to listings. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { onDriftField, onDriftShown } from './channel-mapping.ts'
import { ListingOption } from './connect-request.ts'
import { sessionId } from './connect-session.ts'
import { id, integer, integerOrNull, nullable, oneOfStrings, record, text, textOrNull } from './fields.ts'

const hotelId = text("Booking.com's id of the property.", { examples: ['8122001'] })
const roomId = text("Booking.com's id of the room.", { examples: ['1030001'] })

export const claimCapabilities = ['content', 'reservations', 'rates', 'messaging'] as const
const missingCapabilities = Type.Optional(
  Type.Array(oneOfStrings(claimCapabilities), {
    description: 'What the property has not switched on for this server, as far as Booking.com tells.',
  }),
)

/** Body of `POST /v1/connect/booking/verify`. */
export const BookingVerifyBody = record({
  sessionId,
  hotelId: Type.String({
    pattern: '^[0-9]{6,10}$',
    description: 'The number of the property: at least six digits. In the extranet it stands at the top.',
    examples: ['8122001'],
  }),
})
export type BookingVerifyBody = Static<typeof BookingVerifyBody>

/** Answer of `POST /v1/connect/booking/verify`. */
export const BookingClaim = record({
  valid: Type.Literal(true, { description: 'Always true; what is wrong is an error.' }),
  sessionId,
  connectionId: id('Id of the connection, as `GET /v1/connect` lists it.'),
  hotelId,
  hotelName: Type.Optional(textOrNull('Its name, where Booking.com tells it.')),
  hotelType: Type.Optional(
    textOrNull('What it is, where Booking.com tells it: `hotel`, `apartment`.', { examples: ['hotel'] }),
  ),
  country: Type.Optional(
    textOrNull('Its country in two letters, where Booking.com tells it.', { examples: ['HR'] }),
  ),
  city: Type.Optional(textOrNull('Its city, where Booking.com tells it.', { examples: ['Split'] })),
  missingCapabilities,
})
export type BookingClaim = Static<typeof BookingClaim>

/** Answer of `GET /v1/connect/booking/rooms`. */
export const ClaimedRooms = record({
  status: oneOfStrings(['importing', 'ready', 'completed'], {
    description:
      '`importing`: the rooms are being read. `ready`: they can be mapped. `completed`: they were, and the session has ended.',
  }),
  sessionId,
  hotelId,
  hotelName: Type.Optional(textOrNull('Its name, where Booking.com tells it.')),
  rooms: Type.Array(
    record({
      roomId,
      roomName: text('Its name at Booking.com, as far as it is known.'),
      maxGuests: Type.Optional(integerOrNull('How many it sleeps.')),
      numberOfRooms: integer('How many there are of it; 0 while nobody knows.', { minimum: 0 }),
      currency: Type.Optional(textOrNull('The currency of its prices there.')),
      currentListingId: Type.Optional(integerOrNull('The listing it is mapped to; null: to none yet.')),
      suggestedListingId: Type.Optional(
        integerOrNull('The one listing that has exactly its name; null when there is none.'),
      ),
      onDrift: Type.Optional(onDriftShown),
      roomBookingId: Type.Optional(textOrNull('The same as `roomId`.', { examples: ['1030001'] })),
    }),
    { description: 'By `roomId`; empty while nothing was read.' },
  ),
  listingOptions: Type.Array(ListingOption, {
    description:
      'Listings that rooms can be mapped to, by name, the first 500; `GET /v1/connect/sessions/{sessionId}/listing-options` searches all.',
  }),
})
export type ClaimedRooms = Static<typeof ClaimedRooms>

/** Body of `POST /v1/connect/booking/map-rooms`. */
export const MapRoomsBody = record({
  sessionId,
  mappings: Type.Array(
    record({
      roomId: Type.String({
        minLength: 1,
        maxLength: 20,
        description: 'A room of the property.',
        examples: ['1030001'],
      }),
      listingId: Type.Optional(
        Type.Union(
          [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' }), Type.Null()],
          { description: 'The listing it is of. Null: of none.', examples: [4812] },
        ),
      ),
      create: Type.Optional(
        Type.Boolean({
          description: 'In place of `listingId`: make a listing of ours of it. Sent again it makes no other.',
        }),
      ),
      onDrift: onDriftField,
    }),
    { minItems: 1, maxItems: 500, description: 'One entry for each room.' },
  ),
})
export type MapRoomsBody = Static<typeof MapRoomsBody>

/** Answer of `POST /v1/connect/booking/map-rooms`. */
export const MappedRooms = record({
  success: Type.Literal(true, { description: 'Always true; what went wrong is an error.' }),
  mapped: integer('Rooms that are of a listing now.', { minimum: 0 }),
  unmapped: integer('Rooms that were left out.', { minimum: 0 }),
  reservationsImported: Type.Optional(
    integer(
      'Stays of these rooms that are stored here by now. Reading goes on while the first import runs.',
      {
        minimum: 0,
      },
    ),
  ),
  sessionId,
  connectionId: id('Id of the connection.'),
  rooms: Type.Array(
    record({
      roomId,
      listingId: nullable(Type.Integer(), { description: 'The listing it is of now; null: of none.' }),
      writtenBy: textOrNull(
        'The PMS that keeps the listing and writes its calendar there; then nothing is written from here.',
        { examples: ['hostaway'] },
      ),
      onDrift: onDriftShown,
    }),
    { description: 'In the order in which they were sent.' },
  ),
})
export type MappedRooms = Static<typeof MappedRooms>

/** Booking.com's callback may be any JSON that names the property. */
export const ClaimCallback = Type.Object(
  {
    property_id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })], {
      description: "Booking.com's id of the property.",
    }),
  },
  { additionalProperties: true },
)
export const ClaimCallbackReceived = record({
  received: Type.Literal(true, { description: 'Always true.' }),
})
