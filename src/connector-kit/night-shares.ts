/** Divides the price of a stay among its nights, for vendors that price nights. */
import { decimalsOf, minorUnits } from './minor-units.ts'
import { inUnits } from './money.ts'
import { VendorError } from './vendor-error.ts'

/** Divides the total into equal parts of the currency's smallest unit; the first gets the remainder. */
export function nightShares(total: string, count: number, currency: string): string[] {
  const digits = decimalsOf(currency)
  const fraction = total.split('.')[1] ?? ''
  if (total.startsWith('-') || /[1-9]/.test(fraction.slice(digits))) {
    throw new VendorError('rejected', `${total} ${currency} cannot be the price of these nights`)
  }
  const units = inUnits(total, digits)
  const each = units / BigInt(count)
  const first = units - each * BigInt(count - 1)
  return [first, ...Array<bigint>(count - 1).fill(each)].map((amount) =>
    minorUnits({ amount: String(amount), currency }),
  )
}
