import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Booking } from './records.ts'

export function plumguideLife(account: Account, random: SeededRandom): () => void {
  const { listings, bookings } = account.store
  const isComing = ({ status, checkIn }: Booking) =>
    status !== 'Cancelled' && status !== 'Declined' && (checkIn ?? '') >= account.today()
  const party = () => ({ adults: random.int(1, 5), children: 0, infants: 0 })
  const life = {
    account,
    isOpen: () => listings.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [({ bookingCode }: Booking) => account.change(bookingCode, { guests: party() }), 3],
      [({ bookingCode }: Booking) => account.cancel(bookingCode, {}), 1],
      [
        ({ bookingCode, status }: Booking) =>
          status === 'Requested' ? account.answer(bookingCode, random.chance(0.8)) : undefined,
        2,
      ],
    ] as const,
  }
  return dailyLife(life, random)
}
