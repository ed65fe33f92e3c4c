import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { reservedStatuses } from './vocabulary.ts'

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const comingStay = () => {
    const today = account.today()
    const coming = [...account.store.reservations.values()].filter(
      (stay) =>
        stay.status !== 'ownerStay' &&
        reservedStatuses.includes(stay.status ?? '') &&
        (stay.arrivalDate ?? '') >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void account.book({})
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    const guests = random.int(1, 5)
    account.change(String(stay.id), { numberOfGuests: guests, adults: guests, children: null })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(String(stay.id), {})
  }
  const write = () => void account.write({ isIncoming: random.chance(0.7) })
  const deck = new Deck(random, [
    [book, 4],
    [change, 3],
    [cancel, 1],
    [write, 4],
  ])
  return () => {
    account.deliverLateGuests()
    deck.draw()()
  }
}
