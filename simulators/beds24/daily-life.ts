import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { hasMessages } from './messages.ts'

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const comingStay = () => {
    const today = account.today()
    const coming = [...account.store.bookings.values()].filter(
      ({ status, arrival }) => (status === 'confirmed' || status === 'new') && (arrival ?? '') >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void account.book({})
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.change(String(stay.id), { numAdult: random.int(1, 5), status: 'confirmed' })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(String(stay.id), {})
  }
  const write = () => {
    const canWrite = account.store.bookings.values().some(hasMessages)
    if (canWrite) account.write({ isIncoming: random.chance(0.7) })
    else book()
  }
  const deck = new Deck(random, [
    [book, 4],
    [change, 3],
    [cancel, 1],
    [write, 4],
  ])
  return () => {
    if (account.store.rooms.size === 0) return
    account.deliverLateGuests()
    deck.draw()()
  }
}
