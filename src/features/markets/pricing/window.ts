/** Reads the requested nights: `startDate` to `endDate`, both included, or `date` alone. */
import { ApiError } from '../../../platform/api-error.ts'
import { parseNightWindow } from '../../../http/params/night-window.ts'
import { plusDays } from './learnable-past.ts'

export interface NightsRequest {
  date?: string
  startDate?: string
  endDate?: string
}

const names: Record<string, string> = { from: 'startDate', to: 'endDate' }

/** `before` and `after` are the default days around today. */
export function parseNightsRequest(
  { date, startDate, endDate }: NightsRequest,
  today: string,
  { before, after }: { before: number; after: number },
): { from: string; to: string } {
  if (date !== undefined) {
    if (startDate !== undefined || endDate !== undefined)
      throw new ApiError('invalid_params', 'Send `date`, or `startDate` and `endDate`.', { field: 'date' })
    const night = oneNight('date', date)
    return { from: night, to: night }
  }
  const from = startDate === undefined ? plusDays(today, -before) : oneNight('startDate', startDate)
  const last = endDate === undefined ? null : oneNight('endDate', endDate)
  const to = last ?? plusDays(from > today ? from : today, after)
  const { from: first, to: end } = named(() => parseNightWindow({ from, to }))
  return { from: first, to: end }
}

const oneNight = (name: 'date' | 'startDate' | 'endDate', date: string) =>
  named(() => parseNightWindow({ from: date, to: date }).from, name)

/** Refusals name the parameters that the caller sent. */
function named<T>(work: () => T, name?: string): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const field = name ?? names[String(error.extra['field'])] ?? 'startDate'
    const message = error.message
      .replaceAll('`from`', `\`${name ?? 'startDate'}\``)
      .replaceAll('`to`', '`endDate`')
    throw new ApiError(error.code, message, { ...error.extra, field })
  }
}
