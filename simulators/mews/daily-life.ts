import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Reservation } from './records.ts'

export function mewsLife(account: Account, random: SeededRandom): () => void {
  const { store } = account
  const isComing = (row: Reservation) =>
    row.State === 'Confirmed' && store.isStay(row) && account.arrivalOf(row) > account.today()
  const life = {
    account,
    isOpen: () => store.sellable().length > 0,
    coming: () => store.reservations.values().filter(isComing),
    acts: [
      [({ Id }: Reservation) => account.change(Id, { ChannelNumber: random.digits(10) }), 2],
      [({ Id }: Reservation) => account.change(Id, { NightlyGross: random.int(60, 300) }), 2],
      [({ Id }: Reservation) => account.cancel(Id, {}), 1],
    ] as const,
  }
  return dailyLife(life, random)
}
