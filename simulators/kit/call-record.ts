/** A request the vendor side received. Control calls are not recorded. */
export interface RecordedCall {
  time: string
  method: string
  path: string
  query: string
  /** Null if no answer was sent: the call was dropped, left hanging, or still runs. */
  status: number | null
  fault?: string
}

/** Is notified of calls while they run. */
export interface CallWatcher {
  begin(call: RecordedCall): void
  /** The vendor has acted; the answer may still be lost. */
  act(call: RecordedCall, body: unknown): void
  /** It was answered. */
  end(call: RecordedCall): void
}

const mostCalls = 200_000

export class CallRecord {
  #calls: RecordedCall[] = []
  watcher: CallWatcher | null = null

  begin(nowMs: number, method: string, url: string): RecordedCall {
    const cut = url.indexOf('?')
    const call: RecordedCall = {
      time: new Date(nowMs).toISOString(),
      method,
      path: cut < 0 ? url : url.slice(0, cut),
      query: cut < 0 ? '' : url.slice(cut + 1),
      status: null,
    }
    if (this.#calls.length >= mostCalls) this.#calls.splice(0, mostCalls / 10)
    this.#calls.push(call)
    this.watcher?.begin(call)
    return call
  }

  list(): readonly RecordedCall[] {
    return this.#calls
  }

  clear(): void {
    this.#calls = []
  }
}
