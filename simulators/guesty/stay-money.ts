import { nextDay } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import { nightPrice } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Store } from './store.ts'

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
  const round = (amount: number) => roundMoney(amount, currency)
  let nights = 0
  for (let day = stay.arrival; day < stay.departure; day = nextDay(day))
    nights += nightPrice(store, listing, day)
  const fare = round(stay.fare ?? nights)
  const cleaning = round(stay.cleaning ?? cleaningFee ?? 0)
  const tax = round(fare * 0.065)
  const subTotal = round(fare + cleaning)
  const payout = round(subTotal + tax)
  const item = (title: string, type: string, normalType: string, amount: number, isTax: boolean) => ({
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
      item('Accommodation fare', 'ACCOMMODATION_FARE', 'AF', fare, false),
      item('Cleaning fee', 'CLEANING_FEE', 'CF', cleaning, false),
      item('Occupancy tax', 'TAX', 'TAX', tax, true),
    ].filter(({ amount }) => amount !== 0),
    payments: [],
    fareAccommodation: fare,
    fareAccommodationAdjustment: 0,
    fareAccommodationDiscount: 0,
    fareAccommodationAdjusted: fare,
    fareCleaning: cleaning,
    hostServiceFee: 0,
    hostServiceFeeTax: 0,
    hostServiceFeeIncTax: 0,
    subTotalPrice: subTotal,
    totalTaxes: tax,
    hostPayout: payout,
    totalPaid: 0,
    totalRefunded: 0,
    balanceDue: payout,
    isFullyPaid: false,
  }
}
