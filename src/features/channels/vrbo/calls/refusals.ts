/** Why a stay cannot be booked, in the words of Vrbo. Pure. */
import { reasonAgainst, type ListingRules, type StoredNight } from '../../../../records/calendar/public.ts'
import type { AskedStay } from './read-request.ts'

/** Spelled as the vendor does. */
export const errorTypes = {
  taken: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  closed: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  min_nights: 'MIN_STAY_NOT_MET',
  // It has no word for stays that are too long.
  max_nights: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  no_arrival: 'START_DAY_MISTMATCH',
  no_departure: 'END_DAY_MISTMATCH',
  too_many_guests: 'EXCEEDS_MAX_OCCUPANCY',
  short_notice: 'MIN_ADVANCED_NOTICE_NOT_MET',
  missing: 'MISSING_PARAMETER',
} as const
export type RefusalReason = keyof typeof errorTypes

export interface Refusal {
  reason: RefusalReason
  message: string
  parameter?: string
  count?: number
}

const messages: Readonly<Record<Exclude<RefusalReason, 'missing'>, string>> = {
  taken: 'Nights of the stay are booked.',
  closed: 'Nights of the stay are closed.',
  min_nights: 'The stay is too short for the day of arrival.',
  max_nights: 'The stay is too long for the day of arrival.',
  no_arrival: 'No stay begins on this day.',
  no_departure: 'No stay ends on this day.',
  too_many_guests: 'There are more guests than the home takes.',
  short_notice: 'A stay begins on the day after it was booked, or later.',
}

export const missing = (parameter: string): Refusal => ({
  reason: 'missing',
  parameter,
  message: `${parameter} is missing, or is none.`,
})

export const refusalFor = (reason: Exclude<RefusalReason, 'missing'>): Refusal => ({
  reason,
  message: messages[reason],
})

/** null: it is whole. */
export function missingOf({ listingId, arrival, departure, adults, children }: AskedStay): Refusal | null {
  if (listingId === undefined) return missing('listingExternalId')
  if (arrival === undefined) return missing('beginDate')
  if (departure === undefined || departure <= arrival) return missing('endDate')
  return adults + children < 1 ? missing('numberOfAdults') : null
}

/** The nights as Vrbo is to sell them, and the day of departure. `today` is that of the property. */
export function refusalOf(
  { arrival = '', adults, children }: AskedStay,
  {
    nights,
    departure,
    rules,
    isSold,
    today,
  }: {
    nights: readonly StoredNight[]
    departure: StoredNight | undefined
    rules: ListingRules
    isSold: boolean
    today: string
  },
): Refusal | null {
  if (!isSold) return refusalFor('closed')
  if (arrival <= today) return refusalFor('short_notice')
  const reason = reasonAgainst(nights, departure, rules, adults + children)
  return reason === undefined ? null : refusalFor(reason)
}
