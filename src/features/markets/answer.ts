/** Answers about markets share their nights, their data's source and their warnings. */
import { civilDay } from '../../platform/civil-day.ts'
import { ApiError } from '../../platform/api-error.ts'
import { attribution } from './attribution.ts'
import type { DateSpan } from './comp-set.ts'

const shownAttribution = {
  source: attribution.source,
  url: attribution.sourceUrl,
  license: attribution.license,
  licenseUrl: attribution.licenseUrl,
}

const warningOf = (warnings: readonly string[]) =>
  warnings.length === 0 ? {} : { warning: warnings.join(' ') }

export const describeSample = (
  source: 'market' | 'own' | 'none',
  snapshotDate: string | null,
  warnings: readonly string[],
) => ({
  source,
  snapshotDate,
  attribution: source === 'market' ? shownAttribution : null,
  ...warningOf(warnings),
})

const longestSpan = 366

function dayIn(name: string, value: string): Temporal.PlainDate {
  const day = civilDay(value)
  if (day !== null) return day
  throw new ApiError('invalid_params', `\`${name}\` must be a date, YYYY-MM-DD.`, {
    field: name,
    value_received: value.slice(0, 200),
  })
}

/** Later days would need five digits for the year. */
const lastDay = Temporal.PlainDate.from('9999-12-31')
const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(a, b) < 0 ? a : b

/** Without dates the span is so many days from today. */
export function spanOf(
  query: { startDate?: string; endDate?: string },
  { today, days }: { today: string; days: number },
): DateSpan {
  const from = dayIn('startDate', query.startDate ?? today)
  const to =
    query.endDate === undefined ? earlier(from.add({ days }), lastDay) : dayIn('endDate', query.endDate)
  const length = from.until(to).days + 1
  if (length >= 1 && length <= longestSpan) return { from: String(from), to: String(to) }
  throw new ApiError(
    'invalid_params',
    length < 1
      ? '`endDate` must not lie before `startDate`.'
      : `\`startDate\` to \`endDate\` are ${length} nights; at most ${longestSpan} can be asked for at once.`,
    { field: 'endDate', value_received: String(to) },
  )
}
