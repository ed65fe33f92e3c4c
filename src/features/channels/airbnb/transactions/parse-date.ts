/** Parses dates in the format the caller names: 03/04 alone can be two days. Pure. */

import type { transactionDates } from '../../../../contract/channel-airbnb-transactions.ts'

export type DateFormat = (typeof transactionDates)[number]

const patterns: Record<DateFormat, RegExp> = {
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
}

/** null: not a date. */
export function parseDate(text: string, format: DateFormat): string | null {
  const { year, month, day } = patterns[format].exec(text)?.groups ?? {}
  if (year === undefined || Number(year) < 1970) return null
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) }
    return String(Temporal.PlainDate.from(parts, { overflow: 'reject' }))
  } catch {
    return null
  }
}
