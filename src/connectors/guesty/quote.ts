import { demand } from '../../connector-kit/answers.ts'
import { decimalsOf } from '../../connector-kit/minor-units.ts'
import { addDecimals, decimalString, inUnits, isZero, negated } from '../../connector-kit/money.ts'
import { currencyCode } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, VendorQuote } from '../../connector-kit/write-operations.ts'
import { totalPriceOf } from './map-money.ts'
import { VendorQuoted } from './vendor-writes.ts'
import type { VendorMoney } from './vendor.ts'

/** A quote holds no nights and ends by itself, so asking for one again does no harm. */
export async function priceOf(
  { http }: VendorContext,
  stay: Omit<QuoteRequest, 'unitExternalId'>,
  source: string,
): Promise<QuotedPrice> {
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

export interface QuotedPrice {
  total: string
  currency: string | null
  accommodation: string
  cleaningFee: string
  taxes: string
  /** Everything else that is added. */
  fees: string
}

/** What the first rate plan costs, which is the one a booking without quote gets; null where it is not told whole. */
function toPrice(quoted: VendorQuoted): QuotedPrice | null {
  const [plan] = quoted.rates.ratePlans
  const money: VendorMoney | null | undefined = plan?.money?.money ?? plan?.money ?? plan?.ratePlan?.money
  const total = totalPriceOf(money)
  const before = decimalString(money?.subTotalPrice)
  const accommodation =
    decimalString(money?.fareAccommodationAdjusted) ?? decimalString(money?.fareAccommodation)
  if (total === null || before === null || accommodation === null) return null
  const cleaningFee = decimalString(money?.fareCleaning) ?? '0'
  return {
    total,
    currency: currencyCode(money?.currency),
    accommodation,
    cleaningFee,
    taxes: decimalString(money?.totalTaxes) ?? '0',
    fees: addDecimals([before, negated(accommodation), negated(cleaningFee)]),
  }
}

export function partsOf({ accommodation, cleaningFee, taxes, fees }: QuotedPrice): VendorQuote['breakdown'] {
  return {
    accommodation,
    cleaningFee,
    taxes,
    ...(isZero(fees) ? {} : { fees }),
  }
}

/**
 * The fare with which a booking comes to a wanted total: the fees stay as they are, and the taxes are taken for a share
 * of the fare, as they mostly are. Rounded to the currency's decimals; null when the fees alone are more.
 */
export function fareFor(total: string, price: QuotedPrice, currency: string | null): number | null {
  const code = currency ?? price.currency
  const decimals = code === null ? 2 : decimalsOf(code)
  const fixed = addDecimals([price.cleaningFee, price.fees])
  const rest = inUnits(addDecimals([total, negated(fixed)]))
  const fare = inUnits(price.accommodation)
  const share = fare + inUnits(price.taxes)
  if (rest < 0n) return null
  const exact = share <= 0n ? rest : (rest * fare) / share
  const step = 10n ** BigInt(6 - decimals)
  return Number((exact + step / 2n) / step) / 10 ** decimals
}
