import { demand } from '../../connector-kit/answers.ts'
import { addDecimals } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import { restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { readData } from './envelope.ts'
import { amountOf } from './map.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorQuoteData } from './vendor.ts'

/**
 * The vendor does not document its answer for an unavailable stay, so the calendar is checked first. A later
 * refusal, such as of a property not on the direct site, is passed on.
 */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  // A day itself allows or forbids departures.
  const closed = { arrivals: true, departures: true }
  const restrictions = await restrictionsOf(context, calendar, request, closed)
  if (restrictions.length > 0) return notOffered(restrictions)
  const { total, currency, fees, taxes } = await askedPrice(context, request)
  return {
    available: true,
    total,
    currency,
    breakdown: {
      ...(fees === null ? {} : { fees }),
      ...(taxes === null ? {} : { taxes: addDecimals(taxes) }),
    },
    restrictions: [],
  }
}

/** Amounts are decimal strings; null if not given. */
interface AskedPrice {
  total: string
  currency: string
  fees: string | null
  taxes: string[] | null
}

/**
 * Returns the vendor's price for a stay. It refuses properties that are not on the direct site, and
 * unavailable stays.
 */
export async function askedPrice(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<AskedPrice> {
  const path = `${propertiesPath}/${encodeURIComponent(listingExternalId)}/quote`
  // The vendor stores the quote under an address, but holds no nights.
  const body = { checkin_date: checkIn, checkout_date: checkOut, guests: { adults, children } }
  const answer = demand(VendorQuoteData, readData(await context.http.post(path, { body })), 'a quote')
  const { totals, taxes } = answer.financials
  const [currency, total] = [currencyCode(answer.currency), totals.total[0]]
  if (currency === null || total === undefined) throw new VendorError('malformed', 'a quote without a total')
  const [fees] = totals.total_fees ?? []
  return {
    total: amountOf(total, currency),
    currency,
    fees: fees === undefined ? null : amountOf(fees, currency),
    taxes: taxes?.map((tax) => amountOf(tax, currency)) ?? null,
  }
}
