import { roundMoney } from '../kit/places.ts'
import type { InventedPrice, InventedStay } from '../kit/world/projection.ts'
import { moment } from './moment.ts'
import type { Booking, LodgifyKinds } from './records.ts'

export const subtotalsOf = ({ rent = 0, discount = 0, cleaning = 0, tax = 0 }: Partial<InventedPrice>) => {
  // Zero has no sign in JSON.
  const promotions = discount === 0 ? 0 : -discount
  return { stay: rent, promotions, fees: cleaning, taxes: tax, addons: 0, vat: 0 }
}

export const unpriced: Partial<Booking> = {
  ...{ total_amount: 0, amount_paid: 0, amount_due: 0, subtotals: subtotalsOf({}) },
  ...{ quote: null, transactions: [], damage_protection: [] },
}

/** Returns the price, the payments and the quote behind them. */
export function moneyOf(
  { home, price, madeAtMs, random }: InventedStay<LodgifyKinds>,
  id: number,
  status: string,
): Partial<Booking> {
  const { total, currency } = price
  const share = price.isPaid ? 1 : random.pick([0, 0, 0.3])
  const paid = status === 'Booked' ? roundMoney(total * share, currency) : 0
  const subtotals = subtotalsOf(price)
  const transaction = {
    ...{ id: id * 10 + 1, type: 'Payment', status: 'Done', payment_type: 'LodgifyPaymentsStripe' },
    ...{ description: null, amount: paid, processed_at: moment(madeAtMs) },
  }
  return {
    total_amount: total,
    subtotals,
    amount_paid: paid,
    amount_due: roundMoney(total - paid, currency),
    quote: {
      id: id * 10,
      policy: { ...terms, name: random.pick(['Flexible', 'Moderate', 'Strict']), damage_deposit: null },
      status: random.pick(quoteStatuses[status] ?? ['Null']),
      ...{ scheduled_transactions: [], scheduled_damage_protection: [] },
      room_type_items: [{ room_type_id: home.id, subtotal: subtotals.stay, prices: pricesOf(subtotals) }],
      ...{ addon_items: [], other_items: [], vat_items: [] },
    },
    transactions: paid === 0 ? [] : [transaction],
    damage_protection: [],
  }
}

const terms = { payments: '30% at once, the rest on arrival.', cancellation: 'Free until 14 days before.' }

// Who must act on a quote, or who ended it.
const quoteStatuses: Readonly<Record<string, readonly string[]>> = {
  Booked: ['Agreed', 'NotScheduled'],
  Tentative: ['PendingForPayment', 'PendingForGuest', 'PendingForOwner'],
  Declined: ['CancelledByGuest', 'CancelledByOwner', 'ExpiredByGuest', 'Rejected', 'Agreed'],
  Open: ['NotSent'],
}

/** Returns the parts of a price that are not zero. */
export function pricesOf({ stay, fees, taxes, promotions }: ReturnType<typeof subtotalsOf>) {
  return [
    { type: 'RoomRate', amount: stay, description: 'Room rate' },
    { type: 'Fee', amount: fees, description: 'Cleaning' },
    { type: 'Tax', amount: taxes, description: 'City tax' },
    { type: 'Promotion', amount: promotions, description: 'Long stay' },
  ].filter(({ amount }) => amount !== 0)
}
