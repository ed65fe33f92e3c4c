/** A mapping says which listing a channel listing belongs to. */
import { Type, type Static } from 'typebox'
import { flag, id, idOrNull, nullable, oneOfStrings, record, text } from './fields.ts'

/** Every mapping body says how a listing kept by a PMS becomes one of ours. */
export const takeOverFields = {
  takeOver: Type.Optional(
    Type.Boolean({
      description:
        'Of a listing that a PMS keeps: keep it here from now on, so that our calendar is the one that is written to the channel. Refused while the PMS says that it sells it there. The PMS goes on telling of its stays.',
    }),
  ),
  evenIfDistributed: Type.Optional(
    Type.Boolean({
      description:
        'With `takeOver`: also while the PMS says that it sells the listing there, because it will write there no more.',
    }),
  ),
}

export const driftActions = ['mend', 'report'] as const
export type DriftAction = (typeof driftActions)[number]

/** Every mapping body says how to treat nights that somebody changes on the channel by hand. */
export const onDriftField = Type.Optional(
  oneOfStrings(driftActions, {
    description:
      'What becomes of nights that somebody changes on the channel by hand; a comparison once a day finds them. `mend`: our calendar is written over them. `report`: they are left as they are there, and the exposure of the listing and its calendar sync name them; a sold night that was opened is closed all the same. Left out: as it was, and `mend` of a link that is new. Sent for a link that is there it changes that link, and `mend` mends at once what was reported until then.',
  }),
)

/** Answers show the same; null means that our calendar is not written there. */
export const onDriftShown = nullable(oneOfStrings(driftActions), {
  description:
    'Whether nights that somebody changes on the channel by hand are written over (`mend`) or only told (`report`); null: our calendar is not written there.',
})

export const driftAction = (mends: boolean | null): DriftAction | null =>
  mends === null ? null : mends ? 'mend' : 'report'

/** Body of `POST /v1/channels/airbnb/listings/map`. */
export const AirbnbMapBody = Type.Object(
  {
    airbnbId: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Id of the listing on Airbnb, of a connected host.',
      examples: ['53120044'],
    }),
    listingId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' })], {
      description:
        'The listing whose calendar is sold there; the one that Airbnb keeps, to keep it here from now on.',
      examples: [4812],
    }),
    hostId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'The host, where several connected hosts have the Airbnb listing.',
        examples: ['80120044'],
      }),
    ),
    syncEnabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether our calendar is written to Airbnb: true unless told. False: only what happens on Airbnb is read.',
      }),
    ),
    onDrift: onDriftField,
    ...takeOverFields,
  },
  { additionalProperties: false },
)
export type AirbnbMapBody = Static<typeof AirbnbMapBody>

/** Answer of `POST /v1/channels/airbnb/listings/map`. */
export const AirbnbMapped = record({
  success: flag('Always true; what went wrong is an error.'),
  alreadyMapped: flag('Whether it was so before, with everything that was sent, and nothing was changed.'),
  airbnbId: text('Id of the listing on Airbnb.'),
  listingId: id('The listing it is of now.'),
  previousListingId: idOrNull('The listing it was of until now; null when it is the same.'),
  hostId: text('The host on Airbnb.'),
  listingAirbnbId: text('Names the link: connection and Airbnb listing.', { examples: ['31:53120044'] }),
  platformLinkId: text('The same as `listingAirbnbId`.', { examples: ['31:53120044'] }),
  syncEnabled: flag('Whether our calendar is written there from now on.'),
  onDrift: onDriftShown,
  writtenBy: nullable(Type.String(), {
    description:
      'The PMS that keeps the listing and writes its calendar to Airbnb; then the link only reads. Null when there is none.',
    examples: ['hostaway'],
  }),
})
export type AirbnbMapped = Static<typeof AirbnbMapped>

/** Body of `POST /v1/channels/booking/listings/map`. */
export const BookingMapBody = Type.Object(
  {
    roomBookingId: Type.Union(
      [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' })],
      {
        description: 'Id of the room at Booking.com, of a connected property.',
        examples: ['1030001'],
      },
    ),
    listingId: Type.Optional(
      Type.Union(
        [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' }), Type.Null()],
        {
          description:
            'The listing whose calendar is sent there; the one that Booking.com keeps, to keep it here from now on. Null or left out: none any more.',
          examples: [4812],
        },
      ),
    ),
    hotelId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        description: 'The property, where several connected ones have the room.',
        examples: ['8122001'],
      }),
    ),
    syncEnabled: Type.Optional(
      Type.Boolean({
        description:
          'Whether our calendar is written to Booking.com: true unless told. False: only what happens there is read.',
      }),
    ),
    onDrift: onDriftField,
    ...takeOverFields,
  },
  { additionalProperties: false },
)
export type BookingMapBody = Static<typeof BookingMapBody>

/** Answer of `POST /v1/channels/booking/listings/map`. */
export const BookingMapped = record({
  success: flag('Always true; what went wrong is an error.'),
  alreadyMapped: flag('Whether it was so before, with everything that was sent, and nothing was changed.'),
  roomBookingId: text('Id of the room at Booking.com.', { examples: ['1030001'] }),
  listingId: idOrNull('The listing it is of now; null: of none, until the next reading makes one of it.'),
  previousListingId: idOrNull('The listing it was of until now; null when it is the same.'),
  hotelId: text('The property at Booking.com.', { examples: ['8122001'] }),
  platformLinkId: text('Names the link: connection and room.', { examples: ['32:1030001'] }),
  syncEnabled: flag('Whether our calendar is written there from now on.'),
  onDrift: onDriftShown,
  writtenBy: nullable(Type.String(), {
    description:
      'The PMS that keeps the listing and writes its calendar to Booking.com; then the link only reads. Null when there is none.',
    examples: ['cloudbeds'],
  }),
})
export type BookingMapped = Static<typeof BookingMapped>

export const channelNightStates = ['confirmed', 'pending', 'sent', 'failed', 'refused'] as const
export const channelNightState = () =>
  oneOfStrings(channelNightStates, {
    description:
      '`confirmed`: the channel was read and shows it. `pending`: it is to be sent. `sent`: it was sent and is not shown yet. `failed`: it could not be sent and is tried again. `refused`: the channel does not take it, or somebody set something else there and the link only reports that (`onDrift`).',
  })
