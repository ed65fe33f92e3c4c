import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Reservation } from './records.ts'

export function cloudbedsLife(account: Account, random: SeededRandom): () => void {
  const { roomTypes, reservations } = account.store
  const isComing = ({ status, isDeleted, startDate }: Reservation) =>
    status === 'confirmed' && !isDeleted && (startDate ?? '') >= account.today()
  const life = {
    account,
    isOpen: () => roomTypes.size > 0,
    coming: () => [...reservations.values()].filter(isComing),
    acts: [
      [(row: Reservation) => account.change(row.reservationID, { adults: random.int(1, 3) }), 3],
      [(row: Reservation) => account.cancel(row.reservationID, {}), 1],
    ] as const,
  }
  return dailyLife(life, random)
}
