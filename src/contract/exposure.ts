/** Exposure is the set of sold nights that channels can still sell. */
import { Type, type Static } from 'typebox'
import { channelNightState, onDriftShown } from './channel-mapping.ts'
import { CalendarReader, icalPlatforms } from './ical.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  integer,
  integerOrNull,
  nullable,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'

export const ChannelNight = record(
  {
    available: flag('Whether it can be booked.'),
    units: integer('Homes or rooms left to sell.', { minimum: 0 }),
    price: numberOrNull('Price of the night, with the markup of the channel.'),
    minNights: integerOrNull('Shortest stay; null: not known.'),
    maxNights: integerOrNull('Longest stay; null: any, or not known.'),
    closedToArrival: nullable(Type.Boolean(), { description: 'No stay may begin here; null: not known.' }),
    closedToDeparture: nullable(Type.Boolean(), { description: 'No stay may end here; null: not known.' }),
  },
  {
    description:
      'A night on a channel: `wanted` is what it is to show, `shown` what it did when it was last read.',
  },
)
export type ChannelNight = Static<typeof ChannelNight>

export const ExposureNight = record({
  date: dateOnly('The night.'),
  stays: integer('Stays that hold it here.', { minimum: 0 }),
  wanted: ChannelNight,
  shown: nullable(ChannelNight, {
    description: 'What the channel showed when it was last read; null: it was not read yet.',
  }),
  shownAt: timestampOrNull('When it was last read.'),
  state: channelNightState(),
  differsSince: timestampOrNull(
    'Since when the channel is to show something else; null when it shows what it should.',
  ),
  exposed: flag('Whether the channel can still sell what is sold here, as far as is known.'),
  exposedSince: timestampOrNull('Since when.'),
  error: textOrNull('Why it could not be sent or is not taken.'),
})
export type ExposureNight = Static<typeof ExposureNight>

const link = {
  channel: text('The channel.', { examples: ['airbnb'] }),
  connectionId: id('The connection.'),
  channelListingId: text('What the channel calls its listing or room.', { examples: ['53120044'] }),
}

export const ExposureChannel = record({
  ...link,
  writes: flag('Whether our calendar is written there.'),
  writtenBy: textOrNull('The PMS that writes it instead; null when we do, or nobody.', {
    examples: ['hostaway'],
  }),
  onDrift: onDriftShown,
  since: timestampOrNull('Since when our calendar is written there.'),
  comparedAt: timestampOrNull('When the whole calendar there was last compared with ours.'),
  exposedNights: integer('Nights of the window that the channel can still sell though they are sold.', {
    minimum: 0,
  }),
  exposedSince: timestampOrNull('Since when the first of them can be.'),
  nights: Type.Array(ExposureNight, {
    maxItems: 366,
    description:
      'Every night of the window that is written there: not those that are over, nor those further ahead than the channel’s calendar goes. Empty where our calendar is not written.',
  }),
})
export type ExposureChannel = Static<typeof ExposureChannel>

/** The channel fetches the calendar from a feed. */
export const FeedReader = record({
  channel: text('The channel.', { examples: ['vrbo'] }),
  externalAccountId: text('The account in whose feeds it stands.', { examples: ['lw4k7q2m9x1c8z0d'] }),
  lastReadAt: timestampOrNull('When it last came to see which calendars moved; null: never.'),
  expectedIntervalMinutes: integer(
    'How long it takes from one time to the next: as it was seen, or a day before it came twice.',
    { minimum: 0 },
  ),
  expectedAt: timestampOrNull('When it should come next; null: it never came.'),
  exposedNights: Type.Array(dateOnly('A night.'), {
    maxItems: 366,
    description:
      'Nights of the window that are sold here, and of which the channel can still sell more than is left, by what it fetched last. Empty before the first fetch: then it sells nothing.',
  }),
})
export type FeedReader = Static<typeof FeedReader>

export const WatchedNight = record({
  date: dateOnly('The night.'),
  since: timestamp('Since when it is known.'),
})
export type WatchedNight = Static<typeof WatchedNight>
const differences = (description: string) => Type.Array(WatchedNight, { maxItems: 366, description })

/** A calendar file that is compared with the listing and closes nothing. */
export const WatchingFeed = record({
  feedId: uuid('The feed.'),
  name: text('What the feed is called here.', { examples: ['Airbnb Harbour loft'] }),
  platform: oneOfStrings(icalPlatforms, { description: 'Whose calendar it is.' }),
  lastGoodAt: timestampOrNull(
    'When its file was last read and believed; null: never, and nothing is compared.',
  ),
  stale: flag('The last answer was none, or none to be believed.'),
  bookedThere: differences('Nights that the file calls taken and that can still be booked here.'),
  bookedHere: differences(
    'Nights of stays here, stored before the file was last read, that the file does not call taken.',
  ),
})
export type WatchingFeed = Static<typeof WatchingFeed>

/** Answer of `GET /v1/listings/{id}/exposure`. */
export const Exposure = record({
  listingId: id('The listing.'),
  from: dateOnly('First night of the window.'),
  to: dateOnly('Last night of the window.'),
  asOf: timestamp('When this was true.'),
  currency: currencyOrNull('Currency of every price.'),
  exposedNights: integer('Nights of the window that some channel can still sell though they are sold.', {
    minimum: 0,
  }),
  exposedSince: timestampOrNull('Since when the first of them can be; null when there is none.'),
  channels: Type.Array(ExposureChannel, {
    description: 'Every channel listing of it; empty when it is on none.',
  }),
  readers: Type.Array(CalendarReader, {
    description:
      'Everybody who has an address to read its closed nights at; not counted among `exposedNights`, because nothing can be sent to them.',
  }),
  feeds: Type.Array(FeedReader, {
    description:
      'Channels that fetch its calendar from a feed; not counted among `exposedNights` either: a night closes there when it is fetched.',
  }),
  watchers: Type.Array(WatchingFeed, {
    description: 'Calendar feeds that close `nothing`, with the nights on which they and the listing differ.',
  }),
})
export type Exposure = Static<typeof Exposure>

export const ExposedLink = record({
  listingId: id('The listing.'),
  ...link,
  exposedNights: integer('Coming nights that the channel can still sell though they are sold.', {
    minimum: 0,
  }),
  exposedSince: timestampOrNull('Since when the first of them can be; null when there is none.'),
  differingNights: integer('Coming nights on which the channel is to show something else than it does.', {
    minimum: 0,
  }),
  differsSince: timestampOrNull('Since when the first of them differs.'),
  error: textOrNull('What went wrong with one of them.'),
})
export type ExposedLink = Static<typeof ExposedLink>

/** Others fetch nights by themselves from a calendar file or Vrbo's feeds. */
export const readerKinds = ['ical', 'vrbo'] as const
export type ReaderKind = (typeof readerKinds)[number]

export const ExposedReader = record({
  listingId: id('The listing.'),
  kind: oneOfStrings(readerKinds, {
    description: 'What it fetches: a calendar address (`ical`), or the feeds of Vrbo (`vrbo`).',
  }),
  readerId: text('Id of the calendar address; of Vrbo the account in whose feeds the listing stands.', {
    examples: ['0197a3c0-5c1e-7d20-9b1e-5f2d6c1a8e01'],
  }),
  channel: text('The channel that reads; `other`: it is not known.', { examples: ['vrbo'] }),
  name: text('What it is called here.', { examples: ['For Vrbo'] }),
  lastReadAt: timestampOrNull('When it last came; null: never.'),
  expectedIntervalMinutes: integer('How long it takes from one time to the next.', { minimum: 0 }),
  expectedAt: timestampOrNull('When it should come next; null: it never came.'),
  exposedNights: integer('Coming nights that are sold here and open there, by what it fetched last.', {
    minimum: 0,
  }),
  exposedSince: timestampOrNull('Since when the first of them is.'),
  overdue: flag('Whether it should have come since, and did not: `calendar.exposed` told of it.'),
})
export type ExposedReader = Static<typeof ExposedReader>

/** Answer of `GET /v1/exposure`. */
export const ExposureSummary = record({
  data: Type.Array(ExposedLink, {
    maxItems: 100,
    description: 'Exposed longest first, then what only differs.',
  }),
  total: integer('Channel listings that do not show what they should.', { minimum: 0 }),
  readers: Type.Array(ExposedReader, {
    maxItems: 100,
    description:
      'Those who fetch nights by themselves and have not fetched yet that some are sold, longest first. Looked at within half a minute of a change.',
  }),
  readersTotal: integer('How many they are.', { minimum: 0 }),
})
export type ExposureSummary = Static<typeof ExposureSummary>
