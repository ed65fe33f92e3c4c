import { utcInstant } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'

/** Moments named `…_utc` may have seven decimals of a second. */
export function instant(value: string | null | undefined): string | null {
  return utcInstant(presentText(value)?.replace(/(\.\d{6})\d+/, '$1'))
}
