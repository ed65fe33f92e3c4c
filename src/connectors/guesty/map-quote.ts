import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import { totalPriceOf } from './map-money.ts'
import type { VendorQuoted } from './vendor-writes.ts'
import type { VendorMoney } from './vendor.ts'

export interface Price {
  total: string
  currency: string | null
  accommodation: string
  cleaningFee: string
  taxes: string
  /** Everything else that is added. */
  fees: string
}

/** What the first rate plan costs, which is the one a booking without quote gets; null where it is not told whole. */
export function toPrice(quoted: VendorQuoted): Price | null {
  const [plan] = quoted.rates.ratePlans
  const money: VendorMoney | null | undefined = plan?.money?.money ?? plan?.money ?? plan?.ratePlan?.money
  const total = totalPriceOf(money)
  const before = decimalString(money?.subTotalPrice)
  const accommodation =
    decimalString(money?.fareAccommodationAdjusted) ?? decimalString(money?.fareAccommodation)
  if (total === null || before === null || accommodation === null) return null
  const cleaningFee = decimalString(money?.fareCleaning) ?? '0'
  return {
    total,
    currency: currencyCode(money?.currency),
    accommodation,
    cleaningFee,
    taxes: decimalString(money?.totalTaxes) ?? '0',
    fees: addDecimals([before, negated(accommodation), negated(cleaningFee)]),
  }
}

export function partsOf({ accommodation, cleaningFee, taxes, fees }: Price): VendorQuote['breakdown'] {
  return {
    accommodation,
    cleaningFee,
    taxes,
    ...(isZero(fees) ? {} : { fees }),
  }
}

/**
 * The fare with which a booking comes to a wanted total: the fees stay as they are, and the taxes are taken for a share
 * of the fare, as they mostly are. Rounded to the currency's decimals; null when the fees alone are more.
 */
export function fareFor(wanted: string, price: Price, currency: string | null): string | null {
  const code = currency ?? price.currency
  const decimals = code === null ? 2 : decimalsOf(code)
  const fixed = addDecimals([price.cleaningFee, price.fees])
  const rest = minor(addDecimals([wanted, negated(fixed)]), 6)
  const fare = minor(price.accommodation, 6)
  const share = fare + minor(price.taxes, 6)
  if (rest < 0n) return null
  const exact = share <= 0n ? rest : (rest * fare) / share
  const step = 10n ** BigInt(6 - decimals)
  return decimalString(major((exact + step / 2n) / step, decimals))
}

export const isZero = (amount: string): boolean => /^-?[0.]*$/.test(amount)

export const negated = (amount: string): string =>
  isZero(amount) ? '0' : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

function minor(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return amount.startsWith('-') ? -units : units
}

function major(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
