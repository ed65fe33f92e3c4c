import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'
import type { Inbox } from './inbox.ts'

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife(account: Account, inbox: Inbox, random: SeededRandom): () => void {
  const comingStay = () => {
    const coming = account.comingStays()
    return coming.length === 0 ? undefined : random.pick(coming)
  }
  const book = () => void account.book({})
  const change = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    const adults = random.int(1, 5)
    const numberOfGuests = { numberOfAdults: adults, numberOfChildren: 0, numberOfInfants: 0 }
    account.change(stay._id, { guestsCount: adults, numberOfGuests })
  }
  const cancel = () => {
    const stay = comingStay()
    if (stay === undefined) return book()
    account.cancel(stay._id, {})
  }
  const write = () => void inbox.write({ isIncoming: random.chance(0.7) })
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
