/** Cuts a time span into whole months, days and hours, which have counts, and the rest at its ends. Pure. */
import { stretchesOf } from '../../../records/kept-counts/spans.ts'

/** Numbers of hours or days since 1970 or of months since the year 0, both ends included; null: open. */
interface CountedStretch {
  unit: 'hour' | 'day' | 'month'
  from: number | null
  to: number | null
}

const hourMs = 3_600_000
// A year after 9999 has more than four digits.
const isoDay = (day: number) => new Date(day * 24 * hourMs).toISOString().split('T', 1)[0]

/** The last hour is excluded. */
function stretchesOfHours(from: number | null, to: number | null): CountedStretch[] {
  const [firstDay, lastDay] = [
    from === null ? null : Math.ceil(from / 24),
    to === null ? null : Math.floor(to / 24) - 1,
  ]
  if (from !== null && to !== null && (firstDay ?? 0) > (lastDay ?? 0))
    return [{ unit: 'hour', from, to: to - 1 }]
  return [
    ...(from === null ? [] : [{ unit: 'hour' as const, from, to: (firstDay ?? 0) * 24 - 1 }]),
    ...stretchesOf({
      from: firstDay === null ? undefined : isoDay(firstDay),
      to: lastDay === null ? undefined : isoDay(lastDay),
    }),
    ...(to === null ? [] : [{ unit: 'hour' as const, from: ((lastDay ?? 0) + 1) * 24, to: to - 1 }]),
  ]
}

export interface CutSpan {
  /** The whole hours, the second excluded; null: open. */
  hours: { from: number | null; to: number | null }
  stretches: CountedStretch[]
  /** Ranges within no whole hour; each end is excluded. */
  ends: { from: Date; to: Date }[]
}

/** `end` is excluded. null leaves that side open; at most one side may be. */
export function cutSpan(start: Date | null, end: Date | null): CutSpan {
  const from = start === null ? null : Math.ceil(start.getTime() / hourMs)
  const to = end === null ? null : Math.floor(end.getTime() / hourMs)
  if (start !== null && end !== null && (from ?? 0) >= (to ?? 0))
    return { hours: { from: 0, to: 0 }, stretches: [], ends: [{ from: start, to: end }] }
  return {
    hours: { from, to },
    stretches: stretchesOfHours(from, to),
    ends: [
      ...(start === null || from === null ? [] : [{ from: start, to: new Date(from * hourMs) }]),
      ...(end === null || to === null ? [] : [{ from: new Date(to * hourMs), to: end }]),
    ],
  }
}
