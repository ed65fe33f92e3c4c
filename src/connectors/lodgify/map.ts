/** Small readings shared by the mappings: how Lodgify writes nothing, moments, money and ids. */
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { VendorMoney } from './vendor.ts'

/** Moments come with any offset, with seven digits of a second, or bare, which is taken for UTC. */
export function instant(value: string | null | undefined): string | null {
  const text = presentText(value)
  // The year 1 is how the vendor's platform writes a moment that was never set.
  if (text === null || text.startsWith('0001-01-01')) return null
  if (!/[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?[+-]\d{2}:?\d{2}$/.test(text)) {
    return utcInstant(text.replace(/(\.\d{6})\d+/, '$1'))
  }
  return Temporal.Instant.from(text).round('microsecond').toString()
}

/** Amounts are described as objects and come as numbers; both forms of object that were told of are read. */
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
