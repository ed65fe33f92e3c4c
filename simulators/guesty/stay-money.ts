import { nextDay } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import { nightPrice } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Store } from './store.ts'

export interface Charges {
  fare: number
  discount?: number
  cleaning: number
  pets?: number
  /** The channel's share of what is paid before taxes. */
  commission?: number
}

/** Both are seen of live accounts: items that say whether they are a tax, and taxes told by their type alone. Here by the home. */
const marksTaxesOf = (listingId: string): boolean => parseInt(listingId.slice(-1), 16) % 2 === 0

/** What a booking costs: decimals in major units of the listing's currency, item by item and in sums. */
export function moneyOf(
  { _id, prices: { currency } }: Listing,
  { fare, discount = 0, cleaning, pets = 0, commission: share = 0 }: Charges,
) {
  const round = (amount: number) => roundMoney(amount, currency)
  const subTotal = round(fare - discount + cleaning + pets)
  const tax = round((fare - discount) * 0.065)
  const commission = round(subTotal * share)
  const payout = round(subTotal + tax - commission)
  const marksTaxes = marksTaxesOf(_id)
  const item = (title: string, type: string, normalType: string, amount: number) => ({
    title,
    type,
    normalType,
    amount,
    currency,
    ...(marksTaxes ? { isTax: type === 'TAX' } : {}),
    isLocked: false,
  })
  return {
    currency,
    invoiceItems: [
      item('Accommodation fare', 'ACCOMMODATION_FARE', 'AF', fare),
      item('Weekly discount', 'DISCOUNT', 'AFE', -discount),
      item('Cleaning fee', 'CLEANING_FEE', 'CF', cleaning),
      item('Pet fee', 'ADDITIONAL_FEE', 'PEF', pets),
      item('Occupancy tax', 'TAX', marksTaxes ? 'TAX' : 'LT', tax),
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
    totalPaid: 0,
    totalRefunded: 0,
    balanceDue: payout,
    isFullyPaid: false,
  }
}

export interface WantedStay {
  arrival: string
  departure: string
  /** In place of what the nights cost. */
  fare?: number | undefined
  cleaning?: number | undefined
}

/** What a direct stay costs: the nights by the calendar, cleaning, and a tax on the nights. */
export function priceStay(store: Store, listing: Listing, stay: WantedStay): Record<string, unknown> {
  const { currency, cleaningFee } = listing.prices
  let nights = 0
  for (let day = stay.arrival; day < stay.departure; day = nextDay(day))
    nights += nightPrice(store, listing, day)
  const fare = roundMoney(stay.fare ?? nights, currency)
  return moneyOf(listing, { fare, cleaning: roundMoney(stay.cleaning ?? cleaningFee ?? 0, currency) })
}
