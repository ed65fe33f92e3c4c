/**
 * Detects events of which a line was lost. Without its end an event is one day, and without its rule it occurs once.
 * Without its time zone it moves, and without its words a stay is a block. The file does not show it; the feed's known
 * spans and the platform's habits do. Pure.
 */
import type { IcalPlatform } from '../../../contract/ical.ts'
import type { KnownSpan } from './match-events.ts'
import type { ReadEvent } from './file/read-events.ts'
import { covers, type EventRange } from './match-events.ts'
import { hash, platforms, type FeedFileEvent } from './platforms.ts'

export interface BelievableEvents {
  /** Events, without those that the known spans describe better. */
  events: FeedFileEvent[]
  /** How many events cannot be trusted as they are. */
  doubtful: number
}

const isLongerThanOneDay = ({ first, until }: EventRange) =>
  String(Temporal.PlainDate.from(first).add({ days: 1 })) < until

type NamedRange = Pick<KnownSpan, 'first' | 'until' | 'uid' | 'label'>
/** Keys of the dates with the same UID, and with the same label. */
const rangeKeys = ({ first, until, uid, label }: NamedRange) => [
  `${first} ${until} uid ${uid}`,
  `${first} ${until} label ${label}`,
]
const isAmong = (places: ReadonlySet<string>, one: NamedRange) =>
  rangeKeys(one).some((place) => places.has(place))

export function dropDoubtful(
  known: readonly KnownSpan[],
  given: readonly FeedFileEvent[],
  read: readonly ReadEvent[],
  { platform, today }: { platform: IcalPlatform; today: string },
): BelievableEvents {
  const stayOf = stayBefore(known)
  const fileEvents = given.map((event) => (event.lostWords ? withWordsOf(stayOf(event), event) : event))
  const toldPlaces = new Set(fileEvents.flatMap(rangeKeys))
  const left = known.filter((span) => span.until > today && !isAmong(toldPlaces, span))
  const long = left.filter(isLongerThanOneDay)
  const byUid = Map.groupBy(long, ({ uid }) => uid)
  const byFirst = Map.groupBy(long, ({ first }) => first)
  const knownPlaces = new Set(known.flatMap(rangeKeys))
  /** Known events this one may be if it lost its end; under another UID, one with the same start. */
  const longerOf = (event: FeedFileEvent) =>
    [
      ...(byUid.get(event.uid) ?? []),
      ...(isAmong(knownPlaces, event) ? [] : (byFirst.get(event.first) ?? [])),
    ].filter((span) => !covers(event, span))
  const events: FeedFileEvent[] = []
  const wasElsewhere = placesBefore(left)
  const lostRule = lostRules(known, left, read)
  let doubtful = lostRule.size
  for (const event of fileEvents) {
    const longer = event.end === 'written' ? [] : longerOf(event)
    const isOdd =
      event.end === 'broken' ||
      (platforms[platform].isPlain && (event.end === 'none' || seriesOf(event) !== null))
    const isMoved = event.lostZone && wasElsewhere(event)
    if (isOdd || isMoved || longer.length > 0) doubtful += 1
    if (longer.some((span) => covers(span, event))) continue
    // It is one occurrence of its series; otherwise it would be known as a single event.
    events.push(lostRule.has(event.uid) ? { ...event, uid: `${event.uid}/${event.first}` } : event)
  }
  return { events: [...events, ...markSingles(known, fileEvents)], doubtful }
}

/** The stay that a block without words may be: by UID, else by nights. */
function stayBefore(known: readonly KnownSpan[]): (event: FeedFileEvent) => KnownSpan | undefined {
  // The first of several wins, so it is inserted last.
  const stays = known.filter(({ kind }) => kind === 'stay').toReversed()
  const byUid = new Map(stays.map((stay) => [stay.uid, stay]))
  const byDates = new Map(stays.map((stay) => [`${stay.first} ${stay.until}`, stay]))
  return ({ uid, first, until }) => byUid.get(uid) ?? byDates.get(`${first} ${until}`)
}

/** The event as the stay it was: no block had that UID or those nights before. */
const withWordsOf = (stay: KnownSpan | undefined, event: FeedFileEvent): FeedFileEvent =>
  stay ? { ...event, kind: 'stay', label: stay.label } : event

/** The largest distance between two time zones, in days. */
const mostDaysMoved = 2

const dayOf = (date: string) => Date.parse(date) / 86_400_000

/** Whether the event was known at another date before its zone was lost: by UID, or nearby with the same label. */
function placesBefore(left: readonly KnownSpan[]): (event: FeedFileEvent) => boolean {
  const names = new Set(left.map(nameOf))
  const places = new Set(left.map(({ first, label }) => `${dayOf(first)} ${label}`))
  return (event) => {
    if (names.has(nameOf(event))) return true
    const day = dayOf(event.first)
    for (let moved = -mostDaysMoved; moved <= mostDaysMoved; moved++)
      if (places.has(`${day + moved} ${event.label}`)) return true
    return false
  }
}

const nameOf = (one: Pick<KnownSpan, 'uid'>) => seriesOf(one) ?? one.uid

/** The UID shared by all events of one rule. */
const seriesOf = ({ uid }: Pick<KnownSpan, 'uid'>) =>
  uid.includes('/') ? uid.slice(0, uid.indexOf('/')) : null

/** UIDs of events that repeated in the last file and do not now. */
function lostRules(
  known: readonly KnownSpan[],
  left: readonly KnownSpan[],
  read: readonly ReadEvent[],
): Set<string> {
  const series = new Set(left.flatMap((span) => seriesOf(span) ?? []))
  if (series.size === 0) return series
  const named = ({ uid }: ReadEvent) => (uid === null ? [] : [hash(uid)])
  const single = new Set(read.filter(({ repeats }) => !repeats).flatMap(named))
  // An event known as single before it repeated may be single again.
  for (const uid of [...read.filter(({ repeats }) => repeats).flatMap(named), ...known.map(({ uid }) => uid)])
    single.delete(uid)
  return single.intersection(series)
}

/** Marks single events as such, even while their UID repeats, to tell them from events that lost their rule. */
function markSingles(known: readonly KnownSpan[], fileEvents: readonly FeedFileEvent[]): FeedFileEvent[] {
  const repeating = Map.groupBy(fileEvents, seriesOf)
  return known
    .filter(
      (span) => span.kind === 'block' && (repeating.get(span.uid) ?? []).some((event) => covers(event, span)),
    )
    .map(({ kind, uid, label, first, until }) => ({
      ...{ kind, uid, label, first, until },
      ...{ code: null, guestFirstName: null, end: 'written' as const, lostZone: false, lostWords: false },
    }))
}
