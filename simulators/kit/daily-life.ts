import { Deck, type SeededRandom } from './random.ts'

export interface DailyLife<Stay> {
  account: { book(fields: unknown): unknown; lateGuests: { deliver(): void } }
  /** Whether there is anything to book. */
  isOpen(): boolean
  /** Future bookings that may change or be cancelled. */
  coming(): Stay[]
  /** Acts on a future booking, each with its frequency beside four new bookings. */
  acts: readonly (readonly [(stay: Stay) => unknown, number])[]
  /** Writes a message, as often as a booking is made; absent at vendors without messages. */
  write?(): unknown
}

/** Makes one thing happen at each call, as in a running business. */
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
