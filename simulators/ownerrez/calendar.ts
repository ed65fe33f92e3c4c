import { dayStartMs, nextDay } from '../kit/clock.ts'
import type { Property } from './records.ts'
import type { Store } from './store.ts'

/** Returns nights with price and rules. The vendor leaves out nights the owner has not priced. */
export function calendarDays(
  store: Store,
  property: Property,
  range: { from: string; to: string; pricedUntil: string },
): object[] {
  const stays = store.staysOf(property.id)
  const days: object[] = []
  for (let day = range.from; day <= range.to && day <= range.pricedUntil; day = nextDay(day)) {
    const booking = stays.find(({ arrival, departure }) => arrival <= day && day < departure)?.booking
    const weekday = new Date(dayStartMs(day)).getUTCDay()
    const spot = store.spotRates.get(`${property.id} ${day}`)
    const amount = nightPrice(store, property, day)
    days.push({
      // Live answers have a midnight behind the day.
      date: `${day}T00:00:00`,
      status: booking === undefined ? 'available' : booking.is_block === true ? 'blocked' : 'booked',
      rate: { amount, rent: amount, is_spot_rate: spot !== undefined || weekday === 5 },
      rules: {
        min_nights: spot?.min_nights ?? (weekday === 5 ? 2 : 1),
        max_nights: null,
        is_stay_disallowed: false,
        is_arrival_disallowed: weekday === 0,
        is_departure_disallowed: false,
      },
      ...(booking === undefined ? {} : { booking_id: booking.id }),
    })
  }
  return days
}

export function nightPrice(store: Store, property: Property, day: string): number {
  const weekday = new Date(dayStartMs(day)).getUTCDay()
  const base = 80 + (property.id % 170)
  const seasonal = weekday === 5 || weekday === 6 ? base + 25.5 : base
  return store.spotRates.get(`${property.id} ${day}`)?.amount ?? seasonal
}
