/** The steps from the usual to the recommended price. Amounts add up exactly, and each has a reason. */
import { scaled } from '../../../../platform/decimal.ts'

interface PriceFactor {
  /** Decimal text, negative if it lowers the price. */
  amount: string
  reason: string
}
export type PriceFactors = Record<string, PriceFactor>

/** Counts whole smallest units, so nothing is lost by rounding. Texts are built only on request. */
export function priceSteps(usual: number, decimals: number, isExplained: boolean) {
  const unit = 10 ** decimals
  const inUnits = (price: number) => Math.round(price * unit)
  const toText = (units: number) => {
    const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
    const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    return units < 0 ? `-${text}` : text
  }
  let now = usual
  const taken: { name: string; from: number; to: number; reason: string }[] = [
    { name: 'base', from: 0, to: inUnits(usual), reason: 'The usual price of the listing.' },
  ]
  return {
    get price() {
      return now
    },
    to(name: string, price: number, reason: () => string): void {
      if (isExplained && inUnits(price) !== inUnits(now))
        taken.push({ name, from: inUnits(now), to: inUnits(price), reason: reason() })
      now = price
    },
    end(): { price: string; factors: PriceFactors } {
      const factors = Object.fromEntries(
        taken.map(({ name, from, to, reason }) => [name, { amount: toText(to - from), reason }]),
      )
      return { price: toText(inUnits(now)), factors }
    },
  }
}

/** Rounds as hosts write prices: 87, 128, 2,450. */
export function roundedPrice(price: number, decimals: number): number {
  const step = price < 20 ? 0.5 : price < 2000 ? 1 : price < 20_000 ? 10 : 100
  const least = Math.max(step, 10 ** -decimals)
  return Math.round(price / least) * least
}

/** Says in words how many times as many. */
export const changeText = (times: number) =>
  times >= 2
    ? `${times.toFixed(1)} times as many requests`
    : `${times >= 1 ? '+' : ''}${Math.round((times - 1) * 100)} % requests`
/** Texts show at most 2 decimals. */
export const amountText = (amount: number, decimals: number) => scaled(amount.toFixed(6), decimals)
