import { demand } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest } from '../../connector-kit/write-operations.ts'
import { toPrice } from './map-quote.ts'
import type { Price } from './map-quote.ts'
import { VendorQuoted } from './vendor-writes.ts'

/** A quote holds no nights and ends by itself, so asking for one again does no harm. */
export async function priceOf(
  { http }: VendorContext,
  stay: Omit<QuoteRequest, 'unitExternalId'>,
  source: string,
): Promise<Price> {
  const body = { ...stayBody(stay), source }
  const answer = await http.post('/v1/quotes', { body, safe: true })
  const price = toPrice(demand(VendorQuoted, answer, 'a quote'))
  if (price === null) throw new VendorError('malformed', 'a quote without a price')
  return price
}

/** What quotes and bookings have in common. */
export function stayBody({
  listingExternalId,
  checkIn,
  checkOut,
  adults,
  children,
}: Omit<QuoteRequest, 'unitExternalId' | 'currency'>): object {
  return {
    listingId: listingExternalId,
    checkInDateLocalized: checkIn,
    checkOutDateLocalized: checkOut,
    guestsCount: adults + children,
    numberOfGuests: { numberOfAdults: adults, numberOfChildren: children, numberOfInfants: 0 },
    // What the calendar, the terms or a block forbid is refused.
    ignoreCalendar: false,
    ignoreTerms: false,
    ignoreBlocks: false,
  }
}
