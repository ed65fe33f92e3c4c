import { readable } from '../../connector-kit/answers.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { getAll } from './envelope.ts'
import { VendorOffers } from './vendor.ts'

/** The first offer that can be had; null where there is none. Offers are numbered, and the first is the usual one. */
export async function offerFor(
  { http }: VendorContext,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<{ price: string } | null> {
  const rows = await getAll(http, '/v2/inventory/rooms/offers', {
    roomId: listingExternalId,
    arrival: checkIn,
    departure: checkOut,
    numAdults: adults,
    numChildren: children,
  })
  const own = readable(VendorOffers, rows).filter(({ roomId }) => String(roomId) === listingExternalId)
  const offers = own.flatMap((row) => row.offers ?? [])
  for (const { price, unitsAvailable } of offers) {
    const amount = nonZeroDecimal(price)
    if (amount !== null && (wholeNumber(unitsAvailable) ?? 0) > 0) return { price: amount }
  }
  return null
}

export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const offer = await offerFor(context, request)
  // A booking has no currency of its own, and neither has an offer.
  if (offer !== null)
    return { available: true, total: offer.price, currency: request.currency, restrictions: [] }
  // The vendor does not say why it offers nothing; the calendar may.
  const found = await restrictionsOf(context, calendar, request, { arrivals: true })
  return notOffered(found.length > 0 ? found : ['the vendor offers no price for this stay'])
}
