import { daysBetween } from '../../connector-kit/dates.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { daysOnSale } from './calendar.ts'
import { soldAs } from './sold.ts'
import { priceOf } from './stay-price.ts'

/** The vendor prices nights that are taken as well, so the calendar says first whether they can be had. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const sold = await soldAs(context, request.listingExternalId)
  const restrictions = await obstacles(context, request)
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

async function obstacles(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut }: QuoteRequest,
): Promise<string[]> {
  const listing = { externalId: listingExternalId, unitCount: 1 }
  const days = await daysOnSale(context, { listing, from: checkIn, to: checkOut })
  const nights = days.filter(({ date }) => date < checkOut)
  const [first, last] = [days[0], days.find(({ date }) => date === checkOut)]
  const length = daysBetween(checkIn, checkOut)
  const longest = first?.maxNights ?? length
  return [
    ...nights.filter(({ available }) => !available).map(({ date }) => `${date} is not available`),
    ...(first?.closedToArrival === true ? [`no arrival on ${checkIn}`] : []),
    ...(last?.closedToDeparture === true ? [`no departure on ${checkOut}`] : []),
    ...(length < (first?.minNights ?? 1) ? [`the minimum stay is ${first?.minNights} nights`] : []),
    ...(length > longest ? [`the maximum stay is ${longest} nights`] : []),
  ]
}
