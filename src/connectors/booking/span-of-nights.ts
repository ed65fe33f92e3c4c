/**
 * Some stays list only their nights, so their dates are derived: the vendor documents no other place for them
 * in OTA.
 */
import { addDays, civilDate } from '../../connector-kit/dates.ts'

export interface StaySpan {
  arrival: string | undefined
  departure: string | undefined
}

/**
 * The span goes from the first night to the morning after the last. A missing night in between stays closed.
 */
export function spanOfNights(nights: readonly (string | undefined)[]): StaySpan {
  const days = nights.map(nightOf).filter((day) => day !== null)
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
  // An unreadable night may be the first or the last, so the span is unknown.
  if (first === undefined || last === undefined || days.length < nights.length)
    return { arrival: undefined, departure: undefined }
  return { arrival: first, departure: addDays(last, 1) }
}

function nightOf(night: string | undefined): string | null {
  try {
    return civilDate(night?.trim())
  } catch {
    return null
  }
}
