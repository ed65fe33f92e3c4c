import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { isOver, keyOf, type Booking } from './records.ts'

export function vrboLife(account: Account, random: SeededRandom): () => void {
  const { properties, bookings } = account.store
  const isComing = (booking: Booking) => !isOver(booking) && (booking.checkInDate ?? '') >= account.today()
  const life = {
    account,
    isOpen: () => properties.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [(booking: Booking) => account.change(keyOf(booking), { adultCount: random.int(1, 5) }), 3],
      [(booking: Booking) => account.cancel(keyOf(booking), {}), 1],
    ] as const,
    write: () => account.writeAsked({}),
  }
  return dailyLife(life, random)
}
