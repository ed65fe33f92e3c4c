import { dailyLife } from '../kit/daily-life.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Inbox } from './inbox.ts'
import type { Reservation } from './reservation-record.ts'
import { heldStatuses } from './vocabulary.ts'

export function guestyLife(account: Account, inbox: Inbox, random: SeededRandom): () => void {
  const { listings, reservations } = account.store
  const isComing = ({ guest, status, checkInDateLocalized }: Reservation) =>
    guest !== null &&
    (status === 'confirmed' || heldStatuses.includes(status ?? '')) &&
    (checkInDateLocalized ?? '') >= account.today()
  const change = ({ _id }: Reservation) => {
    const adults = random.int(1, 5)
    const numberOfGuests = { numberOfAdults: adults, numberOfChildren: 0, numberOfInfants: 0 }
    account.change(_id, { guestsCount: adults, numberOfGuests })
  }
  const life = {
    account,
    isOpen: () => listings.size > 0,
    coming: () => [...reservations.values()].filter(isComing),
    acts: [
      [change, 3],
      [({ _id }: Reservation) => account.cancel(_id, {}), 1],
    ] as const,
    write: () => inbox.write({ isIncoming: random.chance(0.7) }),
  }
  return dailyLife(life, random)
}
