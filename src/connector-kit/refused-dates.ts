import type { CalendarDayRecord } from '../contract/records.ts'
import type { VendorOperations, VendorContext } from './connector.ts'
import { addDays, daysBetween } from './dates.ts'
import { because, VendorError } from './vendor-error.ts'

export interface WantedStay {
  listingExternalId: string
  checkIn: string
  checkOut: string
  /** The booking itself takes these nights, so they do not count as taken. */
  own?: { checkIn: string; checkOut: string }
}

type CalendarOperations = NonNullable<VendorOperations['calendar']>

/** Returns the nights of a stay that cannot be booked, except those it holds already. */
export async function takenNights(
  context: VendorContext,
  calendar: CalendarOperations,
  { listingExternalId, checkIn, checkOut, own }: WantedStay,
): Promise<CalendarDayRecord[]> {
  // The number of rooms matters only for counting; the vendor says if one is left.
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const days = await calendar.range(context, { listing, from: checkIn, to: addDays(checkOut, -1) })
  const isOwn = (date: string): boolean => own !== undefined && own.checkIn <= date && date < own.checkOut
  return days.filter(({ date, available }) => !available && !isOwn(date))
}

/**
 * Runs a write. If the vendor refuses it while nights of the stay are taken, they are the reason: vendors'
 * refusals are not documented well enough to be read.
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

/** Some vendors book a night twice without an error, so the calendar is checked first. */
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
 * Lists in words why a stay cannot be booked, as far as the calendar says. `arrivals` and `departures` decide
 * if days closed to them count.
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
