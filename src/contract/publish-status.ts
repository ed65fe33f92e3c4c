/** The status says for each linked channel what was sent, what changed since, and if guests find it. */
import { Type, type Static } from 'typebox'
import { flag, id, nullable, oneOfStrings, record, text, textOrNull, timestampOrNull } from './fields.ts'
import { onDriftShown } from './channel-mapping.ts'
import { pushedSections } from './channel-content/publishing.ts'
import { sellerNames } from './shared.ts'

export const addressParts = ['street', 'city', 'state', 'postalCode'] as const
export type AddressPart = (typeof addressParts)[number]

export const AddressReadiness = record({
  ready: flag('Whether the address has every part that the channel asks for.'),
  missing: Type.Array(oneOfStrings(addressParts, { description: 'A part of the address.' }), {
    description:
      'Parts that are not known here. `state` is asked for only in countries whose addresses have one.',
  }),
  have: record(
    {
      street: textOrNull('Street and number.'),
      city: textOrNull('City.'),
      state: textOrNull('State or region.'),
      postalCode: textOrNull('Postal code.'),
    },
    { description: 'What is known here.' },
  ),
})
export type AddressReadiness = Static<typeof AddressReadiness>

const platform = oneOfStrings(sellerNames, { description: 'The channel.' })
const platformId = text('Id of the listing there.', { examples: ['53120044'] })
const lockedFields = (description: string) => Type.Array(Type.String(), { description })

export const pushStatuses = ['idle', 'pushing', 'success', 'error'] as const

export const PushedChannel = record({
  platform,
  platformId,
  pushStatus: oneOfStrings(pushStatuses, {
    description:
      '`idle`: nothing was sent from here yet. `pushing`: something is being sent now. `success`, `error`: what became of the last time.',
  }),
  pushError: textOrNull('Why the last time did not end well; null where it did.'),
  lastPushedAt: timestampOrNull('When something was last sent and came to its end.'),
  lastPulledAt: timestampOrNull('When anything of it was last read there.'),
  sections: Type.Array(
    record({
      section: oneOfStrings(pushedSections, { description: 'Section.' }),
      pushedAt: timestampOrNull('When it was last sent, or seen to stand there already; null: never.'),
      error: textOrNull('What was wrong with it the last time; null: nothing.'),
      dirtyFields: Type.Array(Type.String(), {
        description: 'Fields of it that are known here and were never seen to stand there like this.',
      }),
    }),
    { description: 'The same, section by section: those of which anything is known here or was sent.' },
  ),
  dirtyFields: Type.Array(Type.String(), {
    description:
      'All fields that the next push would send: known here, and never seen to stand there like this. Empty for a listing that the channel keeps.',
    examples: [['description.en.summary']],
  }),
  platformHasChanges: flag(
    'Whether the channel, when it was last read, showed something else for a field that had stood there as it is here.',
  ),
})
export type PushedChannel = Static<typeof PushedChannel>

export const PublishedConnection = record({
  channel: platform,
  connected: flag('Whether an account of the channel that has the listing is connected, and works.'),
  syncEnabled: flag('Whether our calendar is written there.'),
  onDrift: onDriftShown,
  since: timestampOrNull('Since when the listing is linked.'),
  platformId,
  channelStatus: nullable(oneOfStrings(['online', 'offline']), {
    description: 'Whether guests find it there, as it was last read; null: the channel does not say.',
  }),
  channelStatusDetail: textOrNull('What stands in the way, in words.'),
  lockedFields: Type.Optional(lockedFields('Airbnb only: fields that Airbnb took and does not show.')),
})
export type PublishedConnection = Static<typeof PublishedConnection>

/** Answer of `GET /v1/listings/{id}/publish-status`. */
export const PublishStatus = record({
  listingId: id('Id of the listing.'),
  addressReadiness: record(
    { airbnb: AddressReadiness, booking: AddressReadiness },
    { description: 'By channel: whether the address is complete enough to be published there.' },
  ),
  channels: Type.Array(PushedChannel, {
    description: 'Channel listings that something was sent to or read from; empty before the first time.',
  }),
  connections: Type.Array(PublishedConnection, {
    description: 'Channel listings that it is linked with, also through a PMS.',
  }),
})
export type PublishStatus = Static<typeof PublishStatus>
