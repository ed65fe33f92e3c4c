import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { holdsNights } from './availability.ts'
import { roomsOf, type Booking } from './booking-record.ts'

export function lodgifyLife(account: Account, random: SeededRandom): () => void {
  const { lodgings, bookings } = account.store
  const isComing = (booking: Booking) =>
    booking.is_unavailable !== true && holdsNights(booking) && (booking.arrival ?? '') >= account.today()
  const change = (booking: Booking) => {
    const room = roomsOf(booking)[0]
    if (room !== undefined) room.guest_breakdown.adults = random.int(1, 5)
    account.change(String(booking.id), { notes: `Arriving around ${random.int(15, 23)}:00` })
  }
  const life = {
    account,
    isOpen: () => lodgings.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [change, 3],
      [({ id }: Booking) => account.cancel(String(id), {}), 1],
    ] as const,
    write: () => (bookings.size > 0 ? account.write({ isIncoming: random.chance(0.7) }) : undefined),
  }
  return dailyLife(life, random)
}
