import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import { restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { daysOnSale } from './calendar.ts'
import { soldAs } from './sold.ts'
import { priceOf } from './stay-price.ts'

/** The vendor prices nights that are taken as well, so the calendar says first whether they can be had. */
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
