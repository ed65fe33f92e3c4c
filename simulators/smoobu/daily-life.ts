import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Booking } from './records.ts'

export function smoobuLife(account: Account, random: SeededRandom): () => void {
  const { lodgings, bookings } = account.store
  const isComing = (booking: Booking) =>
    booking.type !== 'cancellation' &&
    booking['is-blocked-booking'] !== true &&
    (booking.arrival ?? '') >= account.today()
  const changed = () => ({ adults: random.int(1, 5), type: 'modification of booking' })
  const life = {
    account,
    isOpen: () => lodgings.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [({ id }: Booking) => account.change(String(id), changed()), 3],
      [({ id }: Booking) => account.cancel(String(id), {}), 1],
    ] as const,
  }
  return dailyLife(life, random)
}
