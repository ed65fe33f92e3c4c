/** The share of a night's demand that comes within so many days before it. */

const leadBounds: readonly number[] = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]
/** Prior shares of the spans between the bounds, which count like this many bookings. */
const firstShares = [0.05, 0.08, 0.12, 0.15, 0.21, 0.19, 0.09, 0.08, 0.03]
const firstCount = 25

/** Shares of the spans, nearest first. */
export type LeadCurve = readonly number[]
export const firstCurve: LeadCurve = firstShares

/** Share of the demand that is still to come `days` before the night. */
export function remaining(curve: LeadCurve, days: number): number {
  let share = 0
  for (let i = 0; i < curve.length; i += 1) {
    const [from, to] = [leadBounds[i] as number, leadBounds[i + 1] as number]
    // The last day counts whole, since whoever comes today asks today.
    const end = days + 1
    if (end >= to) share += curve[i] as number
    else return share + (end > from ? ((curve[i] as number) * (end - from)) / (to - from) : 0)
  }
  return share
}

const spanOf = (days: number): number => {
  const at = leadBounds.findIndex((bound, i) => i > 0 && days < bound)
  return at === -1 ? firstShares.length - 1 : at - 1
}

export interface TimedNight {
  /** Days before the night when it was sold; null if it was not, or nobody knows when. */
  soldAt: number | null
  /** Days before the night when it first was on sale; absent for long before. */
  openFrom?: number
  /** Days before the night at the last look; 0 for past nights. */
  openUntil: number
  /** Expected requests in all at its price. */
  requests: number
}

/** Divides each span's sales by the nights on sale, which makes up for demand that a sale hid. */
export function leadCurve(nights: readonly TimedNight[]): LeadCurve {
  const sold = firstShares.map((share) => share * firstCount)
  const atRisk = firstShares.map(() => firstCount)
  for (const { soldAt, openFrom, openUntil, requests } of nights) {
    if (soldAt !== null) {
      const at = spanOf(soldAt)
      sold[at] = (sold[at] as number) + 1
    }
    const last = spanOf(soldAt ?? openUntil)
    const first = openFrom === undefined ? firstShares.length - 1 : spanOf(openFrom)
    for (let i = first; i >= last; i -= 1) {
      // In the span of its sale a night was on sale for about half of the time.
      const part = i === last && (soldAt !== null || openUntil > 0) ? 0.5 : 1
      atRisk[i] = (atRisk[i] as number) + part * requests
    }
  }
  const rates = sold.map((count, i) => count / (atRisk[i] as number))
  const total = rates.reduce((sum, rate) => sum + rate, 0)
  return rates.map((rate) => rate / total)
}
