import type { UplistingWorld } from './projection.ts'
import type { Property } from './records.ts'

export interface SentNight {
  date: string
  available?: boolean
  day_rate?: number
  minimum_length_of_stay?: number
}

/** Nights are written some time after the call that sends them; at once by default. */
export class NightQueue {
  readonly #world: UplistingWorld
  readonly #delayMs: number
  #waiting: { dueMs: number; property: Property; night: SentNight }[] = []

  constructor(world: UplistingWorld, delaySeconds: number) {
    this.#world = world
    this.#delayMs = delaySeconds * 1000
  }

  /** Nights before today are overlooked. */
  add(property: Property, nights: readonly SentNight[]): void {
    const dueMs = this.#world.nowMs() + this.#delayMs
    const future = nights.filter(({ date }) => date >= this.#world.today())
    this.#waiting.push(...future.map((night) => ({ dueMs, property, night })))
  }

  /** Writes what is due. */
  settle(): void {
    const isDue = ({ dueMs }: { dueMs: number }) => dueMs <= this.#world.nowMs()
    for (const { property, night } of this.#waiting.filter(isDue)) this.#write(property, night)
    this.#waiting = this.#waiting.filter((one) => !isDue(one))
  }

  #write(property: Property, { date, available, day_rate, minimum_length_of_stay }: SentNight): void {
    const closing = { isClosed: true, closedBy: 'host', closedAtMs: this.#world.nowMs() } as const
    const opening = { isClosed: null, closedBy: null, closedAtMs: null }
    this.#world.setNights(
      property,
      { from: date, to: date },
      {
        ...(available === undefined ? {} : available ? opening : closing),
        ...(day_rate === undefined ? {} : { price: day_rate }),
        ...(minimum_length_of_stay === undefined ? {} : { minNights: minimum_length_of_stay }),
      },
    )
  }
}
