import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'

/** Things that happen by themselves, one at a time. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const { store } = account
  const comingStay = () => {
    const coming = [...store.bookings.values()].filter(
      ({ status, is_block, arrival }) =>
        status === 'active' && is_block !== true && (arrival ?? '') >= account.today(),
    )
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void (store.properties.size > 0 && account.book({}))
  const onStay = (work: (id: string) => void) => () => {
    const stay = comingStay()
    if (stay === undefined) book()
    else work(String(stay.id))
  }
  const deck = new Deck(random, [
    [book, 4],
    [onStay((id) => void account.change(id, { adults: random.int(1, 5) })), 3],
    [onStay((id) => void account.cancel(id, {})), 1],
    [onStay((reservationId) => void account.write({ reservationId, isIncoming: random.chance(0.7) })), 4],
  ])
  return () => {
    account.deliverLateGuests()
    deck.draw()()
  }
}
