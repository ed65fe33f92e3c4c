/** When a stay was cancelled, of what its source tells and what is known here. Pure. */
import type { ReservationRecord } from '../../contract/records.ts'
import { startOfDay, todayAt } from '../property-day.ts'

export interface KnownCancellation {
  /** What is stored; null for a stay that was not cancelled, or not known. */
  stored: Date | null
  /** When it was cancelled here, or seen to be for the first time; null where that tells nothing of when it was. */
  seen: Date | null
  timeZone: string | null
}

const isDay = (told: string) => told.length === 'YYYY-MM-DD'.length

/** The source does not say whose day it is: the property's or the one in UTC. */
const isOn = (day: string, moment: Date | null, timeZone: string | null): moment is Date =>
  moment !== null && (todayAt(null, moment) === day || todayAt(timeZone, moment) === day)

/** An instant of the source counts. Of a day nothing is known better than the moment seen here, if it lies on it. */
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
