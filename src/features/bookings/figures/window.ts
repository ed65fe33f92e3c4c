/** The nights that figures are asked for. Pure. */
import { Type } from 'typebox'
import { ApiError } from '../../../platform/api-error.ts'
import { maxWindowDays, parseNightWindow } from '../../../http/params/night-window.ts'
import type { MonthSpan } from './night-queries.ts'

export const dateParameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-07-01'] }))

/** A sum over a window that was cut would be wrong, so a window that is too long is refused. */
export function parseFigureWindow(query: { from?: string; to?: string }): { from: string; to: string } {
  const { from, to, requestedDays } = parseNightWindow(query)
  if (requestedDays > maxWindowDays) {
    throw new ApiError('invalid_params', `\`from\` to \`to\` are at most ${maxWindowDays} nights.`, {
      field: 'to',
      value_received: query.to,
    })
  }
  return { from, to }
}

/** The months of a window, the first and the last cut to it. */
export function monthsOf({ from, to }: { from: string; to: string }): MonthSpan[] {
  const months: MonthSpan[] = []
  const last = Temporal.PlainDate.from(to)
  let first = Temporal.PlainDate.from(from)
  while (Temporal.PlainDate.compare(first, last) <= 0) {
    const monthEnd = first.with({ day: first.daysInMonth })
    const end = Temporal.PlainDate.compare(monthEnd, last) < 0 ? monthEnd : last
    months.push({ key: String(first).slice(0, 7), first: String(first), last: String(end) })
    first = end.add({ days: 1 })
  }
  return months
}

/** 29 February becomes 28 February. */
export function yearBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const before = (date: string) => String(Temporal.PlainDate.from(date).subtract({ years: 1 }))
  return { from: before(from), to: before(to) }
}
