import { demand, fieldOf } from '../../connector-kit/answers.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { takenNights } from '../../connector-kit/refused-dates.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { base, getRows } from './envelope.ts'
import { currencyOf, propertyOf } from './hotels.ts'
import { VendorCharges, VendorOffers, type VendorOffer } from './vendor.ts'

/** Adds the property's charges to the price of the room type's own rate. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const propertyID = await propertyOf(context, request.listingExternalId)
  const { offer, currency } = await offerOf(context, propertyID, request)
  if (offer === undefined) {
    const occupied = await takenNights(context, calendar, request)
    const nights = occupied.map(({ date }) => `${date} is not available`)
    return notOffered(nights.length > 0 ? nights : ['not offered for these dates and this party'])
  }
  const rooms = roomsTotal(offer, request)
  const { grandTotal, roomsTotalWithoutTaxes, taxes, fees } = await chargesOf(
    context,
    propertyID,
    rooms,
    request,
  )
  const total = decimalString(grandTotal)
  if (total === null) throw new VendorError('malformed', 'a quote without a total')
  const sum = (charges: VendorCharges['fees']) =>
    addDecimals((charges ?? []).map(({ feeValue }) => decimalString(feeValue) ?? '0'))
  return {
    available: true,
    total,
    currency: currency ?? request.currency,
    breakdown: {
      accommodation: decimalString(roomsTotalWithoutTaxes) ?? rooms,
      taxes: sum(taxes),
      fees: sum(fees),
    },
    restrictions: [],
  }
}

async function offerOf(
  { http }: VendorContext,
  propertyID: string,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<{ offer: VendorOffer | undefined; currency: string | null }> {
  const rows = await getRows(http, 'getAvailableRoomTypes', {
    propertyIDs: propertyID,
    startDate: checkIn,
    endDate: checkOut,
    rooms: 1,
    adults,
    children,
    detailedRates: true,
    includeSharedRooms: true,
  })
  for (const row of rows.map((one) => demand(VendorOffers, one, 'offers'))) {
    const offer = row.propertyRooms.find(
      (candidate) =>
        String(candidate.roomTypeID) === listingExternalId &&
        // The room type's own rate has no plan and is not derived.
        !candidate.ratePlanNamePublic &&
        !candidate.ratePlanNamePrivate &&
        !candidate.derivedType &&
        (wholeNumber(candidate.roomsAvailable) ?? 0) > 0,
    )
    if (offer !== undefined) return { offer, currency: currencyOf(row) }
  }
  return { offer: undefined, currency: null }
}

/** Sums all nights, with the surcharge for more people than the price includes. */
function roomsTotal(offer: VendorOffer, { adults, children }: QuoteRequest): string {
  const nights = (offer.roomRateDetailed ?? []).map(({ rate }) => decimalString(rate))
  const rooms = nights.length > 0 && !nights.includes(null) ? nights : [decimalString(offer.roomRate)]
  const extra = [charge(offer.adultsExtraCharge, adults), charge(offer.childrenExtraCharge, children)]
  const amounts = [...rooms, ...extra].filter((amount) => amount !== null)
  if (rooms.includes(null)) throw new VendorError('malformed', 'an offer without a price')
  return addDecimals(amounts)
}

function charge(charges: VendorOffer['adultsExtraCharge'], people: number): string | null {
  const byPeople = Array.isArray(charges) ? Object.assign({}, ...charges) : (charges ?? {})
  return decimalString((byPeople as Record<string, number | string | null | undefined>)[people])
}

async function chargesOf(
  { http }: VendorContext,
  propertyID: string,
  roomsTotal: string,
  { checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<VendorCharges> {
  const query = {
    propertyID,
    startDate: checkIn,
    endDate: checkOut,
    roomsTotal,
    roomsCount: 1,
    adultsPerRoom: adults,
    childrenPerRoom: children,
  }
  const answer = await http.get(`${base}/getRoomsFeesAndTaxes`, { query })
  return demand(VendorCharges, fieldOf(answer, 'data'), 'charges')
}
