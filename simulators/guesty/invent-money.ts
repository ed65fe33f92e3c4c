import { daysBetween } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { BookingPlan } from './invent-reservation.ts'
import type { NumberOfGuests } from './reservation-record.ts'

/** What a booking costs: decimals in major units of the listing's currency, item by item and in sums. */
export function inventMoney(
  { listing, arrival, departure, channel, isQuestion, status }: BookingPlan,
  party: NumberOfGuests,
  random: SeededRandom,
): Record<string, unknown> {
  const { currency, basePrice, cleaningFee } = listing.prices
  const round = (amount: number) => roundMoney(amount, currency)
  const nights = daysBetween(arrival, departure)
  const fare = round(basePrice * nights)
  const discount = nights >= 7 ? round(fare * 0.1) : 0
  const cleaning = cleaningFee ?? 0
  const pets = party.numberOfPets === undefined ? 0 : round(basePrice * 0.25)
  const subTotal = round(fare - discount + cleaning + pets)
  const tax = round((fare - discount) * 0.065)
  const commission = round(subTotal * channel.commission)
  const payout = round(subTotal + tax - commission)
  const isPaid = !isQuestion && status === 'confirmed' && random.chance(0.6)
  const item = (title: string, type: string, normalType: string, amount: number, isTax = false) => ({
    title,
    type,
    normalType,
    amount,
    currency,
    isTax,
    isLocked: false,
  })
  return {
    currency,
    invoiceItems: [
      item('Accommodation fare', 'ACCOMMODATION_FARE', 'AF', fare),
      item('Weekly discount', 'DISCOUNT', 'AFE', -discount),
      item('Cleaning fee', 'CLEANING_FEE', 'CF', cleaning),
      item('Pet fee', 'ADDITIONAL_FEE', 'PEF', pets),
      item('Occupancy tax', 'TAX', 'TAX', tax, true),
    ].filter(({ amount }) => amount !== 0),
    payments: [],
    fareAccommodation: fare,
    fareAccommodationAdjustment: 0,
    fareAccommodationDiscount: -discount,
    fareAccommodationAdjusted: round(fare - discount),
    fareCleaning: cleaning,
    hostServiceFee: commission,
    hostServiceFeeTax: 0,
    hostServiceFeeIncTax: commission,
    subTotalPrice: subTotal,
    totalTaxes: tax,
    hostPayout: payout,
    totalPaid: isPaid ? payout : 0,
    totalRefunded: 0,
    balanceDue: isPaid ? 0 : payout,
    isFullyPaid: isPaid,
  }
}
