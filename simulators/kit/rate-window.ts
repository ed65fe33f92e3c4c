/** At most `limit` requests in any `windowMs`. A refused request does not count. */
export class RateWindow {
  readonly #limit: number
  readonly #windowMs: number
  #taken = new Map<string, number[]>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  isFull(key: string, nowMs: number): boolean {
    return this.#recent(key, nowMs).length >= this.#limit
  }

  /** Returns how many more requests it allows now. */
  left(key: string, nowMs: number): number {
    return Math.max(0, this.#limit - this.#recent(key, nowMs).length)
  }

  /** Returns how long until it allows another request; 0 if it does so now. */
  opensInMs(key: string, nowMs: number): number {
    const recent = this.#recent(key, nowMs)
    const oldest = recent[recent.length - this.#limit]
    return oldest === undefined ? 0 : oldest + this.#windowMs - nowMs
  }

  take(key: string, nowMs: number): void {
    this.#recent(key, nowMs).push(nowMs)
  }

  #recent(key: string, nowMs: number): number[] {
    const times = this.#taken.get(key) ?? []
    this.#taken.set(key, times)
    // Windows of a day hold very many requests, so only the expired ones are looked at.
    const first = times.findIndex((at) => at > nowMs - this.#windowMs)
    times.splice(0, first < 0 ? times.length : first)
    return times
  }
}
