import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Reservation } from './reservation-record.ts'
import { reservedStatuses } from './vocabulary.ts'

export function hostawayLife(account: Account, random: SeededRandom): () => void {
  const { listings, reservations } = account.store
  const isComing = ({ status, arrivalDate }: Reservation) =>
    status !== 'ownerStay' &&
    reservedStatuses.includes(status ?? '') &&
    (arrivalDate ?? '') >= account.today()
  const change = ({ id }: Reservation) => {
    const guests = random.int(1, 5)
    account.change(String(id), { numberOfGuests: guests, adults: guests, children: null })
  }
  const life = {
    account,
    isOpen: () => listings.size > 0,
    coming: () => [...reservations.values()].filter(isComing),
    acts: [
      [change, 3],
      [({ id }: Reservation) => account.cancel(String(id), {}), 1],
    ] as const,
    write: () => account.write({ isIncoming: random.chance(0.7) }),
  }
  return dailyLife(life, random)
}
