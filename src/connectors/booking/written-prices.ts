/**
 * Writes prices by number of guests in OTA's form: whole numbers with a count of decimals, ranges with both
 * ends. Pure.
 */
import { addDays } from '../../connector-kit/dates.ts'
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { inUnits } from '../../connector-kit/money.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import type { Xml } from '../../connector-kit/xml.ts'

export interface PartyPrice {
  guests: number
  /** The amount is decimal text. */
  amount: string
}

export interface PricesToWrite {
  roomId: string
  rateId: string
  date: string
  prices: readonly PartyPrice[]
}

/** The property's prices are with tax or without it. */
export const amountNames = ['AmountAfterTax', 'AmountBeforeTax'] as const
export type AmountName = (typeof amountNames)[number]

/** Makes messages for each month. If a party has several prices the later one counts. */
export function priceMonths(
  newPrices: readonly PricesToWrite[],
  { currency, amountName }: { currency: string; amountName: AmountName },
): Xml[] {
  const nights = mergedNights(newPrices)
  const months = Map.groupBy(nights, ({ date }) => date.slice(0, 7))
  return [...months.values()].map((month) =>
    xml(
      'RateAmountMessages',
      {},
      rangesOf(month).map((range, index) => messageOf(range, index + 1, { currency, amountName })),
    ),
  )
}

function mergedNights(newPrices: readonly PricesToWrite[]): PricesToWrite[] {
  const nights = new Map<string, PricesToWrite>()
  for (const night of newPrices) {
    const key = `${night.roomId} ${night.rateId} ${night.date}`
    const prices = new Map(
      [...(nights.get(key)?.prices ?? []), ...night.prices].map((one) => [one.guests, one]),
    )
    if (prices.size > 0) nights.set(key, { ...night, prices: [...prices.values()] })
  }
  return [...nights.values()]
}

interface PriceRange extends PricesToWrite {
  to: string
}

/** Joins consecutive nights of a rate with the same prices. */
function rangesOf(nights: readonly PricesToWrite[]): PriceRange[] {
  const place = ({ roomId, rateId }: PricesToWrite) => `${roomId} ${rateId}`
  const sorted = nights.toSorted((a, b) =>
    place(a) === place(b) ? (a.date < b.date ? -1 : 1) : place(a) < place(b) ? -1 : 1,
  )
  const ranges: PriceRange[] = []
  for (const night of sorted) {
    const last = ranges.at(-1)
    const continues =
      last !== undefined &&
      place(last) === place(night) &&
      addDays(last.to, 1) === night.date &&
      JSON.stringify(last.prices) === JSON.stringify(night.prices)
    if (continues) last.to = night.date
    else ranges.push({ ...night, to: night.date })
  }
  return ranges
}

function messageOf(
  { roomId, rateId, date, to, prices }: PriceRange,
  number: number,
  { currency, amountName }: { currency: string; amountName: AmountName },
): Xml {
  const places = Math.min(3, decimalsOf(currency))
  const amounts = prices.map(({ guests, amount }) =>
    xml('BaseByGuestAmt', {
      NumberOfGuests: guests,
      [amountName]: String(inUnits(amount, places)),
      DecimalPlaces: places,
      CurrencyCode: currency,
    }),
  )
  return xml(
    'RateAmountMessage',
    { LocatorID: number },
    xml('StatusApplicationControl', { Start: date, End: to, InvTypeCode: roomId, RatePlanCode: rateId }),
    xml('Rates', {}, xml('Rate', {}, xml('BaseByGuestAmts', {}, amounts))),
  )
}
