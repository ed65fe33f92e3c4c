/** Parses the nights a body names. Pure. */
import { daysBetween, daysFrom } from '../../../connector-kit/dates.ts'
import { plumNights } from '../../../contract/channel-plumguide.ts'
import { invalidField } from '../engine/invalid-body.ts'

interface NamedDatesBody {
  dates?: readonly string[]
  start_date?: string
  end_date?: string
}

/** Ascending, without duplicates. */
export function parseDates({ dates, start_date: first, end_date: last }: NamedDatesBody): string[] {
  const isRange = first !== undefined || last !== undefined
  if (dates !== undefined) {
    if (isRange) throw invalidField('dates', 'Send either `dates`, or `start_date` and `end_date`.')
    return [...new Set(dates)].toSorted()
  }
  if (first === undefined || last === undefined) {
    const field = isRange ? (first === undefined ? 'start_date' : 'end_date') : 'dates'
    throw invalidField(field, 'The nights are missing: send `dates`, or `start_date` and `end_date`.')
  }
  if (last < first) throw invalidField('end_date', '`end_date` lies before `start_date`.', last)
  if (daysBetween(first, last) + 1 > plumNights)
    throw invalidField('end_date', `One request names ${plumNights} nights at most.`, last)
  return daysFrom(first, last)
}
