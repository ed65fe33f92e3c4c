import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Booking } from './records.ts'

export function ownerrezLife(account: Account, random: SeededRandom): () => void {
  const { properties, bookings } = account.store
  const isComing = ({ status, is_block, arrival }: Booking) =>
    status === 'active' && is_block !== true && (arrival ?? '') >= account.today()
  const message = (reservationId: number) => ({ reservationId, isIncoming: random.chance(0.7) })
  const life = {
    account,
    isOpen: () => properties.size > 0,
    coming: () => [...bookings.values()].filter(isComing),
    acts: [
      [({ id }: Booking) => account.change(String(id), { adults: random.int(1, 5) }), 3],
      [({ id }: Booking) => account.cancel(String(id), {}), 1],
      [({ id }: Booking) => account.write(message(id)), 4],
    ] as const,
  }
  return dailyLife(life, random)
}
