import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const comingStay = () => {
    const today = account.today()
    const coming = [...account.store.bookings.values()].filter(
      (booking) =>
        booking.type !== 'cancellation' &&
        booking['is-blocked-booking'] !== true &&
        (booking.arrival ?? '') >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void account.book({})
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.change(String(stay.id), { adults: random.int(1, 5), type: 'modification of booking' })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(String(stay.id), {})
  }
  const deck = new Deck(random, [
    [book, 4],
    [change, 3],
    [cancel, 1],
  ])
  return () => {
    if (account.store.lodgings.size === 0) return
    account.deliverLateGuests()
    deck.draw()()
  }
}
