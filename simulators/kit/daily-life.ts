import { Deck, type SeededRandom } from './random.ts'

export interface DailyLife<Stay> {
  account: { book(fields: unknown): unknown; lateGuests: { deliver(): void } }
  /** Whether there is anything to book. */
  isOpen(): boolean
  /** Bookings to come that may change or be called off. */
  coming(): Stay[]
  /** What may happen to one of those, and how often beside four new bookings. */
  acts: readonly (readonly [(stay: Stay) => unknown, number])[]
  /** As often as a booking; absent where nobody writes. */
  write?(): unknown
}

/** Things that happen by themselves, one at a time: what a running business looks like from outside. */
export function dailyLife<Stay>(life: DailyLife<Stay>, random: SeededRandom): () => void {
  const { account, write } = life
  const book = () => account.book({})
  const toOneComing = (act: (stay: Stay) => unknown) => () => {
    const coming = life.coming()
    return coming.length === 0 ? book() : act(random.pick(coming))
  }
  const deck = new Deck<() => unknown>(random, [
    [book, 4],
    ...life.acts.map(([act, weight]) => [toOneComing(act), weight] as const),
    ...(write === undefined ? [] : [[write, 4] as const]),
  ])
  return () => {
    if (!life.isOpen()) return
    account.lateGuests.deliver()
    deck.draw()()
  }
}
