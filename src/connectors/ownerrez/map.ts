import { utcInstant } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'

/** `…_utc` moments, which may carry seven digits of a second. */
export function instant(value: string | null | undefined): string | null {
  return utcInstant(presentText(value)?.replace(/(\.\d{6})\d+/, '$1'))
}
