/**
 * Computes the price of the nights that gives a stay a certain total. The vendor adds fees and taxes to the
 * nights, so a total sent as their price would be charged them twice. Pure; amounts in cents.
 */

/** The vendor prices a stay in these parts. */
export interface VendorStayPrice {
  total: number
  fees: number
  taxes: readonly number[]
}

/** Tax rates have this many decimals, as a share: 0.0625 and finer ones are in use. */
const finestRate = 6

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Returns the price of the stay's own nights. */
export const nightsOf = ({ total, fees, taxes }: VendorStayPrice): number => total - fees - sum(taxes)

/**
 * Fees are fixed; taxes are shares of the nights, or of nights and fees. If rounding makes the total
 * unreachable, the nearest below is used. Returns null if fees and taxes alone exceed it.
 */
export function nightsFor(total: number, stay: VendorStayPrice): number | null {
  if (total === stay.total) return nightsOf(stay)
  const taxed = taxedOf(stay)
  const totalOf = (nights: number) => nights + stay.fees + taxed(nights)
  const share = nightsOf(stay) > 0 ? (total - stay.fees) / (stay.total - stay.fees) : 0
  let nights = Math.round(nightsOf(stay) * share)
  while (nights >= 0 && totalOf(nights) > total) nights -= 1
  while (totalOf(nights + 1) <= total) nights += 1
  return nights < 0 ? null : nights
}

/**
 * Computes taxes for another price of the nights. The base of the shares is unknown, so the one with rounder
 * rates is taken.
 */
function taxedOf(stay: VendorStayPrice): (nights: number) => number {
  const nights = nightsOf(stay)
  const rates = [0, stay.fees].map((fees) => ({
    fees,
    rates: stay.taxes.map((tax) => plainestRate(tax, nights + fees)),
  }))
  const [best] = rates.toSorted((a, b) => decimals(a.rates) - decimals(b.rates))
  return (other) => sum((best?.rates ?? []).map(({ rate }) => Math.round((other + (best?.fees ?? 0)) * rate)))
}

interface Rate {
  rate: number
  decimals: number
}

const decimals = (rates: readonly Rate[]): number => sum(rates.map((rate) => rate.decimals))

/** A rounded tax fits many rates; somebody entered the one with the fewest decimals. */
function plainestRate(tax: number, base: number): Rate {
  for (let places = 0; base > 0 && places <= finestRate; places += 1) {
    const rate = Number((tax / base).toFixed(places))
    if (Math.round(rate * base) === tax) return { rate, decimals: places }
  }
  return { rate: base > 0 ? tax / base : 0, decimals: finestRate + 1 }
}
