import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { getAll } from './envelope.ts'
import { wholeNumber } from './map.ts'
import { VendorOffers } from './vendor.ts'

const offersCheck = compileCheck(VendorOffers)

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
  const offers = rows.flatMap((row) =>
    offersCheck.fits(row) && String(row.roomId) === listingExternalId ? (row.offers ?? []) : [],
  )
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
  return {
    available: false,
    total: null,
    currency: null,
    restrictions: await restrictionsOf(context, request),
  }
}

/** The vendor does not say why it offers nothing; the calendar may. */
async function restrictionsOf(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut }: QuoteRequest,
): Promise<string[]> {
  const days = await calendar.range(context, {
    listing: { externalId: listingExternalId, unitCount: 1 },
    from: checkIn,
    to: addDays(checkOut, -1),
  })
  const nights = daysBetween(checkIn, checkOut)
  const [first] = days
  const found = [
    ...days.filter(({ available }) => !available).map(({ date }) => `${date} is not available`),
    ...(first?.closedToArrival ? [`nobody can arrive on ${checkIn}`] : []),
    ...(first?.minNights && nights < first.minNights
      ? [`the minimum stay is ${first.minNights} nights`]
      : []),
    ...(first?.maxNights && nights > first.maxNights
      ? [`the maximum stay is ${first.maxNights} nights`]
      : []),
  ]
  return found.length > 0 ? found : ['the vendor offers no price for this stay']
}
