/**
 * Matches each event of a feed's next file with a known booking or block: by confirmation code, else by UID, else by
 * dates and words. Platforms change UIDs, reuse them, and clip running events to today. Pure.
 */
import type { FeedEvent } from './platforms.ts'

export interface KnownSpan {
  id: string
  kind: 'stay' | 'block'
  uid: string
  label: string
  /** The confirmation code of a stay, if a file gave one. */
  code: string | null
  first: string
  until: string
  /** Whether the span itself closes its nights; a stay's reservation does so where it has the same dates. */
  holds: boolean
  /** Id of the booking or block here, whatever its dates; a stay's reservation has it too. null: a block stored before ids. */
  ref: string | null
  missed: number
}

/** What a feed told about one booking or block; several spans while its dates change. */
export interface Holding {
  ref: string | null
  spans: KnownSpan[]
}

export interface MatchRules {
  today: string
  /** Later than `today` for a platform whose day starts before the property's. */
  latestToday: string
  /** A single unit: of two events on one night only one can be true. */
  isSingle: boolean
}

export type EventRange = Pick<FeedEvent, 'first' | 'until'>
export const covers = (outer: EventRange, inner: EventRange) =>
  outer.first <= inner.first && outer.until >= inner.until
export const overlaps = (a: EventRange, b: EventRange) => a.first < b.until && b.first < a.until

export const holdingsOf = (known: readonly KnownSpan[]): Holding[] =>
  [...Map.groupBy(known, ({ ref, id }) => ref ?? id).values()].map((spans) => ({
    ref: spans[0]?.ref ?? null,
    spans,
  }))

/** Matches events with what is known. A past event only shows that a running one ended early. */
export function matchEvents(
  holdings: readonly Holding[],
  events: readonly FeedEvent[],
  rules: MatchRules,
): Map<FeedEvent, Holding> {
  const matches = new Map<FeedEvent, Holding>()
  const left = new Set(holdings)
  const match = (event: FeedEvent, holding: Holding | undefined) => {
    if (!holding) return
    matches.set(event, holding)
    left.delete(holding)
  }
  const current = events.filter(({ until }) => until > rules.today)
  for (const { keysOf, keyOf, isSame } of matchPasses(holdings, events, rules)) {
    const byKey = new Map<string, Holding[]>()
    for (const holding of left)
      for (const key of new Set(holding.spans.flatMap((span) => keysOf(span) ?? [])))
        byKey.getOrInsertComputed(key, () => []).push(holding)
    for (const event of current) {
      const key = matches.has(event) ? null : keyOf(event)
      if (key === null) continue
      const holding = byKey.get(key)?.find((one) => left.has(one) && isSame(one, event))
      match(event, holding)
      // Hundreds may share a key, so matched ones are removed from its list.
      if (holding && byKey.get(key)?.[0] === holding) byKey.get(key)?.shift()
    }
  }
  const endedBy = endingsOf(holdings, rules.today)
  for (const event of events)
    if (event.until <= rules.today)
      match(
        event,
        endedBy(event).find((holding) => left.has(holding) && hasNoOtherCode(holding, event)),
      )
  return matches
}

/** Holdings that should last longer and whose end a past event may give. Indexed by name, because files have thousands. */
export function endingsOf(holdings: readonly Holding[], today: string): (event: FeedEvent) => Holding[] {
  const byName = new Map<string, Holding[]>()
  for (const holding of holdings)
    if (holding.spans.some(({ until }) => until > today))
      for (const name of new Set(holding.spans.flatMap(namesOf)))
        byName.getOrInsertComputed(name, () => []).push(holding)
  return (event) =>
    [...new Set(namesOf(event).flatMap((name) => byName.get(name) ?? []))].filter(({ spans }) =>
      endedEarly(spans, event, today),
    )
}

const namesOf = (one: KnownSpan | FeedEvent): string[] => [
  ...(one.code === null ? [] : [`code ${one.code}`]),
  `uid ${one.uid}`,
  `words ${wordsOf(one)} ${one.first}`,
]

/** Whether a past event gives the end of this holding, which should last longer. */
function endedEarly(spans: readonly KnownSpan[], event: FeedEvent, today: string): boolean {
  if (!spans.some((span) => span.until > today && covers(span, event))) return false
  return spans.some((span) =>
    span.code !== null && event.code !== null
      ? span.code === event.code
      : span.uid === event.uid || (wordsOf(span) === wordsOf(event) && span.first === event.first),
  )
}

interface MatchPass {
  keysOf(span: KnownSpan): string | null
  keyOf(event: FeedEvent): string | null
  isSame(holding: Holding, event: FeedEvent): boolean
}

const datesOf = ({ first, until }: EventRange) => `${first} ${until}`
const wordsOf = ({ kind, label }: Pick<FeedEvent, 'kind' | 'label'>) => `${kind} ${label}`

/** Most reliable pass first. */
function matchPasses(
  holdings: readonly Holding[],
  events: readonly FeedEvent[],
  { latestToday, isSingle }: MatchRules,
): MatchPass[] {
  const by = (
    wordOf: (one: KnownSpan | FeedEvent) => string | null,
    isSame: MatchPass['isSame'] = hasNoOtherCode,
  ): MatchPass => ({ keysOf: wordOf, keyOf: wordOf, isSame })
  const shared = sharedUids(holdings, events)
  const uidOf = ({ uid }: KnownSpan | FeedEvent) => (shared.has(uid) ? null : uid)
  const begun = (
    wordOf: (one: KnownSpan | FeedEvent) => string,
    isSpan: (span: KnownSpan, event: FeedEvent) => boolean,
  ): MatchPass => ({
    keysOf: (span) => (span.first < latestToday ? wordOf(span) : null),
    keyOf: (event) => (event.first <= latestToday ? wordOf(event) : null),
    isSame: (holding, event) =>
      hasNoOtherCode(holding, event) && holding.spans.some((span) => isSpan(span, event)),
  })
  return [
    by((one) => `${one.kind} ${one.uid} ${datesOf(one)}`),
    by((one) => one.code && `${one.code} ${datesOf(one)}`),
    by((one) => one.code && `${one.code} ${one.uid}`),
    by(({ code }) => code),
    by((one) => uidOf(one) && `${one.kind} ${uidOf(one)}`, isNotReused),
    by(uidOf, isNotReused),
    by((one) => `${wordsOf(one)} ${datesOf(one)}`),
    begun(
      (one) => `${wordsOf(one)} ${one.first}`,
      (span, event) => span.first === event.first,
    ),
    begun(
      (one) => `${wordsOf(one)} ${one.until}`,
      (span, event) => span.first < event.first,
    ),
    // Nobody arrives in the past: a new event that began before today is a known one described differently.
    begun(wordsOf, (span, event) => (isSingle || event.first < latestToday) && overlaps(span, event)),
  ]
}

/** A UID shared by several events identifies none of them. */
function sharedUids(holdings: readonly Holding[], events: readonly FeedEvent[]): Set<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  const note = (uid: string) => (seen.has(uid) ? shared : seen).add(uid)
  for (const { spans } of holdings) for (const uid of new Set(spans.map((span) => span.uid))) note(uid)
  seen.clear()
  for (const { uid } of events) note(uid)
  return shared
}

function hasNoOtherCode({ spans }: Holding, { code }: FeedEvent): boolean {
  return code === null || spans.every((span) => span.code === null || span.code === code)
}

/** On other nights with other words it is another guest's: platforms reuse UIDs. */
function isNotReused(holding: Holding, event: FeedEvent): boolean {
  return (
    hasNoOtherCode(holding, event) &&
    holding.spans.some(
      (span) =>
        overlaps(span, event) ||
        (span.kind === event.kind && (event.kind === 'block' || span.label === event.label)),
    )
  )
}
