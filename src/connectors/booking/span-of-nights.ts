/** When a stay begins and ends, where only its nights are listed: the vendor documents no other place for the dates in OTA. */
import { addDays, civilDate } from '../../connector-kit/dates.ts'

export interface StaySpan {
  arrival: string | undefined
  departure: string | undefined
}

/** From the first night to the morning after the last one. A night left out in between is kept as well: doubt closes. */
export function spanOfNights(nights: readonly (string | undefined)[]): StaySpan {
  const days = nights.map(nightOf).filter((day) => day !== null)
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
  // A night that cannot be read may be the first or the last: then nothing is known of the span.
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
