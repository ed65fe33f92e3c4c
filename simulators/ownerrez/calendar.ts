import { addDays, weekdayOf } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import type { World } from '../kit/world/world.ts'
import type { OwnerrezKinds } from './projection.ts'
import type { Property } from './records.ts'

const pricedDays = 540

/** Returns nights with price and rules. The vendor leaves out nights the owner has not priced. */
export function calendarDays(world: World<OwnerrezKinds>, property: Property, range: DayRange): object[] {
  const pricedUntil = addDays(world.today(), pricedDays)
  return world
    .nights(property, range)
    .filter(({ date }) => date <= pricedUntil)
    .map(({ date, price, stays: [booking], set }) => {
      const weekday = weekdayOf(date)
      return {
        // Live answers have a midnight behind the day.
        date: `${date}T00:00:00`,
        status: booking === undefined ? 'available' : booking.is_block === true ? 'blocked' : 'booked',
        rate: { amount: price, rent: price, is_spot_rate: set.price !== undefined || weekday === 5 },
        rules: {
          min_nights: set.minNights ?? (weekday === 5 ? 2 : 1),
          max_nights: null,
          is_stay_disallowed: false,
          is_arrival_disallowed: weekday === 0,
          is_departure_disallowed: false,
        },
        ...(booking === undefined ? {} : { booking_id: booking.id }),
      }
    })
}
