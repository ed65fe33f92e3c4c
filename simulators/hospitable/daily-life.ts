import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { dayOfMoment } from './moment.ts'
import type { ReservationRow } from './records.ts'
import { holdsNights } from './store.ts'

export function hospitableLife(account: Account, random: SeededRandom): () => void {
  const { homes, reservations } = account.store
  const rows = () => [...reservations.values()]
  const guests = () => {
    const total = random.int(1, 5)
    return { total, adult_count: total, child_count: 0, infant_count: 0, pet_count: 0 }
  }
  const life = {
    account,
    isOpen: () => homes.size > 0,
    coming: () =>
      rows().filter((row) => holdsNights(row) && dayOfMoment(row.arrival_date) >= account.today()),
    acts: [
      [({ id }: ReservationRow) => account.change(id, { guests: guests() }), 3],
      [({ id }: ReservationRow) => account.cancel(id, {}), 1],
    ] as const,
    write: () => {
      const hasTalk = rows().some((row) => row.last_message_at !== null)
      return hasTalk ? account.write({ isIncoming: random.chance(0.7) }) : undefined
    },
  }
  return dailyLife(life, random)
}
