import { addDays } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { readAccount } from './account.ts'
import { calendar } from './calendar.ts'
import { currencyCode, presentText } from './map.ts'
import { isObject } from './signals.ts'
import { VendorAvailability, VendorStayPrice } from './vendor.ts'

const answerCheck = compileCheck(VendorAvailability)
const entryCheck = compileCheck(VendorStayPrice)
const keepMs = 24 * 3_600_000

/** What the vendor would take for a stay; the answer tells it by apartment. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const { listingExternalId, currency } = request
  const { availableApartments, prices, errorMessages } = await ask(context, request)
  const offer = entryOf(prices, listingExternalId)
  const total = nonZeroDecimal(offer?.price)
  const isOffered = (availableApartments ?? []).some((id) => String(id) === listingExternalId)
  if (isOffered && total !== null) {
    return { available: true, total, currency: currencyCode(offer?.currency) ?? currency, restrictions: [] }
  }
  const told = presentText(entryOf(errorMessages, listingExternalId)?.message)
  const closed = await closedNights(context, request)
  const restrictions = [...closed, ...(told === null ? [] : [told])]
  return {
    available: false,
    total: null,
    currency: null,
    restrictions: restrictions.length > 0 ? restrictions : ['the vendor has no price for this stay'],
  }
}

function entryOf(byApartment: unknown, id: string): VendorStayPrice | undefined {
  const entry = isObject(byApartment) ? byApartment[id] : undefined
  return entryCheck.fits(entry) ? entry : undefined
}

async function ask(context: VendorContext, request: QuoteRequest): Promise<VendorAvailability> {
  // The number of the account has to be named although the signature tells it.
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
  if (!answerCheck.fits(answer)) {
    throw new VendorError('malformed', `prices of a stay: unexpected shape at ${answerCheck.problem(answer)}`)
  }
  return answer
}

async function closedNights(
  context: VendorContext,
  { listingExternalId, checkIn, checkOut }: QuoteRequest,
): Promise<string[]> {
  const days = await calendar.range(context, {
    listing: { externalId: listingExternalId, unitCount: 1 },
    from: checkIn,
    to: addDays(checkOut, -1),
  })
  return days.filter(({ available }) => !available).map(({ date }) => `${date} is not available`)
}
