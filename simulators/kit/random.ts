/** Seeded random numbers (mulberry32). Not for secrets: the same seed always gives the same portfolio. */
export class SeededRandom {
  #state: number
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed >>> 0
    this.#state = this.#seed
  }

  /** Returns an independent stream, so that more draws in one place change nothing in another. */
  fork(label: string): SeededRandom {
    let hash = 0x811c9dc5 ^ this.#seed
    for (const character of label) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
    return new SeededRandom(Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d))
  }

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** Both ends are included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('cannot pick from an empty list')
    return item
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items]
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.int(0, last)
      ;[result[last], result[other]] = [result[other] as T, result[last] as T]
    }
    return result
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.int(0, 9)).join('')
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join('')
  }

  /** Returns so many of these letters, for keys and tokens. */
  word(length: number, letters: string): string {
    return Array.from({ length }, () => letters.charAt(this.int(0, letters.length - 1))).join('')
  }
}

/**
 * Draws from a shuffled stack and refills it when empty. Proportions are exact, so small portfolios contain rare values
 * too.
 */
export class Deck<T> {
  readonly #cards: T[]
  readonly #random: SeededRandom
  #rest: T[] = []

  constructor(random: SeededRandom, weights: readonly (readonly [T, number])[]) {
    this.#random = random
    this.#cards = weights.flatMap(([value, count]) => Array.from({ length: count }, () => value))
  }

  draw(): T {
    if (this.#rest.length === 0) this.#rest = this.#random.shuffled(this.#cards)
    return this.#rest.pop() as T
  }
}
