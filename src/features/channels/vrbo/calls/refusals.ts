/** Why a stay cannot be booked, in Vrbo's terms. Pure. */
import {
  findStayRuleReason,
  type ListingRules,
  type StoredNight,
} from '../../../../records/calendar/public.ts'
import type { StayRequest } from './read-request.ts'

/** Spelled as the vendor does. */
export const errorTypes = {
  taken: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  closed: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  min_nights: 'MIN_STAY_NOT_MET',
  // Vrbo has no error type for stays that are too long.
  max_nights: 'NOT_AVAILABLE_WITHIN_DATE_RANGE',
  no_arrival: 'START_DAY_MISTMATCH',
  no_departure: 'END_DAY_MISTMATCH',
  too_many_guests: 'EXCEEDS_MAX_OCCUPANCY',
  short_notice: 'MIN_ADVANCED_NOTICE_NOT_MET',
  missing: 'MISSING_PARAMETER',
} as const
export type CallRefusalReason = keyof typeof errorTypes

export interface CallRefusal {
  reason: CallRefusalReason
  message: string
  parameter?: string
  count?: number
}

const messages: Readonly<Record<Exclude<CallRefusalReason, 'missing'>, string>> = {
  taken: 'Nights of the stay are booked.',
  closed: 'Nights of the stay are closed.',
  min_nights: 'The stay is too short for the day of arrival.',
  max_nights: 'The stay is too long for the day of arrival.',
  no_arrival: 'No stay begins on this day.',
  no_departure: 'No stay ends on this day.',
  too_many_guests: 'There are more guests than the home takes.',
  short_notice: 'A stay begins on the day after it was booked, or later.',
}

export const missingRefusal = (parameter: string): CallRefusal => ({
  reason: 'missing',
  parameter,
  message: `${parameter} is missing, or is none.`,
})

export const toRefusal = (reason: Exclude<CallRefusalReason, 'missing'>): CallRefusal => ({
  reason,
  message: messages[reason],
})

/** null: nothing is missing. */
export function findMissing({
  listingId,
  arrival,
  departure,
  adults,
  children,
}: StayRequest): CallRefusal | null {
  if (listingId === undefined) return missingRefusal('listingExternalId')
  if (arrival === undefined) return missingRefusal('beginDate')
  if (departure === undefined || departure <= arrival) return missingRefusal('endDate')
  return adults + children < 1 ? missingRefusal('numberOfAdults') : null
}

/** Checks nights as Vrbo sells them, and the departure day. `today` is the property's date. */
export function findRefusal(
  { arrival = '', adults, children }: StayRequest,
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
): CallRefusal | null {
  if (!isSold) return toRefusal('closed')
  if (arrival <= today) return toRefusal('short_notice')
  const reason = findStayRuleReason(nights, departure, rules, adults + children)
  return reason === undefined ? null : toRefusal(reason)
}
