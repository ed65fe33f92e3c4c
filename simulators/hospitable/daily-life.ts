import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { dayOfMoment } from './moment.ts'
import { holdsNights } from './store.ts'

/** Things that happen by themselves, one at a time. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const { store } = account
  const comingStay = () => {
    const today = account.today()
    const coming = [...store.reservations.values()].filter(
      (row) => holdsNights(row) && dayOfMoment(row.arrival_date) >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void (store.homes.size > 0 && account.book({}))
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    const total = random.int(1, 5)
    const guests = { total, adult_count: total, child_count: 0, infant_count: 0, pet_count: 0 }
    account.change(stay.id, { guests })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(stay.id, {})
  }
  const write = () => {
    const hasTalk = [...store.reservations.values()].some((row) => row.last_message_at !== null)
    if (hasTalk) account.write({ isIncoming: random.chance(0.7) })
  }
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
