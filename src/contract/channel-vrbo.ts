/** Vrbo accounts fetch our feeds; these routes manage the accounts and the feeds' content. */
import { Type, type Static } from 'typebox'
import { namePattern } from './body-fields.ts'
import {
  dateOnly,
  flag,
  id,
  link,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const accountIdPattern = '^lw[a-z0-9]{14}$'

const accountId = text('The account, which is also its user name and what Vrbo calls the advertiser.', {
  examples: ['lw4k7q2m9x1c8z0d'],
})

/** Answer of `POST /v1/connect/vrbo`, and of rotating a pair. */
export const VrboPair = record({
  provider: Type.Literal('vrbo', { description: 'Always `vrbo`.' }),
  externalAccountId: accountId,
  username: text('User name for HTTP Basic.', { examples: ['lw4k7q2m9x1c8z0d'] }),
  password: text('Password for HTTP Basic. Only this answer shows it.'),
  feedUrl: link('Address of the advertiser index, from which Vrbo finds everything else.'),
})
export type VrboPair = Static<typeof VrboPair>

export const VrboAccountBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: namePattern,
        description: 'What the account is called here, and the advertiser in the feeds.',
        examples: ['Seaside Stays'],
      }),
    ),
    takesCalls: Type.Optional(
      flag(
        'Whether Vrbo may book and ask for quotes and availability here. See the guide before it is switched on.',
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type VrboAccountBody = Static<typeof VrboAccountBody>

export const VrboAccount = record({
  externalAccountId: accountId,
  name: text('What it is called here.', { examples: ['Seaside Stays'] }),
  status: oneOfStrings(['active', 'revoked'], { description: '`revoked`: its pair opens nothing any more.' }),
  passwordEnd: text('The last four letters of its password.', { examples: ['x9Qa'] }),
  takesCalls: flag('Whether Vrbo may book and ask here.'),
  createdAt: timestamp('When it was activated.'),
  rotatedAt: timestampOrNull('When its password was last replaced.'),
  lastFetchedAt: timestampOrNull('When Vrbo last came for a feed of it, to the minute; null: never.'),
})
export type VrboAccount = Static<typeof VrboAccount>

/** Body of `POST /v1/channels/vrbo/listings/map`. */
export const VrboMapBody = Type.Object(
  {
    listingId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,17}$' })], {
      description: 'The listing; Vrbo calls it by the same id.',
      examples: [4812],
    }),
    accountId: Type.Optional(
      Type.String({
        pattern: accountIdPattern,
        description: 'The account in whose feeds it stands; needed where several are active.',
        examples: ['lw4k7q2m9x1c8z0d'],
      }),
    ),
    syncEnabled: Type.Optional(
      Type.Boolean({
        description:
          'True unless told. False takes it out: it stays in the feeds as not active, with every night closed.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type VrboMapBody = Static<typeof VrboMapBody>

export const VrboMapped = record({
  success: Type.Literal(true, { description: 'It is as it was asked for.' }),
  alreadyMapped: flag('It was so before.'),
  listingId: id('The listing.'),
  vrboListingId: text('What Vrbo calls it.', { examples: ['4812'] }),
  externalAccountId: accountId,
  syncEnabled: flag('Whether it is sold at Vrbo from here.'),
})
export type VrboMapped = Static<typeof VrboMapped>

export const vrboListingStatuses = ['active', 'inactive'] as const

export const VrboListing = record({
  id: text('What Vrbo calls it.', { examples: ['4812'] }),
  listingId: id('The listing.'),
  name: text('The title guests see, or the name of the listing.'),
  status: oneOfStrings(vrboListingStatuses, { description: '`active`: it can be booked there.' }),
  listingName: text('Name of the listing here.'),
  listingCity: textOrNull('Its city.'),
})
export type VrboListing = Static<typeof VrboListing>

export const VrboReservation = record({
  id: id('The reservation.'),
  listingId: id('Its listing.'),
  status: oneOfStrings(['confirmed', 'pending', 'cancelled', 'completed'], {
    description: 'Where it stands.',
  }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.'),
})
export type VrboReservation = Static<typeof VrboReservation>
