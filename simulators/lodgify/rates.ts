import { addDays, isWeekend } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import { roundMoney } from '../kit/places.ts'
import { SeededRandom } from '../kit/random.ts'
import { inventPrice } from '../kit/world/invent.ts'
import type { InventedPrice } from '../kit/world/projection.ts'
import type { Room } from './records.ts'
import type { Store, Tier } from './store.ts'

/** Returns nights of a room type with prices; several prices of one night are for different lengths of stay. */
export function calendarItems({ world, tiers }: Store, room: Room, range: DayRange): object[] {
  const { nightly, place } = world.inventedHome(room)
  const items = world.nights(room, range).map(({ date, price }) => {
    const ownTiers = tiers.get(room)?.get(date)
    const prices = ownTiers ?? tiersOf(room, price, place.currency, isWeekend(date) ? 3 : 2)
    return { date, is_default: ownTiers === undefined && price === nightly, prices }
  })
  // An item without a date has the price of nights without their own.
  return [{ date: null, is_default: true, prices: tiersOf(room, nightly, place.currency, 2) }, ...items]
}

function tiersOf({ id }: Room, price: number, currency: string, shortest: number): Tier[] {
  const tier = (min_stay: number, max_stay: number, factor: number) => ({
    ...{ min_stay, max_stay, price_per_day: roundMoney(price * factor, currency) },
    ...{ price_per_additional_guest: 0, additional_guests_starts_from: 0 },
  })
  // 0 means no limit. Every third room type has a discount for long stays.
  if (id % 3 === 0) return [tier(28, 0, 0.8), tier(shortest, 27, 1)]
  return [tier(shortest, id % 3 === 1 ? 0 : 90, 1)]
}

/** Prices a stay as the vendor does for who books it. */
export function priceOf({ world }: Store, room: Room, arrival: string, departure: string): InventedPrice {
  const nights = world.nights(room, { from: arrival, to: addDays(departure, -1) })
  const prices = nights.map(({ price }) => price)
  return inventPrice(world.inventedHome(room), prices, new SeededRandom(room.id))
}

/** Settings of how a property is sold, which all its room types share. */
export function rateSettings({ world }: Store, room: Room): object {
  const { place, cleaning, checkIn, checkOut } = world.inventedHome(room)
  const random = new SeededRandom(room.property_id)
  const hour = (time: string) => (random.chance(0.9) ? Number(time.slice(0, 2)) : null)
  const ofAmount = { is_vat_exclusive: false, vat_percentage: 0, rate_type: 'Amount' }
  const price = { ...ofAmount, amount: cleaning, percentage: null }
  const fee = {
    ...{ fee_name: 'Cleaning', fee_type: 'Cleaning', applied_for_nights: null },
    ...{ charge_type: 'Fixed', frequency: 'PerStay', price },
  }
  return {
    bookability: random.pick(['InstantBooking', 'InstantBooking', 'BookingRequest', 'EnquiryOnly']),
    ...{ check_in_hour: hour(checkIn), check_out_hour: hour(checkOut) },
    ...{ booking_window_days: random.pick([365, 540, 730]), preparation_time_days: random.pick([0, 0, 1]) },
    ...{ advance_notice_days: random.pick([0, 1, 2]), advance_notice_hours: null },
    ...{ currency_code: place.currency, vat: 0, is_vat_exclusive: false },
    ...{ fees: [fee], taxes: [], promotions: [] },
  }
}
