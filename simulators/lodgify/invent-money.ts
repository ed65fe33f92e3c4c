import { addDays, daysBetween } from '../kit/clock.ts'
import { roundMoney } from '../kit/places.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking } from './booking-record.ts'
import type { BookingPlan } from './invent-booking.ts'
import { moment } from './moment.ts'
import { nightlyPrice } from './rates.ts'
import { sourceNamed } from './vocabulary.ts'

/** Computes the price, the payments and the quote behind them. */
export function moneyOf(plan: BookingPlan, random: SeededRandom): Partial<Booking> {
  const { lodging, arrival, departure, status } = plan
  const currency = lodging.property.currency_code ?? 'EUR'
  const round = (amount: number) => roundMoney(amount, currency)
  const nights = Array.from({ length: daysBetween(arrival, departure) }, (_, index) =>
    addDays(arrival, index),
  )
  const isFeed = sourceNamed(plan.source).isFeed
  const stay = isFeed ? 0 : round(nights.reduce((sum, night) => sum + nightlyPrice(lodging, night), 0))
  const promotions = random.chance(0.15) ? round(-stay * 0.1) : 0
  const fees = isFeed ? 0 : lodging.settings.cleaningFee
  const taxes = round(stay * 0.06)
  const total = round(stay + promotions + fees + taxes)
  const isPaid = status === 'Booked' && random.chance(0.5)
  const paid = isPaid ? total : status === 'Booked' && random.chance(0.3) ? round(total * 0.3) : 0
  return {
    total_amount: total,
    subtotals: { stay, promotions, fees, taxes, addons: 0, vat: 0 },
    amount_paid: paid,
    amount_due: round(total - paid),
    quote: isFeed ? null : quoteOf(plan, { stay, fees, taxes, promotions }, random),
    transactions: paid === 0 ? [] : [transactionOf(plan, paid)],
    damage_protection: [],
  }
}

// Who must act on a quote, or who ended it.
const quoteStatuses: Readonly<Record<string, readonly string[]>> = {
  Booked: ['Agreed', 'NotScheduled'],
  Tentative: ['PendingForPayment', 'PendingForGuest', 'PendingForOwner'],
  Declined: ['CancelledByGuest', 'CancelledByOwner', 'ExpiredByGuest', 'Rejected', 'Agreed'],
  Open: ['NotSent'],
}

function quoteOf(
  plan: BookingPlan,
  amounts: { stay: number; fees: number; taxes: number; promotions: number },
  random: SeededRandom,
): object {
  const price = (type: string, amount: number, description: string) => ({ type, amount, description })
  const prices = [
    price('RoomRate', amounts.stay, 'Room rate'),
    price('Fee', amounts.fees, 'Cleaning'),
    price('Tax', amounts.taxes, 'City tax'),
    price('Promotion', amounts.promotions, 'Early booker'),
  ].filter(({ amount }) => amount !== 0)
  return {
    id: plan.id * 10,
    policy: {
      name: random.pick(['Flexible', 'Moderate', 'Strict']),
      payments: '30% when booking, the rest on arrival.',
      cancellation: 'Free of charge until 14 days before arrival.',
      damage_deposit: null,
    },
    status: random.pick(quoteStatuses[plan.status] ?? ['Null']),
    scheduled_transactions: [],
    scheduled_damage_protection: [],
    room_type_items: [{ room_type_id: plan.lodging.room.id, subtotal: amounts.stay, prices }],
    addon_items: [],
    other_items: [],
    vat_items: [],
  }
}

function transactionOf(plan: BookingPlan, amount: number): object {
  return {
    id: plan.id * 10 + 1,
    type: 'Payment',
    status: 'Done',
    payment_type: 'LodgifyPaymentsStripe',
    description: null,
    amount,
    processed_at: moment(plan.madeAtMs),
  }
}
