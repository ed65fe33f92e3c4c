import { demand, fieldOf, readable } from '../../connector-kit/answers.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { takenNights } from '../../connector-kit/refused-dates.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { readAccount } from './account.ts'
import { calendar } from './calendar.ts'
import { VendorAvailability, VendorStayPrice } from './vendor.ts'

const keepMs = 24 * 3_600_000

/** Asks the vendor's price for a stay; the answer is keyed by apartment. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const { listingExternalId, currency } = request
  const { availableApartments, prices, errorMessages } = await ask(context, request)
  const offer = entryOf(prices, listingExternalId)
  const total = nonZeroDecimal(offer?.price)
  const isOffered = (availableApartments ?? []).some((id) => String(id) === listingExternalId)
  if (isOffered && total !== null) {
    return { available: true, total, currency: currencyCode(offer?.currency) ?? currency, restrictions: [] }
  }
  const message = presentText(entryOf(errorMessages, listingExternalId)?.message)
  const occupied = await takenNights(context, calendar, request)
  const words = [
    ...occupied.map(({ date }) => `${date} is not available`),
    ...(message === null ? [] : [message]),
  ]
  return notOffered(words.length > 0 ? words : ['the vendor has no price for this stay'])
}

function entryOf(byApartment: unknown, id: string): VendorStayPrice | undefined {
  return readable(VendorStayPrice, [fieldOf(byApartment, id)])[0]
}

async function ask(context: VendorContext, request: QuoteRequest): Promise<VendorAvailability> {
  // The call must name the account's number, although the signature identifies it.
  const account = await rememberSettings(context, 'smoobu account', keepMs, () => readAccount(context))
  const body = {
    arrivalDate: request.checkIn,
    departureDate: request.checkOut,
    apartments: [Number(request.listingExternalId)],
    customerId: Number(account.externalAccountId),
    guests: request.adults + request.children,
  }
  const path = '/booking/checkApartmentAvailability'
  const answer = await context.http.post(path, { body, safe: true })
  return demand(VendorAvailability, answer, 'prices of a stay')
}
