import { readable } from '../../connector-kit/answers.ts'
import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString, isSameAmount, negated } from '../../connector-kit/money.ts'
import { nightShares } from '../../connector-kit/night-shares.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import { restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { daysOnSale, pricesOf } from './calendar.ts'
import { ask } from './calls.ts'
import { partyOf, soldAs, timesOf } from './sold.ts'
import type { SoldRoomType } from './sold.ts'
import { VendorPrices } from './vendor.ts'
import type { VendorMoney } from './vendor.ts'

type QuotedStay = Pick<QuoteRequest, 'listingExternalId' | 'checkIn' | 'checkOut' | 'adults' | 'children'>

interface NightAmount {
  Index: number
  Amount: { Currency: string; GrossValue: number; TaxCodes: string[] }
}

/** The vendor prices taken nights too, so the calendar is checked first. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const sold = await soldAs(context, request.listingExternalId)
  const ends = { arrivals: true, departures: true }
  const restrictions = await restrictionsOf(context, { range: daysOnSale }, request, ends)
  if (restrictions.length > 0) return notOffered(restrictions)
  const { gross, NetValue, Currency, TaxValues } = await priceOf(context, sold, request)
  const net = decimalString(NetValue)
  const taxes = (TaxValues ?? []).map(({ Value }) => decimalString(Value) ?? '0')
  return {
    available: true,
    total: gross,
    currency: currencyCode(Currency) ?? sold.service.hotel.currency,
    breakdown: { ...(net === null ? {} : { accommodation: net }), taxes: addDecimals(taxes) },
    restrictions,
  }
}

/** Asks the price of a stay with all the hotel's charges. The vendor stores nothing. */
async function priceOf(
  context: VendorContext,
  sold: SoldRoomType,
  stay: QuotedStay,
  nights?: NightAmount[],
): Promise<VendorMoney & { gross: string }> {
  const { service, rate } = sold
  const reservation = {
    Identifier: 'price',
    ...timesOf(service, stay.checkIn, stay.checkOut),
    RequestedCategoryId: stay.listingExternalId,
    RateId: rate.Id,
    PersonCounts: partyOf(sold, stay),
    ...(nights === undefined ? {} : { TimeUnitPrices: nights }),
  }
  const answer = await ask(context, 'reservations/price', {
    ServiceId: service.id,
    Reservations: [reservation],
  })
  const [price] = readable(VendorPrices, [answer]).flatMap(({ ReservationPrices }) => ReservationPrices)
  const money = price?.TotalAmount ?? price?.Total
  const gross = decimalString(money?.GrossValue)
  if (!money || gross === null) throw new VendorError('malformed', 'a price without an amount')
  return { ...money, gross }
}

/**
 * Finds prices of nights that give the stay its total. The hotel's charges on top are part of the total, so
 * the nights get the rest, and the vendor's price is compared.
 */
export async function nightsFor(
  context: VendorContext,
  sold: SoldRoomType,
  stay: QuotedStay,
  total: string,
): Promise<NightAmount[]> {
  const { hotel } = sold.service
  const { currency } = hotel
  if (hotel.pricing === 'Net' || currency === null) {
    throw new VendorError('rejected', 'the prices of this hotel are without taxes: it takes no total')
  }
  const codes = await taxCodes(context, sold, stay)
  const count = daysBetween(stay.checkIn, stay.checkOut)
  const toNights = (amount: string): NightAmount[] =>
    nightShares(amount, count, currency).map((share, Index) => ({
      Index,
      Amount: { Currency: currency, GrossValue: Number(share), TaxCodes: codes },
    }))
  const first = toNights(total)
  const withExtras = await priceOf(context, sold, stay, first)
  if (isSameAmount(withExtras.gross, total)) return first
  const left = addDecimals([total, total, negated(withExtras.gross)])
  const second = toNights(left)
  const { gross } = await priceOf(context, sold, stay, second)
  if (isSameAmount(gross, total)) return second
  throw new VendorError(
    'rejected',
    `with what the hotel charges on top, ${total} ${currency} does not come out`,
  )
}

/** Returns the taxes in the hotel's own price of the first night. */
async function taxCodes(
  context: VendorContext,
  { service, rate }: SoldRoomType,
  stay: QuotedStay,
): Promise<string[]> {
  const stretch = { service, from: stay.checkIn, to: addDays(stay.checkOut, -1) }
  const { CategoryPrices } = await pricesOf(context, stretch, rate)
  const own = CategoryPrices?.find(
    (row) => (row.CategoryId ?? row.ResourceCategoryId) === stay.listingExternalId,
  )
  const taxes = own?.AmountPrices?.[0]?.TaxValues ?? []
  return taxes.flatMap(({ Code }) => (Code ? [Code] : []))
}
