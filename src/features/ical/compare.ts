/**
 * What is known of a feed after a good file. Closing is done at once; nights are opened only when two good files in a row no
 * longer close them. Pure.
 */
import type { FeedEvent } from './platforms.ts'

export interface KnownSpan {
  id: string
  kind: 'stay' | 'block'
  uid: string
  label: string
  first: string
  until: string
  /** Whether it closes its nights by itself; of a stay its reservation does, where it has these dates. */
  holds: boolean
  /** Of a stay: what its reservation is called. */
  ref: string | null
  missed: number
}

/** Good files in a row that have to lack something until it is believed to be gone. */
export const looksUntilGone = 2

export type NextSpan = Omit<KnownSpan, 'id'> & {
  /** null: new. */
  id: string | null
}

export interface Compared {
  spans: NextSpan[]
  goneIds: string[]
  /** Reservations with what the file says of them. */
  stays: (FeedEvent & { ref: string })[]
  /** Reservations of stays that are gone before they were over. */
  endedRefs: string[]
}

export interface Looked {
  /** Of the property: what has begun ends by itself, platforms leave it out of their files. */
  today: string
  /** Whether every event of the file was understood: only then what is not there is missing. */
  isComplete: boolean
  /** What the reservation of a new stay is called. */
  newRef(event: FeedEvent): string
}

type Stretch = Pick<FeedEvent, 'first' | 'until'>
const covers = (outer: Stretch, inner: Stretch) => outer.first <= inner.first && outer.until >= inner.until
const keyOf = ({ kind, uid, first, until }: FeedEvent) => [kind, uid, first, until].join(' ')

export function compareSpans(
  known: readonly KnownSpan[],
  given: readonly FeedEvent[],
  { today, isComplete, newRef }: Looked,
): Compared {
  const { pairs, spans: left, events: fresh } = paired(known, given)
  const added = fresh.map((event) => {
    if (event.kind === 'block') return { event, ref: null, from: null }
    // A stay whose dates changed goes on being the same reservation.
    const from = left.find((span) => span.kind === 'stay' && span.uid === event.uid) ?? null
    return { event, ref: from?.ref ?? newRef(event), from }
  })
  const outgrown = new Set(added.flatMap(({ event, from }) => (from && covers(event, from) ? [from] : [])))
  const isGone = (span: KnownSpan) =>
    outgrown.has(span) ||
    span.until <= today ||
    (isComplete && span.first >= today && span.missed + 1 >= looksUntilGone)
  const gone = left.filter(isGone)
  const staying = left.filter((span) => !isGone(span))
  const spans = withOwners([
    ...pairs.map(({ span, event }) => ({ ...span, uid: event.uid, label: event.label, missed: 0 })),
    ...staying.map((span) => ({
      ...span,
      missed: span.missed + (isComplete && span.first >= today ? 1 : 0),
    })),
    ...added.map(({ event, ref }) => ({ ...spanOf(event), ref, holds: true })),
  ])
  const eventOfKey = new Map(
    [...pairs.map(({ event }) => event), ...fresh].map((event) => [keyOf(event), event]),
  )
  const standing = new Set(spans.flatMap(({ ref }) => ref ?? []))
  return {
    spans,
    goneIds: gone.map(({ id }) => id),
    stays: spans.flatMap((span) => {
      const event = eventOfKey.get([span.kind, span.uid, span.first, span.until].join(' '))
      return span.ref === null || span.holds || !event ? [] : [{ ...event, ref: span.ref }]
    }),
    endedRefs: [
      ...new Set(
        gone.flatMap(({ ref, until }) => (ref === null || standing.has(ref) || until <= today ? [] : [ref])),
      ),
    ],
  }
}

function paired(known: readonly KnownSpan[], given: readonly FeedEvent[]) {
  const spans = new Set(known)
  const events = new Map(given.map((event) => [keyOf(event), event]))
  const pairs: { span: KnownSpan; event: FeedEvent }[] = []
  const pair = (wordOf: (one: FeedEvent | KnownSpan) => string) => {
    const placeOf = (one: FeedEvent | KnownSpan) => [one.kind, one.first, one.until, wordOf(one)].join(' ')
    const waiting = Map.groupBy(spans, placeOf)
    for (const [key, event] of events) {
      const span = waiting.get(placeOf(event))?.shift()
      if (!span) continue
      pairs.push({ span, event })
      spans.delete(span)
      events.delete(key)
    }
  }
  pair(({ uid }) => uid)
  // UIDs that are made anew with every file: the same dates with the same words are the same event.
  pair(({ label }) => label)
  return { pairs, spans: [...spans], events: [...events.values()] }
}

const spanOf = ({ kind, uid, label, first, until }: FeedEvent) => ({
  id: null,
  kind,
  uid,
  label,
  first,
  until,
  missed: 0,
})

/** Of the spans of one stay its reservation has the dates of one, and goes on having them; the others hold by themselves. */
function withOwners(spans: readonly NextSpan[]): NextSpan[] {
  const owners = new Map<string, NextSpan>()
  for (const span of spans) {
    const { ref, holds } = span
    if (ref !== null && (!owners.has(ref) || (owners.get(ref)?.holds && !holds))) owners.set(ref, span)
  }
  return spans.map((span) => ({ ...span, holds: span.ref === null || owners.get(span.ref) !== span }))
}

/** Nights of which something may be shown otherwise. */
export function changedNights(
  known: readonly KnownSpan[],
  { spans, goneIds }: Pick<Compared, 'spans' | 'goneIds'>,
): Stretch[] {
  const before = new Map(known.map((span) => [span.id, span]))
  const goneSpans = goneIds.flatMap((id) => before.get(id) ?? [])
  const changed = spans.filter((span) => span.id === null || before.get(span.id)?.holds !== span.holds)
  return [...goneSpans, ...changed]
}
