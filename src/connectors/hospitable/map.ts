/** All mappings share these readings of empty values, moments, numbers and money. */
import { utcInstant } from '../../connector-kit/dates.ts'
import { minorUnits, toMinorUnits } from '../../connector-kit/minor-units.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorMoney } from './vendor.ts'

/** Converts a moment with its offset to UTC; one without offset counts as UTC. */
export function instant(value: string | null | undefined): string | null {
  const text = presentText(value)
  if (text === null || !/[+-]\d{2}:?\d{2}$/.test(text.slice(10))) return utcInstant(text)
  return Temporal.Instant.from(text).round({ smallestUnit: 'millisecond' }).toString()
}

/** The clock time in a moment is that of the property. */
export function timeOfDay(value: string | null | undefined): string | null {
  const time = /(?:^|[T ])(\d{1,2}:\d{2})(?::\d{2})?(?:[.+Z-]|$)/.exec(value ?? '')?.[1]?.padStart(5, '0')
  return time !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null
}

export function amountOf(money: VendorMoney, currency: string): string {
  return minorUnits({ amount: money.amount, formatted: money.formatted, currency })
}

/**
 * Converts an amount to the vendor's cents. It does not document how it counts currencies without two
 * decimals.
 */
export function cents(amount: string, currency: string | null): number {
  const whole = currency === null ? null : toMinorUnits(amount, currency)
  if (whole !== null) return whole
  throw new VendorError('rejected', `${amount} ${currency ?? 'without currency'} cannot be written in cents`)
}
