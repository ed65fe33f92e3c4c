/**
 * What the nights may cost so that a stay comes to a total. The vendor adds its fees and taxes to the price of the nights, so
 * a total that is sent as the price of the nights is charged with them once more. Pure; amounts in cents.
 */

/** A stay as the vendor prices it. */
export interface VendorStayPrice {
  total: number
  fees: number
  taxes: readonly number[]
}

/** Decimals of a tax rate, as a share: 0.0625 and finer ones are in use. */
const finestRate = 6

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The nights of the stay itself. */
export const nightsOf = ({ total, fees, taxes }: VendorStayPrice): number => total - fees - sum(taxes)

/**
 * Fees are taken as they are, taxes as shares of the nights or of the nights and fees. Where no price of the nights comes
 * to the total because of rounding, the nearest that does not exceed it. null: fees and taxes alone are more.
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

/** The taxes of another price of the nights. What they are shares of is not told: whatever makes the rounder rates. */
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

/** A rounded tax fits many rates; that with the fewest decimals is the one somebody entered. */
function plainestRate(tax: number, base: number): Rate {
  for (let places = 0; base > 0 && places <= finestRate; places += 1) {
    const rate = Number((tax / base).toFixed(places))
    if (Math.round(rate * base) === tax) return { rate, decimals: places }
  }
  return { rate: base > 0 ? tax / base : 0, decimals: finestRate + 1 }
}
