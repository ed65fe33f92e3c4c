import { isWeekend } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import type { World } from '../kit/world/world.ts'
import { isPriced, type SmoobuKinds } from './projection.ts'
import type { Apartment } from './records.ts'

export interface Night {
  price: number | null
  min_length_of_stay: number | null
  available: number
}

/** Returns an apartment's nights by date. */
export function nightsOf(
  world: World<SmoobuKinds>,
  apartment: Apartment,
  range: DayRange,
): Record<string, Night> {
  const hasPrices = isPriced(world.inventedHome(apartment).number)
  const nights = world.nights(apartment, range).map(({ date, left, price, set }): [string, Night] => {
    const isPricedNight = hasPrices || set.price !== undefined
    return [
      date,
      {
        price: isPricedNight ? price : null,
        min_length_of_stay: set.minNights ?? (hasPrices ? (isWeekend(date) ? 3 : 2) : null),
        available: left,
      },
    ]
  })
  return Object.fromEntries(nights)
}
