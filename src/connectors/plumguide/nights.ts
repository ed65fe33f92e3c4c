/** Spans of nights, both ends included, as the vendor keeps them: read and written as whole lists. */
import { addDays, daysFrom } from '../../connector-kit/dates.ts'

export interface BlockedSpan {
  from: string
  to: string
}

export const isIn = (date: string, { from, to }: BlockedSpan): boolean => from <= date && date <= to

export const overlaps = (one: BlockedSpan, other: BlockedSpan): boolean =>
  one.from <= other.to && other.from <= one.to

/** Every night of some spans, with what stands there; of spans that share a night the last one counts. */
export function byNight<S extends BlockedSpan, V>(
  spans: readonly S[],
  valueOf: (span: S) => V,
): Map<string, V> {
  return new Map(
    spans.flatMap((span) => daysFrom(span.from, span.to).map((day) => [day, valueOf(span)] as const)),
  )
}

/** The fewest spans that say the same; nights that follow each other with one value are one. */
export function spansOf<V>(nights: ReadonlyMap<string, V>): (BlockedSpan & { value: V })[] {
  const spans: (BlockedSpan & { value: V })[] = []
  for (const [day, value] of [...nights].toSorted(([one], [other]) => one.localeCompare(other))) {
    const last = spans.at(-1)
    if (last !== undefined && last.value === value && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day, value })
  }
  return spans
}
