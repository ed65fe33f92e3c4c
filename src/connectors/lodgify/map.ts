/** All mappings share these readings of empty values, moments, money and ids. */
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { VendorMoney } from './vendor.ts'

/** Moments come with any offset and up to seven decimals, or without offset, which counts as UTC. */
export function instant(value: string | null | undefined): string | null {
  const text = presentText(value)
  // The vendor's platform writes the year 1 for a moment that was never set.
  if (text === null || text.startsWith('0001-01-01')) return null
  if (!/[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?[+-]\d{2}:?\d{2}$/.test(text)) {
    return utcInstant(text.replace(/(\.\d{6})\d+/, '$1'))
  }
  return Temporal.Instant.from(text).round('microsecond').toString()
}

/** The vendor describes amounts as objects but sends numbers; both known forms of object are read too. */
export function money(value: VendorMoney | undefined): string | null {
  return decimalString(plain(value))
}

export function nonZeroMoney(value: VendorMoney | undefined): string | null {
  return nonZeroDecimal(plain(value))
}

function plain(value: VendorMoney | undefined): number | string | null | undefined {
  if (typeof value !== 'object' || value === null) return value
  return value.value ?? value.amount
}
