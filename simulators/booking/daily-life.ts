import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Inbox } from './inbox.ts'
import type { Reservation } from './records.ts'

export function bookingLife(account: Account, inbox: Inbox, random: SeededRandom): () => void {
  const { rooms, reservations } = account.store
  const isComing = ({ status, arrival_date }: Reservation) =>
    status !== 'cancelled' && (arrival_date ?? '') >= account.today()
  const life = {
    account,
    isOpen: () => [...rooms.values()].some(({ hotel_id }) => account.isConnected(hotel_id ?? 0)),
    coming: () => [...reservations.values()].filter(isComing),
    acts: [
      [({ id }: Reservation) => account.change(String(id), { adults: random.int(1, 2) }), 3],
      [({ id }: Reservation) => account.cancel(String(id), {}), 1],
    ] as const,
    write: () => (reservations.size > 0 ? inbox.write({}) : account.book({})),
  }
  return dailyLife(life, random)
}
