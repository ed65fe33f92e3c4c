/**
 * What is known of a feed after a good file. Closing is done at once; nights are opened only when two good files in a row no
 * longer close them. Pure.
 */
import { covers, holdingsOf, matchEvents, overlaps, type Holding, type MatchRules } from './match-events.ts'
import type { FeedEvent } from './platforms.ts'

export interface KnownSpan {
  id: string
  kind: 'stay' | 'block'
  uid: string
  label: string
  /** Of a stay: its confirmation code, as far as a file said it. */
  code: string | null
  first: string
  until: string
  /** Whether it closes its nights by itself; of a stay its reservation does, where it has these dates. */
  holds: boolean
  /** What the booking or block is called here, whatever its dates: a stay's reservation is called so. null: a block of old. */
  ref: string | null
  missed: number
}

/** Good files in a row that have to lack something until it is believed to be gone. */
const looksUntilGone = 2

export type NextSpan = Omit<KnownSpan, 'id'> & {
  /** null: new. */
  id: string | null
}

export interface SpanComparison {
  spans: NextSpan[]
  goneIds: string[]
  /** Reservations with what the file says of them. */
  stays: (FeedEvent & { ref: string })[]
  /** Reservations of stays that are gone before they were over. */
  endedRefs: string[]
  /** Whether bookings of the file are not believed before the next file has them as well. */
  waits: boolean
}

export interface CompareRules extends MatchRules {
  /** Whether every event of the file was understood: only then what is not there is missing. */
  isComplete: boolean
  /** What is kept of a booking that no span tells of, or what a new one is called. */
  recordOf(event: FeedEvent): { ref: string; first?: string }
}

/** An event of the file with what it is. */
interface EventMatch {
  event: FeedEvent
  ref: string
  /** null: nothing that was known. */
  holding: Holding | null
  /** The span of it that has these dates. */
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

/** What has begun is told from today on, or from a day not long ago, by platforms that clip it: it began when it began. */
function firstOf({ first }: FeedEvent, begins: readonly string[], { latestToday }: MatchRules): string {
  const earlier = begins.filter((begin) => begin < first && begin < latestToday)
  return first <= latestToday ? ([first, ...earlier].toSorted()[0] ?? first) : first
}

/** A home of one unit has no two rooms of one booking: events of a code that meet are one stay. */
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
 * What the file lacks. Platforms leave out what has begun, which ends by itself: of that only what is told elsewhere is missing, and
 * what somebody else stands on since today.
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

/** Fewer than these can all be changed between two files. */
const mostChangedAtOnce = 1

/**
 * Bookings that take their nights and are not recorded yet: one on the nights of another that has just gone missing, where a platform
 * sells one unit, and all of a file that has none of what was to come, which may be of another home.
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

/** Of the same booking or block, within the dates that it has now. A stay is no block because one file says so. */
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
  /** null: the file does not have it. */
  telling: EventMatch | null
  isDoubted: boolean
}

/**
 * Of the spans of one stay its reservation has the dates of one, and goes on having them; the others hold by themselves. Only a file
 * that has it gives a reservation other dates.
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

/** Nights of which something may be shown otherwise. */
export function changedNights(
  known: readonly KnownSpan[],
  { spans, goneIds }: Pick<SpanComparison, 'spans' | 'goneIds'>,
): Pick<FeedEvent, 'first' | 'until'>[] {
  const before = new Map(known.map((span) => [span.id, span]))
  const goneSpans = goneIds.flatMap((id) => before.get(id) ?? [])
  const changed = spans.filter((span) => span.id === null || before.get(span.id)?.holds !== span.holds)
  return [...goneSpans, ...changed]
}
