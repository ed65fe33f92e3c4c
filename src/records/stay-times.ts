/** Decides when stays, requests and inquiries end, by the property's clock. */
import { startOfDay } from './property-day.ts'

const dayHours = 24

/** A confirmed stay is completed once the day of departure is over at the property. */
export function completesAt(checkOut: string, timeZone: string | null): Date {
  return startOfDay(Temporal.PlainDate.from(checkOut).add({ days: 1 }), timeZone)
}

export interface PendingStay {
  status: string
  pendingReason?: string | null
  source: string | null
  respondBy?: string | null
  bookedAt?: string | null
  checkIn: string
}

/** Returns the host's deadline: the source's, else on Airbnb a day after the guest asked. */
export function answerBy(stay: PendingStay): Date | null {
  if (stay.status !== 'pending' || stay.pendingReason !== 'host_approval') return null
  if (stay.respondBy) return new Date(stay.respondBy)
  if (stay.source !== 'airbnb' || !stay.bookedAt) return null
  return new Date(new Date(stay.bookedAt).getTime() + dayHours * 3_600_000)
}

/** An unanswered request lapses at its deadline or after the day of arrival, whichever comes first. */
export function lapsesAt(stay: PendingStay, timeZone: string | null): Date | null {
  if (stay.status !== 'pending' || stay.pendingReason !== 'host_approval') return null
  const arrivalOver = startOfDay(Temporal.PlainDate.from(stay.checkIn).add({ days: 1 }), timeZone)
  return earliestOf(answerBy(stay), arrivalOver)
}

const answerable = new Set(['open', 'pre_approved', 'special_offer_sent'])

/** An inquiry without a booking expires at its deadline or when the requested stay begins. */
export function inquiryLapsesAt(
  inquiry: { status: string; respondBy?: string | null; checkIn?: string | null },
  timeZone: string | null,
): Date | null {
  if (!answerable.has(inquiry.status)) return null
  // An answered inquiry waits for the guest, so only the stay's beginning ends it.
  const deadline = inquiry.status === 'open' && inquiry.respondBy ? new Date(inquiry.respondBy) : null
  const begins = inquiry.checkIn ? startOfDay(Temporal.PlainDate.from(inquiry.checkIn), timeZone) : null
  return earliestOf(deadline, begins)
}

export function earliestOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
