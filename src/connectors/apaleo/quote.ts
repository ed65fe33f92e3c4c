import { listIn, readable } from '../../connector-kit/answers.ts'
import { addDecimals, decimalString, isSameAmount, isZero } from '../../connector-kit/money.ts'
import { currencyCode, wholeNumber } from '../../connector-kit/readings.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
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
  const problems = offer.validationMessages ?? []
  if (!Array.isArray(problems) || problems.length > 0)
    return notOffered([reasonsIn(problems).join(' ') || 'Apaleo does not offer this stay'])
  if ((wholeNumber(offer.availableUnits) ?? 0) === 0) return notOffered(['no unit is available'])
  return toQuote(offer)
}

/** City taxes and fees come on top of the amount of an offer, except where it holds them already. */
function toQuote({ totalGrossAmount, timeSlices, fees, cityTaxes, cityTax }: VendorOffer): VendorQuote {
  const gross = decimalString(totalGrossAmount?.amount)
  if (gross === null) throw new VendorError('malformed', 'an offer without a price')
  const sumOf = (amounts: readonly (number | string | null | undefined)[]) =>
    addDecimals(amounts.map((amount) => decimalString(amount) ?? '0'))
  const accommodation = sumOf((timeSlices ?? []).map((slice) => slice.totalGrossAmount?.amount))
  const extras = sumOf((fees ?? []).map(({ totalAmount }) => totalAmount?.grossAmount))
  const taxes = sumOf((cityTaxes ?? []).map((tax) => tax.totalGrossAmount?.amount))
  const cityTaxSum = isZero(taxes) ? sumOf([cityTax?.grossAmount]) : taxes
  const isSum = (...parts: string[]) => isSameAmount(gross, addDecimals([accommodation, ...parts]))
  const onTop = isSum(extras, cityTaxSum) ? [] : isSum(extras) ? [cityTaxSum] : [extras, cityTaxSum]
  return {
    available: true,
    total: addDecimals([gross, ...onTop]),
    currency: currencyCode(totalGrossAmount?.currency),
    breakdown: { accommodation, fees: extras, taxes: cityTaxSum },
    restrictions: [],
  }
}
