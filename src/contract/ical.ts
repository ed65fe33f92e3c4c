/** A listing follows others' calendars, and others read ours at addresses of their own. */
import { Type, type Static } from 'typebox'
import { namePattern } from './body-fields.ts'
import {
  record,
  dateOnly,
  flag,
  id,
  integer,
  integerOrNull,
  link,
  oneOfStrings,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
  nullable,
} from './fields.ts'

export const icalPlatforms = ['airbnb', 'booking', 'vrbo', 'other'] as const
export type IcalPlatform = (typeof icalPlatforms)[number]

/** Intervals are in minutes. */
export const shortestInterval = 10
export const usualInterval = 15
const longestInterval = 1440
export const mostFeeds = 50
export const mostExports = 50

export const staleReasons = {
  lost_address: 'its address can no longer be decrypted, as after the loss of a key; set it anew',
  unreachable: 'nothing answered, or the connection broke',
  timeout: 'no answer in time',
  refused_address: 'the address, or one it redirects to, is not public',
  redirects: 'it redirects too often',
  http_error: 'it answered with another status than 200',
  too_large: 'the file is larger than 2 MiB',
  too_many_events: 'the file has more events than a calendar of a listing',
  too_slow: 'the file takes too long or too much memory to read',
  empty_file: 'it answered nothing',
  not_a_calendar: 'it answered something else than a calendar',
  damaged: 'the file is cut off or damaged; what is readable closes its nights, and nothing opens',
  unreadable_events: 'some events were not understood; what is readable closes its nights, and nothing opens',
  doubtful_events:
    'events have lost their end or their rule, or have what the platform never writes; what is new in the file was taken in',
  empty_calendar: 'the calendar lacks every event it had',
} as const
export type StaleReason = keyof typeof staleReasons
const staleReason = Object.keys(staleReasons) as StaleReason[]

const name = (subject: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: namePattern,
    description: `What the ${subject} is called here.`,
    examples: ['Airbnb Harbour loft'],
  })
const platform = (description: string) => oneOfStrings(icalPlatforms, { description })
export const feedCloses = ['unit', 'listing', 'nothing'] as const
export type FeedCloses = (typeof feedCloses)[number]
const closes = oneOfStrings(feedCloses, {
  description:
    'What a block of it closes: one unit of the listing, all of it, or `nothing`: then its nights are only compared with the listing’s, see `watchers` of its exposure. A stay takes one unit. Of a home both are the same. `listing` unless told for Booking.com, which closes a night when no room is left; else `unit`.',
})
const interval = integer('Minutes between two readings.', {
  minimum: shortestInterval,
  maximum: longestInterval,
})
const url = Type.String({
  minLength: 8,
  maxLength: 2000,
  description:
    'Address of the calendar, https. It is a secret: it is stored encrypted and never shown again.',
  examples: ['https://www.airbnb.com/calendar/ical/53120044.ics?s=…'],
})

export const icalKeeperReasons = ['not_connected', 'not_supported', 'several_units', 'writes_off'] as const

export const IcalKeeper = record(
  {
    provider: text('The PMS.', { examples: ['hostaway'] }),
    told: flag('Whether it is told: what the feed closes is closed there, and opened again.'),
    reason: nullable(oneOfStrings(icalKeeperReasons), {
      description:
        'Why it is not. `not_connected`: its account has to be connected again. `not_supported`: its API takes no closed nights. `several_units`: it closes all units of a night or none. `writes_off`: the write policy has `calendar.availability` switched off, or its owner did not allow it.',
    }),
  },
  {
    description:
      'Of a listing that a PMS keeps. A PMS that is not told sells the nights on: close them there, or have it follow the calendar.',
  },
)
export type IcalKeeper = Static<typeof IcalKeeper>

export const IcalFeed = record({
  id: uuid('Id of the feed.'),
  listingId: id('The listing it closes nights of.'),
  name: text('What it is called here.', { examples: ['Airbnb Harbour loft'] }),
  url: text('Where it is read, without what makes the address secret.', {
    examples: ['https://www.airbnb.com/…'],
  }),
  platform: platform('Whose calendar it is.'),
  platformGuessed: flag('The platform was guessed, from the address or from the file.'),
  closes,
  intervalMinutes: interval,
  status: oneOfStrings(['active', 'paused'], {
    description: '`paused`: it is not read; what it closed stays closed.',
  }),
  lastFetchedAt: timestampOrNull('When it was last asked for; null: never.'),
  lastGoodAt: timestampOrNull(
    'When it was last answered with a calendar to be believed, or that nothing changed.',
  ),
  nextFetchAt: timestampOrNull('When it is read next; null: it is paused.'),
  stale: flag(
    'What is known is old: the last answer was none, or none to be believed. What was closed stays closed.',
  ),
  staleSince: timestampOrNull('Since when.'),
  staleReason: nullable(oneOfStrings(staleReason), {
    description: `Why: ${Object.entries(staleReasons)
      .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
      .join('; ')}.`,
  }),
  staleDetail: textOrNull('The same in words.'),
  events: record(
    {
      stays: integer('Stays it tells of.', { minimum: 0 }),
      blocks: integer('Blocks it tells of; also those that may be stays, where the feed does not say.', {
        minimum: 0,
      }),
      missing: integer(
        'Events that the last file lacked; the next one has to lack them too until their nights are opened.',
        { minimum: 0 },
      ),
    },
    { description: 'What it closes, without what is over.' },
  ),
  keeper: nullable(IcalKeeper, {
    description: 'The PMS that keeps the listing, and whether it is told; null: the listing is kept here.',
  }),
  createdAt: timestamp('When it was added.'),
})
export type IcalFeed = Static<typeof IcalFeed>

export const IcalFeedCreateBody = record({
  name: name('feed'),
  url,
  platform: Type.Optional(platform('Whose calendar it is; guessed when left out.')),
  closes: Type.Optional(closes),
  intervalMinutes: Type.Optional(interval),
})
export type IcalFeedCreateBody = Static<typeof IcalFeedCreateBody>

export const IcalFeedUpdateBody = Type.Object(
  {
    name: Type.Optional(name('feed')),
    url: Type.Optional(url),
    platform: Type.Optional(platform('Whose calendar it is.')),
    closes: Type.Optional(closes),
    intervalMinutes: Type.Optional(interval),
    status: Type.Optional(
      oneOfStrings(['active', 'paused'], { description: '`paused`: it is not read any more.' }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type IcalFeedUpdateBody = Static<typeof IcalFeedUpdateBody>

export const IcalFeedDeleted = record({
  id: uuid('Id of the feed.'),
  deleted: flag('Its nights are open again, as far as nothing else holds them.'),
})

export const refreshOutcomes = {
  changed: 'something of it is new here',
  unchanged: 'it says what it said before',
  kept_out: 'there was no answer to be believed, see `staleReason`',
  too_soon: 'it was read less than a minute ago',
  under_way: 'it is being read already',
} as const
export type RefreshOutcome = keyof typeof refreshOutcomes

export const IcalRefreshBody = record({
  acceptEmpty: Type.Optional(
    flag('Believe a calendar without any event, although it had some: everything it closed is opened.'),
  ),
})
export const IcalRefreshed = record({
  outcome: oneOfStrings(Object.keys(refreshOutcomes) as RefreshOutcome[], {
    description: Object.entries(refreshOutcomes)
      .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
      .join('; '),
  }),
  feed: IcalFeed,
})

export const IcalExport = record({
  id: uuid('Id of the address.'),
  listingId: id('The listing whose closed nights are read there.'),
  name: text('What it is called here.', { examples: ['For Airbnb'] }),
  platform: platform('Who reads it: events of feeds of this platform are not told back to it.'),
  feedIds: nullable(Type.Array(uuid('Id of a feed.'), { maxItems: mostFeeds }), {
    description: 'Feeds whose events are not told back to the reader; null: all feeds of its platform.',
  }),
  tokenEnd: text('The last characters of the secret in the address, to tell addresses apart.', {
    examples: ['x7Qa'],
  }),
  status: oneOfStrings(['active', 'revoked'], { description: '`revoked`: the address answers 404.' }),
  lastReadAt: timestampOrNull('When it was last read; null: never.'),
  observedIntervalMinutes: integerOrNull(
    'How often it is read: the middle of the last pauses; null: not seen yet.',
    { minimum: 0 },
  ),
  expectedIntervalMinutes: integer(
    'How long a change may take to be read: what was seen, else what is told of the platform.',
    { minimum: 0 },
  ),
  createdAt: timestamp('When it was made.'),
})
export type IcalExport = Static<typeof IcalExport>

export const IcalExportWithUrl = record({
  ...IcalExport.properties,
  url: link('The address. Only this answer shows it: whoever knows it can read which nights are closed.', {
    examples: ['https://api.example.com/ical/4fGh2kPq.ics'],
  }),
})

export const IcalExportCreateBody = record({
  name: name('address'),
  platform: platform('Who reads it.'),
  feedIds: Type.Optional(
    Type.Array(uuid('Id of a feed of the listing.'), {
      minItems: 1,
      maxItems: mostFeeds,
      description:
        'Feeds whose events are not told back to the reader, instead of all feeds of its platform.',
    }),
  ),
})
export type IcalExportCreateBody = Static<typeof IcalExportCreateBody>

const aboutFeed = {
  listingId: id('The listing.'),
  feedId: uuid('The feed.'),
  name: text('What the feed is called here.', { examples: ['Airbnb Harbour loft'] }),
  platform: platform('Whose calendar it is.'),
}
export const FeedStaleData = record({
  ...aboutFeed,
  reason: oneOfStrings(staleReason, { description: 'Why it is not believed.' }),
  detail: text('The same in words.', { examples: ['it answered 503'] }),
  lastGoodAt: timestampOrNull('When it was last good; null: never.'),
  staleSince: timestamp('Since when it is not.'),
  occurredAt: timestamp('When that was told.'),
})
export const FeedRecoveredData = record({
  ...aboutFeed,
  staleSince: timestamp('Since when it was not good.'),
  occurredAt: timestamp('When it was good again.'),
})

/** A listing's exposure names each reader of our calendar, and what it read last. */
export const CalendarReader = record({
  exportId: uuid('The address that is read.'),
  name: text('What it is called here.'),
  platform: platform('Who reads it.'),
  lastReadAt: timestampOrNull('When it was last read; null: never.'),
  expectedIntervalMinutes: integer('How long a change may take to be read there.', { minimum: 0 }),
  expectedAt: timestampOrNull('When it should be read next; null: it was never read.'),
  exposedNights: Type.Array(dateOnly('Night.'), {
    description:
      'Nights that are sold here and open there as far as is known: it has not read that they are closed.',
  }),
})
export type CalendarReader = Static<typeof CalendarReader>
