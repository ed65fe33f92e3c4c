/** Reads the requested nights: `from` to `to`, both included. */
import { civilDay } from '../../platform/civil-day.ts'
import { ApiError } from '../../platform/api-error.ts'

export const maxWindowDays = 366

export interface NightWindow {
  from: string
  to: string
  days: number
  /** The length before the window was cut. */
  requestedDays: number
}

function civilDate(name: string, value: string | undefined): Temporal.PlainDate {
  const refuse = (message: string) =>
    new ApiError('invalid_params', message, {
      field: name,
      ...(value === undefined ? {} : { value_received: value.slice(0, 200) }),
    })
  if (value === undefined) throw refuse(`\`${name}\` is required: a date, YYYY-MM-DD.`)
  const day = civilDay(value)
  if (day !== null) return day
  throw refuse(`\`${name}\` must be a date, YYYY-MM-DD.`)
}

/** Returns the requested window, cut to its first 366 days. */
export function parseNightWindow(query: { from?: string; to?: string }): NightWindow {
  const from = civilDate('from', query.from)
  const to = civilDate('to', query.to)
  const days = from.until(to).days + 1
  if (days < 1) {
    throw new ApiError('invalid_params', '`to` must not lie before `from`.', {
      field: 'to',
      value_received: String(to),
    })
  }
  const kept = Math.min(days, maxWindowDays)
  return { from: String(from), to: String(from.add({ days: kept - 1 })), days: kept, requestedDays: days }
}
