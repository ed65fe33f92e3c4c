import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import { addDecimals } from '../../connector-kit/money.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { readData } from './envelope.ts'
import { amountOf, currencyCode } from './map.ts'
import { propertiesPath } from './property-ids.ts'
import { VendorQuoteData } from './vendor.ts'

const quoteCheck = compileCheck(VendorQuoteData)

/**
 * What an unavailable stay is answered with is not documented, so the calendar is looked at first. A refusal after
 * that, such as of a property that is not on the direct site, is the caller's to hear.
 */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const restrictions = await restrictionsOf(context, request)
  if (restrictions.length > 0) return { available: false, total: null, currency: null, restrictions }
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

/** Decimal strings; null: not told. */
interface AskedPrice {
  total: string
  currency: string
  fees: string | null
  taxes: string[] | null
}

/** What the vendor asks for a stay. Refused where the property is not on the direct site, or the stay cannot be had. */
export async function askedPrice(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<AskedPrice> {
  const path = `${propertiesPath}/${encodeURIComponent(listingExternalId)}/quote`
  // It keeps the quote and gives it an address, but holds nothing.
  const answer = readData(
    await context.http.post(path, {
      body: { checkin_date: checkIn, checkout_date: checkOut, guests: { adults, children } },
    }),
  )
  const currency = quoteCheck.fits(answer) ? currencyCode(answer.currency) : null
  const [total] = quoteCheck.fits(answer) ? answer.financials.totals.total : []
  if (!quoteCheck.fits(answer) || currency === null || total === undefined) {
    throw new VendorError('malformed', 'a quote without a total')
  }
  const { totals, taxes } = answer.financials
  const [fees] = totals.total_fees ?? []
  return {
    total: amountOf(total, currency),
    currency,
    fees: fees === undefined ? null : amountOf(fees, currency),
    taxes: taxes?.map((tax) => amountOf(tax, currency)) ?? null,
  }
}

async function restrictionsOf(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut }: QuoteRequest,
): Promise<string[]> {
  const days = await calendar.range(context, {
    listing: { externalId: listingExternalId, unitCount: 1 },
    from: checkIn,
    // Departures are allowed or not on the day itself.
    to: checkOut,
  })
  const nights = daysBetween(checkIn, checkOut)
  const [first, last] = [days[0], days.at(-1)]
  const isNight = ({ date }: { date: string }) => date <= addDays(checkOut, -1)
  return [
    ...days.filter((day) => isNight(day) && !day.available).map(({ date }) => `${date} is not available`),
    ...(first?.closedToArrival ? [`nobody can arrive on ${checkIn}`] : []),
    ...(last?.date === checkOut && last.closedToDeparture ? [`nobody can leave on ${checkOut}`] : []),
    ...(first?.minNights && nights < first.minNights
      ? [`the minimum stay is ${first.minNights} nights`]
      : []),
  ]
}
