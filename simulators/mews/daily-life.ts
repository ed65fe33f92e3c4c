import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'

/** Things that happen by themselves, one at a time: what a running hotel looks like from outside. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const book = () => void account.book({})
  const withComing = (happen: (id: string) => void) => () => {
    const today = account.today()
    const coming = account.store.reservations
      .values()
      .filter(
        (row) => row.State === 'Confirmed' && account.store.isStay(row) && account.arrivalOf(row) > today,
      )
    if (coming.length === 0) return book()
    happen(random.pick(coming).Id)
  }
  const deck = new Deck(random, [
    [book, 4],
    [withComing((id) => account.change(id, { ChannelNumber: random.digits(10) })), 2],
    [withComing((id) => account.change(id, { NightlyGross: random.int(60, 300) })), 2],
    [withComing((id) => account.cancel(id, {})), 1],
  ])
  return () => {
    account.deliverLateGuests()
    if (account.store.sellable().length > 0) deck.draw()()
  }
}
