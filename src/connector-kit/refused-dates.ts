import type { CalendarDayRecord } from '../contract/records.ts'
import type { VendorOperations, VendorContext } from './connector.ts'
import { addDays, daysBetween } from './dates.ts'
import { because, VendorError } from './vendor-error.ts'

export interface WantedStay {
  listingExternalId: string
  checkIn: string
  checkOut: string
  /** Nights the booking has already, which are taken by itself. */
  own?: { checkIn: string; checkOut: string }
}

type CalendarOperations = NonNullable<VendorOperations['calendar']>

/** The nights of a stay that cannot be had; those it has already are left out. */
export async function takenNights(
  context: VendorContext,
  calendar: CalendarOperations,
  { listingExternalId, checkIn, checkOut, own }: WantedStay,
): Promise<CalendarDayRecord[]> {
  // How many rooms there are matters only for counting; whether one is left is said by the vendor.
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const days = await calendar.range(context, { listing, from: checkIn, to: addDays(checkOut, -1) })
  const isOwn = (date: string): boolean => own !== undefined && own.checkIn <= date && date < own.checkOut
  return days.filter(({ date, available }) => !available && !isOwn(date))
}

/**
 * Runs a write. When the vendor refuses it and nights of the stay cannot be had, that is the reason: what vendors write
 * into such a refusal is not documented well enough to be read.
 */
export async function explainRefusal<T>(
  context: VendorContext,
  calendar: CalendarOperations,
  stay: WantedStay,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected' || error.reason !== undefined)
      throw error
    const taken = await takenNights(context, calendar, stay).catch(() => [])
    throw taken.length > 0 ? because(error, 'dates_unavailable') : error
  }
}

/** For vendors that book nights twice without a word. */
export async function requireFreeNights(
  context: VendorContext,
  calendar: CalendarOperations,
  stay: WantedStay,
): Promise<void> {
  const taken = await takenNights(context, calendar, stay)
  if (taken.length === 0) return
  const nights = taken.map(({ date }) => date).join(', ')
  throw new VendorError('rejected', `not available: ${nights}`, { reason: 'dates_unavailable' })
}

/**
 * Why a stay cannot be had, in words, as far as the calendar tells. `arrivals` and `departures`: days on which nobody can
 * arrive or leave count; whether one can leave is told by the day itself.
 */
export async function restrictionsOf(
  context: VendorContext,
  calendar: CalendarOperations,
  { listingExternalId, checkIn, checkOut }: WantedStay,
  { arrivals = false, departures = false } = {},
): Promise<string[]> {
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const to = departures ? checkOut : addDays(checkOut, -1)
  const days = await calendar.range(context, { listing, from: checkIn, to })
  const nights = daysBetween(checkIn, checkOut)
  const { closedToArrival, minNights, maxNights } = days[0] ?? {}
  const last = days.find(({ date }) => date === checkOut)
  const found: [boolean, string][] = [
    ...days.map(({ date, available }): [boolean, string] => [
      date < checkOut && !available,
      `${date} is not available`,
    ]),
    [arrivals && closedToArrival === true, `nobody can arrive on ${checkIn}`],
    [departures && last?.closedToDeparture === true, `nobody can leave on ${checkOut}`],
    [nights < (minNights ?? 0), `the minimum stay is ${minNights} nights`],
    [nights > (maxNights || nights), `the maximum stay is ${maxNights} nights`],
  ]
  return found.flatMap(([holds, words]) => (holds ? [words] : []))
}
