/**
 * Compares what is known of a feed with its latest good file. Nights close at once; they open only after two good
 * files in a row omit them. Pure.
 */
import {
  type KnownSpan,
  covers,
  holdingsOf,
  matchEvents,
  overlaps,
  type Holding,
  type MatchRules,
} from './match-events.ts'
import type { FeedEvent } from './platforms.ts'

/** How many good files in a row must omit something before it counts as gone. */
const looksUntilGone = 2

export type NextSpan = Omit<KnownSpan, 'id'> & {
  /** null: a new span. */
  id: string | null
}

export interface SpanComparison {
  spans: NextSpan[]
  goneIds: string[]
  /** Reservations, with what the file says of each. */
  stays: (FeedEvent & { ref: string })[]
  /** Reservations of stays that disappeared before they were over. */
  endedRefs: string[]
  /** Whether bookings of the file are stored only once the next file has them too. */
  waits: boolean
}

export interface CompareRules extends MatchRules {
  /** Whether every event was understood; only then can something be missing. */
  isComplete: boolean
  /** The record of a booking that no span covers, or an id for a new one. */
  recordOf(event: FeedEvent): { ref: string; first?: string }
}

/** An event of the file, matched with what is known. */
interface EventMatch {
  event: FeedEvent
  ref: string
  /** null: the event matches nothing known. */
  holding: Holding | null
  /** The known span with the same dates. */
  same: KnownSpan | null
}

export function compareSpans(
  known: readonly KnownSpan[],
  given: readonly FeedEvent[],
  rules: CompareRules,
): SpanComparison {
  const holdings = holdingsOf(known)
  const eventMatches = matchesOf(holdings, given, rules)
  const told = new Set(eventMatches.flatMap(({ same }) => same ?? []))
  const left = known.filter((span) => !told.has(span))
  const isMissing = findMissing(holdings, eventMatches, rules)
  const looks = new Map(left.map((span) => [span, span.missed + (isMissing(span) ? 1 : 0)]))
  const isOver = (span: KnownSpan) => span.until <= rules.today || (looks.get(span) ?? 0) >= looksUntilGone
  const doubted = doubtedMatches(
    eventMatches,
    left.filter((span) => isMissing(span) && !isOver(span)),
    rules,
  )
  const outgrown = outgrownSpans(eventMatches.filter((match) => !doubted.has(match)))
  const gone = left.filter((span) => isOver(span) || outgrown.has(span))
  const goneSpans = new Set(gone)
  const rows: SpanRow[] = [
    ...eventMatches.map((match) => ({ telling: match, span: spanOf(match), isDoubted: doubted.has(match) })),
    ...left
      .filter((span) => !goneSpans.has(span))
      .map((span) => ({
        telling: null,
        span: { ...span, missed: looks.get(span) ?? 0 },
        isDoubted: false,
      })),
  ]
  const owners = ownersOf(rows)
  const spans = rows.map(({ span }) => ({ ...span, holds: !owners.has(span) }))
  const standing = new Set(spans.flatMap(({ kind, ref }) => (kind === 'stay' && ref !== null ? [ref] : [])))
  return {
    spans,
    goneIds: gone.map(({ id }) => id),
    stays: rows.flatMap(({ telling: match, span }) =>
      match && owners.has(span) ? [{ ...match.event, ref: match.ref }] : [],
    ),
    endedRefs: [
      ...new Set(
        gone.flatMap(({ kind, ref, until }) =>
          kind === 'block' || ref === null || standing.has(ref) || until <= rules.today ? [] : [ref],
        ),
      ),
    ],
    waits: doubted.size > 0,
  }
}

const keyOf = ({ kind, uid, code, first, until }: FeedEvent) => [kind, uid, code, first, until].join(' ')

function matchesOf(
  holdings: readonly Holding[],
  given: readonly FeedEvent[],
  rules: CompareRules,
): EventMatch[] {
  const distinct = [...new Map(given.map((event) => [keyOf(event), event])).values()]
  const events = rules.isSingle ? withoutParts(distinct) : distinct
  const matches = matchEvents(holdings, events, rules)
  return events
    .filter((event) => event.until > rules.today || matches.has(event))
    .map((event) => {
      const holding = matches.get(event) ?? null
      const record = holding?.ref == null ? rules.recordOf(event) : { ref: holding.ref }
      const begins = [
        ...(holding?.spans ?? []).map(({ first }) => first),
        ...(record.first === undefined ? [] : [record.first]),
      ]
      const whole = { ...event, first: firstOf(event, begins, rules) }
      const same = holding?.spans.find(
        ({ kind, first, until }) => kind === event.kind && first === whole.first && until === whole.until,
      )
      return { event: whole, ref: record.ref, holding, same: same ?? null }
    })
}

/** Some platforms clip a running event to today or a recent day; it keeps its original start. */
function firstOf({ first }: FeedEvent, begins: readonly string[], { latestToday }: MatchRules): string {
  const earlier = begins.filter((begin) => begin < first && begin < latestToday)
  return first <= latestToday ? ([first, ...earlier].toSorted()[0] ?? first) : first
}

/** A single-unit home has no two rooms in a booking: overlapping events of one code are one stay. */
function withoutParts(events: readonly FeedEvent[]): FeedEvent[] {
  const whole: FeedEvent[] = []
  const last = new Map<string, FeedEvent>()
  for (const event of events.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const { code } = event
    const before = event.kind === 'stay' && code !== null ? last.get(code) : undefined
    if (before && event.first <= before.until) {
      if (event.until > before.until) before.until = event.until
      continue
    }
    const own = { ...event }
    whole.push(own)
    if (code !== null && own.kind === 'stay') last.set(code, own)
  }
  return whole
}

const spanOf = ({ event, ref, same }: EventMatch): NextSpan => ({
  id: same?.id ?? null,
  kind: event.kind,
  uid: event.uid,
  label: event.label,
  code: event.code ?? same?.code ?? null,
  first: event.first,
  until: event.until,
  holds: same?.holds ?? true,
  ref,
  missed: 0,
})

/**
 * Finds what the file omits. Platforms drop running events, which end by themselves: of those, only ones told
 * elsewhere or overlapped since today count as missing.
 */
function findMissing(
  holdings: readonly Holding[],
  eventMatches: readonly EventMatch[],
  { today, latestToday, isSingle, isComplete }: CompareRules,
): (span: KnownSpan) => boolean {
  const toldHoldings = new Set(eventMatches.flatMap(({ holding }) => holding ?? []))
  const elsewhere = new Set(holdings.flatMap((holding) => (toldHoldings.has(holding) ? holding.spans : [])))
  const arrivals = eventMatches
    .map(({ event }) => event)
    .filter((event) => isSingle && event.kind === 'stay' && event.first <= latestToday && event.until > today)
  return (span) =>
    isComplete &&
    (span.first >= latestToday || elsewhere.has(span) || arrivals.some((event) => overlaps(event, span)))
}

/** Fewer than two bookings may all have changed between two files. */
const mostChangedAtOnce = 1

/**
 * Bookings that close nights but are not recorded yet. One is a booking on nights of another that just went missing in
 * a single-unit home. The others are all bookings of a file that has none of the known coming ones: it may belong to
 * another home.
 */
function doubtedMatches(
  eventMatches: readonly EventMatch[],
  missing: readonly KnownSpan[],
  { isSingle, isComplete, latestToday }: CompareRules,
): Set<EventMatch> {
  if (!isComplete) return new Set()
  const coming = missing.filter(({ first }) => first >= latestToday)
  const isOfAnother =
    coming.length > mostChangedAtOnce &&
    eventMatches.every(
      ({ holding }) => holding === null || holding.spans.every((span) => span.first < latestToday),
    )
  const lostStays = missing.filter(({ kind }) => kind === 'stay')
  return new Set(
    eventMatches.filter(({ event, ref, holding, same }) => {
      if (event.kind === 'block' || (same !== null && !same.holds)) return false
      if (isOfAnother && holding === null) return true
      return isSingle && lostStays.some((span) => span.ref !== ref && overlaps(span, event))
    }),
  )
}

/** Spans of the same booking inside its present dates. A stay does not become a block because one file says so. */
const outgrownSpans = (eventMatches: readonly EventMatch[]): Set<KnownSpan> =>
  new Set(
    eventMatches.flatMap(({ event, holding, same }) =>
      (holding?.spans ?? []).filter(
        (span) => span !== same && (event.kind === 'stay' || span.kind === 'block') && covers(event, span),
      ),
    ),
  )

interface SpanRow {
  span: NextSpan
  /** null: the file omits it. */
  telling: EventMatch | null
  isDoubted: boolean
}

/**
 * Of a stay's spans one has its reservation's dates and keeps them; the others close nights themselves. Only a file
 * that contains the stay changes its dates.
 */
function ownersOf(rows: readonly SpanRow[]): Set<NextSpan> {
  const owners = new Map<string, NextSpan>()
  for (const { span, telling: match, isDoubted } of rows) {
    const { kind, ref, holds } = span
    if (kind === 'block' || ref === null || (holds && (match === null || isDoubted))) continue
    if (!owners.has(ref) || (owners.get(ref)?.holds && !holds)) owners.set(ref, span)
  }
  return new Set(owners.values())
}

/** Nights whose state may have changed. */
export function changedNights(
  known: readonly KnownSpan[],
  { spans, goneIds }: Pick<SpanComparison, 'spans' | 'goneIds'>,
): Pick<FeedEvent, 'first' | 'until'>[] {
  const before = new Map(known.map((span) => [span.id, span]))
  const goneSpans = goneIds.flatMap((id) => before.get(id) ?? [])
  const changed = spans.filter((span) => span.id === null || before.get(span.id)?.holds !== span.holds)
  return [...goneSpans, ...changed]
}
