import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Account } from './account.ts'

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife(account: Account, random: SeededRandom): () => void {
  const comingStay = () => {
    const today = account.today()
    const coming = [...account.store.reservations.values()].filter(
      (row) => row.status === 'confirmed' && !row.isDeleted && (row.startDate ?? '') >= today,
    )
    return coming.length === 0 ? undefined : random.pick(coming).reservationID
  }
  const book = () => void account.book({})
  const onComing = (act: (id: string) => unknown) => () => {
    const id = comingStay()
    if (id === undefined) book()
    else act(id)
  }
  const deck = new Deck(random, [
    [book, 4],
    [onComing((id) => account.change(id, { adults: random.int(1, 3) })), 3],
    [onComing((id) => account.cancel(id, {})), 1],
  ])
  return () => {
    if (account.store.roomTypes.size === 0) return
    account.deliverLateGuests()
    deck.draw()()
  }
}
