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

  take(key: string, nowMs: number): void {
    this.#recent(key, nowMs).push(nowMs)
  }

  #recent(key: string, nowMs: number): number[] {
    const recent = (this.#taken.get(key) ?? []).filter((at) => at > nowMs - this.#windowMs)
    this.#taken.set(key, recent)
    return recent
  }
}
