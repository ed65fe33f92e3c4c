import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Reservation } from './records.ts'

export function airbnbLife(account: Account, random: SeededRandom): () => void {
  const { listings, reservations } = account.store
  const isComing = ({ status_type, start_date }: Reservation) =>
    status_type === 'accept' && (start_date ?? '') >= account.today()
  const message = (reservationId: string) => ({ reservationId, isIncoming: random.chance(0.7) })
  const life = {
    account,
    isOpen: () => listings.size > 0,
    coming: () => [...reservations.values()].filter(isComing),
    acts: [
      [({ confirmation_code: code }: Reservation) => account.cancel(code, {}), 1],
      [({ confirmation_code: code }: Reservation) => account.write(message(code)), 4],
    ] as const,
  }
  return dailyLife(life, random)
}
