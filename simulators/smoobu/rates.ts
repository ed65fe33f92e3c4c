import { dayStartMs, nextDay } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { roundMoney } from '../kit/places.ts'
import type { PricedApartment } from './records.ts'
import type { Store } from './store.ts'

export interface Night {
  price: number | null
  min_length_of_stay: number | null
  available: number
}

/** Returns an apartment's nights by date; both ends are included. */
export function nightsOf(
  store: Store,
  { apartment, nightly }: PricedApartment,
  from: string,
  to: string,
): Record<string, Night> {
  const soldUnits = occupiedUnits(store.occupied(apartment.id), from, nextDay(to))
  const nights: Record<string, Night> = {}
  for (let day = from, index = 0; day <= to; day = nextDay(day), index++) {
    const weekday = new Date(dayStartMs(day)).getUTCDay()
    const isWeekend = weekday === 5 || weekday === 6
    const price = roundMoney((nightly ?? 0) * (isWeekend ? 1.2 : 1), apartment.currency ?? 'EUR')
    nights[day] = {
      price: nightly === null ? null : price,
      min_length_of_stay: nightly === null ? null : isWeekend ? 3 : 2,
      available: (soldUnits[index] ?? 0) > 0 ? 0 : 1,
      ...store.nights.get(apartment.id)?.get(day),
    }
  }
  return nights
}
