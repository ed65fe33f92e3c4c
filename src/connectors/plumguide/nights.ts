/** The vendor keeps spans of nights, both ends included, and reads and writes them as whole lists. */
import { addDays, daysFrom } from '../../connector-kit/dates.ts'

export interface BlockedSpan {
  from: string
  to: string
}

export const isIn = (date: string, { from, to }: BlockedSpan): boolean => from <= date && date <= to

export const overlaps = (one: BlockedSpan, other: BlockedSpan): boolean =>
  one.from <= other.to && other.from <= one.to

/** Maps every night of some spans to its value; if spans overlap the last one counts. */
export function byNight<S extends BlockedSpan, V>(
  spans: readonly S[],
  valueOf: (span: S) => V,
): Map<string, V> {
  return new Map(
    spans.flatMap((span) => daysFrom(span.from, span.to).map((day) => [day, valueOf(span)] as const)),
  )
}

/** Makes the fewest spans with the same content; consecutive nights with one value are joined. */
export function spansOf<V>(nights: ReadonlyMap<string, V>): (BlockedSpan & { value: V })[] {
  const spans: (BlockedSpan & { value: V })[] = []
  for (const [day, value] of [...nights].toSorted(([one], [other]) => one.localeCompare(other))) {
    const last = spans.at(-1)
    if (last !== undefined && last.value === value && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day, value })
  }
  return spans
}
