/** Decides when a stay was cancelled, from its source's word and what was seen here. */
import type { ReservationRecord } from '../../contract/records.ts'
import { startOfDay, todayAt } from '../property-day.ts'

export interface KnownCancellation {
  /** The stored time; null for a stay that was not cancelled, or at an unknown time. */
  stored: Date | null
  /** When it was cancelled here or first seen cancelled; null if that says nothing of the time. */
  seen: Date | null
  timeZone: string | null
}

const isDay = (told: string) => told.length === 'YYYY-MM-DD'.length

/** The source does not say whether its day is the property's or UTC's. */
const isOn = (day: string, moment: Date | null, timeZone: string | null): moment is Date =>
  moment !== null && (todayAt(null, moment) === day || todayAt(timeZone, moment) === day)

/** An instant from the source wins. If it gives a day, the moment seen here is used when it lies on that day. */
export function cancelledAt(
  { status, cancelledAt: told }: Pick<ReservationRecord, 'status' | 'cancelledAt'>,
  { stored, seen, timeZone }: KnownCancellation,
): Date | null {
  if (status !== 'cancelled') return null
  if (told == null) return stored
  if (!isDay(told)) return new Date(told)
  const known = [stored, seen].find((moment) => isOn(told, moment, timeZone))
  return known ?? startOfDay(Temporal.PlainDate.from(told), null)
}
