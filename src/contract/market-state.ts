/** A listing is taken off the market, and put back, on every channel that this server sells on. */
import { Type, type Static } from 'typebox'
import { flag, id, oneOfStrings, record, text, textOrNull } from './fields.ts'

export const marketStates = ['online', 'offline'] as const
export type MarketState = (typeof marketStates)[number]

export const marketCodes = [
  'closing',
  'opening',
  'already_so',
  'not_written_from_here',
  'not_connected',
] as const

/** Body and query name one property of Booking.com. */
export const MeantHotel = Type.String({
  minLength: 1,
  maxLength: 20,
  pattern: '^[^\\u0000]*$',
  description:
    "Booking.com's id of a property: of those where the listing is, only this one. Other channels are asked all the same.",
  examples: ['8122001'],
})
/** Body of `POST /v1/listings/{id}/offline` and `…/online`; it may be left out. */
export const MarketStateBody = record({ hotelId: Type.Optional(MeantHotel) })
export type MarketStateBody = Static<typeof MarketStateBody>

export const ChannelMarketState = record({
  channel: text('The channel.', { examples: ['vrbo'] }),
  state: oneOfStrings([...marketStates, 'unchanged'], {
    description: 'What it is to show from now on; `unchanged`: nothing was done there.',
  }),
  ok: flag('Whether it is so, or on its way.'),
  connectionId: Type.Optional(id('The connection, where there is one.')),
  externalAccountId: Type.Optional(text('The account that fetches our feeds.')),
  hotelId: Type.Optional(text("Booking.com's id of the property.", { examples: ['8122001'] })),
  platformId: text('What the channel calls the listing.', { examples: ['53120044'] }),
  code: oneOfStrings(marketCodes, {
    description:
      '`closing`, `opening`: nights are written, or wait to be fetched. `already_so`: it was asked for before. `not_written_from_here`: our calendar is not written there. `not_connected`: the account cannot be called.',
  }),
  message: text('The same in words.'),
  fix: textOrNull('What to do about it; null: nothing.'),
  verified: flag('Whether the channel was seen to show it, on every night.'),
})
export type ChannelMarketState = Static<typeof ChannelMarketState>

/** Answer of `POST /v1/listings/{id}/offline` and `…/online`. */
export const ListingMarketState = record({
  listingId: id('The listing.'),
  state: oneOfStrings(marketStates, { description: 'What was asked for.' }),
  channels: Type.Array(ChannelMarketState, {
    description: 'Every place where it is on a channel. Look at each: one can fail while others do not.',
  }),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Nothing was changed.' })),
})
export type ListingMarketState = Static<typeof ListingMarketState>
