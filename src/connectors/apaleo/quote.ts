import { listIn, readable } from '../../connector-kit/answers.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { currencyCode, wholeNumber } from '../../connector-kit/readings.ts'
import { breakdownOf, notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { agesOf, reasonsIn, soldAs } from './sold-stay.ts'
import { VendorOffer } from './vendor.ts'

/** Asks for the offer of the rate plan by which a booking would be made. The vendor stores nothing. */
export async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const { listingExternalId, checkIn, checkOut, adults, children } = request
  const { propertyId, planId } = await soldAs(context, listingExternalId)
  const answer = await context.http.get('/booking/v1/offers', {
    query: {
      ...{ propertyId, arrival: checkIn, departure: checkOut, adults },
      // The vendor takes lists in one value only.
      childrenAges: children === 0 ? undefined : agesOf(children).join(','),
      ...{ channelCode: 'Direct', timeSliceTemplate: 'OverNight', unitGroupIds: listingExternalId },
      // Offers that cannot be booked say why.
      includeUnavailable: true,
    },
  })
  const offers = answer === undefined ? [] : readable(VendorOffer, listIn(answer, 'offers'))
  const offer = offers.find(({ ratePlan }) => ratePlan?.id === planId)
  if (offer === undefined) return notOffered(['not offered for these dates and this party'])
  const messages = reasonsIn(offer.validationMessages)
  if (messages.length > 0 || (offer.validationMessages ?? []).length > 0)
    return notOffered(messages.length > 0 ? messages : ['Apaleo does not offer this stay'])
  if ((wholeNumber(offer.availableUnits) ?? 0) === 0) return notOffered(['no unit is available'])
  return toQuote(offer)
}

function toQuote({ totalGrossAmount, timeSlices, fees, cityTaxes }: VendorOffer): VendorQuote {
  const total = decimalString(totalGrossAmount?.amount)
  if (total === null) throw new VendorError('malformed', 'an offer without a price')
  const parts = [
    ...(timeSlices ?? []).map((slice) => ['accommodation', slice.totalGrossAmount?.amount] as const),
    ...(fees ?? []).map(({ totalAmount }) => ['fees', totalAmount?.grossAmount] as const),
    ...(cityTaxes ?? []).map((tax) => ['taxes', tax.totalGrossAmount?.amount] as const),
  ]
  const lines = parts.flatMap(([part, value]) => {
    const amount = decimalString(value)
    return amount === null ? [] : [{ part, amount }]
  })
  const currency = currencyCode(totalGrossAmount?.currency)
  return { available: true, total, currency, breakdown: breakdownOf(lines), restrictions: [] }
}
