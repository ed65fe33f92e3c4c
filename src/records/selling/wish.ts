/** Decides what a channel should show for a night of ours. */
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { inUnits } from '../../connector-kit/money.ts'
import { scaled } from '../../platform/decimal.ts'
import { exactPriceOf, unitsLeft } from '../calendar/rules.ts'
import type { StoredNight } from '../calendar/night-queries.ts'

export interface WishedNight {
  date: string
  available: boolean
  /** Units that the channel may sell. */
  units: number
  /** Units left in our calendar; a channel that shows more of them can sell one twice. */
  unitsLeft: number
  /** Decimal text with the channel's markup, in the listing's currency; null if the night has no price. */
  price: string | null
  minNights: number
  /** Null if there is no limit. */
  maxNights: number | null
  closedToArrival: boolean
  closedToDeparture: boolean
  /** Stays here and units closed by followed calendars; the channel may have sold them itself. */
  stays: number
}

/** What the channel adds to our prices, and the currency they are in. */
export interface WishedPricing {
  markupPercent: string | null
  currency: string | null
  /** The channel must sell nothing, whatever our calendar says. */
  isUnlisted?: boolean
}

export function channelNightOf(night: StoredNight, pricing: WishedPricing): WishedNight {
  const left = unitsLeft(night)
  const units = pricing.isUnlisted === true ? 0 : left
  const price = exactPriceOf(night)
  return {
    date: night.date,
    available: units > 0,
    units,
    unitsLeft: left,
    price: price === null ? null : addMarkup(price, pricing),
    minNights: Math.max(1, night.min_nights ?? night.listing_min_nights ?? 1),
    maxNights: night.max_nights ?? night.listing_max_nights,
    closedToArrival: night.closed_to_arrival ?? false,
    closedToDeparture: night.closed_to_departure ?? false,
    stays: night.stays + night.leaving + night.blocked,
  }
}

/** Percentages have three decimals, and so have prices before they are rounded to the currency. */
const exact = 3

/** The amount stays exact until it is rounded once, half away from zero. */
export function addMarkup(price: string, { markupPercent, currency }: WishedPricing): string {
  const hundred = inUnits('100', exact)
  const factor = hundred + (markupPercent === null ? 0n : inUnits(markupPercent, exact))
  // Price and factor have three decimals each, and a percentage adds two more.
  const digits = String(inUnits(price, exact) * factor).padStart(2 * exact + 3, '0')
  const places = 2 * exact + 2
  return scaled(
    `${digits.slice(0, -places)}.${digits.slice(-places)}`,
    currency === null ? 2 : decimalsOf(currency),
  )
}
