import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import { holdsNights } from './availability.ts'
import { roomsOf } from './booking-record.ts'

/** Things that happen by themselves, one at a time. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const comingStay = () => {
    const today = account.today()
    const coming = [...account.store.bookings.values()].filter(
      (booking) =>
        booking.is_unavailable !== true && holdsNights(booking) && (booking.arrival ?? '') >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void (account.store.lodgings.size > 0 && account.book({}))
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    const room = roomsOf(stay)[0]
    if (room !== undefined) room.guest_breakdown.adults = random.int(1, 5)
    account.change(String(stay.id), { notes: `Arriving around ${random.int(15, 23)}:00` })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(String(stay.id), {})
  }
  const write = () => {
    if (account.store.bookings.size > 0) account.write({ isIncoming: random.chance(0.7) })
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
