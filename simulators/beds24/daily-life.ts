import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { hasMessages } from './messages.ts'
import type { Booking } from './records.ts'

export function beds24Life(account: Account, random: SeededRandom): () => void {
  const { rooms, bookings } = account.store
  const isComing = ({ status, arrival }: Booking) =>
    (status === 'confirmed' || status === 'new') && (arrival ?? '') >= account.today()
  const life = {
    account,
    isOpen: () => rooms.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [
        ({ id }: Booking) => account.change(String(id), { numAdult: random.int(1, 5), status: 'confirmed' }),
        3,
      ],
      [({ id }: Booking) => account.cancel(String(id), {}), 1],
    ] as const,
    write: () =>
      bookings.values().some(hasMessages)
        ? account.write({ isIncoming: random.chance(0.7) })
        : account.book({}),
  }
  return dailyLife(life, random)
}
