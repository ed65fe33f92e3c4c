/**
 * Tells how long the caller of a request waits, and if it still does. It travels with the asynchronous work,
 * so that vendor calls find it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The API promises an answer within ten seconds; one second is left for the server's own work. */
const answerWithinMs = 9_000
/** A call may wait for this share of that time before sending; the vendor has the rest. */
const waitingPart = 2 / 3
/** A write needs this share left, since an answer nobody waits for leaves its outcome unknown. */
const writePart = 1 / 6
/** A read that records a write may wait until this share is left. */
const readBackPart = 1 / 18

/** The request came by this connection. */
interface CallerConnection {
  isClosed(): boolean
  onClosed(listener: () => void): void
}

export interface RequestPatienceOptions {
  /** Requests for one home are served one after another, and in turn with other homes. */
  turn(): string
  connection: CallerConnection
  /** The answer is kept for a retry, so the work continues without its caller. */
  isKept: boolean
  withinMs?: number
}

export class RequestPatience {
  readonly since = performance.now()
  readonly #options: RequestPatienceOptions
  readonly #withinMs: number
  #signals: { over: AbortSignal; unwanted: AbortSignal; stop(): void } | undefined
  #hasSent = false
  #isEnded = false
  readonly #ended: (() => void)[] = []
  #look: (() => Promise<void>) | undefined

  constructor(options: RequestPatienceOptions) {
    this.#options = options
    this.#withinMs = options.withinMs ?? answerWithinMs
  }

  get turn(): string {
    return this.#options.turn()
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  leftMs(): number {
    return this.since + this.#withinMs - performance.now()
  }

  /** A call may wait this many milliseconds under a vendor's limit. */
  roomMs(): number {
    const share = this.#hasSent ? readBackPart : 1 - waitingPart
    return Math.max(0, this.leftMs() - this.#withinMs * share)
  }

  /** Returns why a call must not go out any more, or undefined. */
  whyNot({ isRead }: { isRead: boolean }): string | undefined {
    if (this.isUnwanted()) return 'the caller has gone'
    const needed = isRead || this.#hasSent ? 0 : this.#withinMs * writePart
    return this.leftMs() > needed ? undefined : 'too little time is left for an answer'
  }

  /** Notes that a write went out: from now on the work runs to its end. */
  noteSent(): void {
    this.#hasSent = true
  }

  /** Aborts when the answer is due. */
  get over(): AbortSignal {
    return this.#watch().over
  }

  /** Aborts when the answer is due, or when the caller has gone before anything was sent. */
  get unwanted(): AbortSignal {
    return this.#watch().unwanted
  }

  /** Marks the request as answered; remaining work belongs to nobody. */
  end(): void {
    this.#isEnded = true
    this.#signals?.stop()
    for (const listener of this.#ended) listener()
  }

  onEnded(listener: () => void): void {
    if (this.#isEnded) listener()
    else this.#ended.push(listener)
  }

  /** Registers a check to repeat after a wait and before sending. It throws what forbids the call. */
  lookAfterWaits(look: () => Promise<void>): void {
    this.#look = look
  }

  async lookAgain(): Promise<void> {
    if (!this.#hasSent) await this.#look?.()
  }

  /** True when nothing was sent and nobody can get the answer any more. */
  isUnwanted(): boolean {
    const { isKept, connection } = this.#options
    return !isKept && !this.#hasSent && connection.isClosed()
  }

  #watch() {
    this.#signals ??= this.#start()
    return this.#signals
  }

  #start() {
    const over = new AbortController()
    const unwanted = new AbortController()
    const isDue = setTimeout(
      () => {
        const reason = new DOMException('no answer in time', 'TimeoutError')
        over.abort(reason)
        unwanted.abort(reason)
      },
      Math.max(0, this.leftMs()),
    )
    this.#options.connection.onClosed(() => {
      if (this.isUnwanted()) unwanted.abort(new Error('the caller has gone'))
    })
    return { over: over.signal, unwanted: unwanted.signal, stop: () => clearTimeout(isDue) }
  }
}

const patiences = new AsyncLocalStorage<RequestPatience | undefined>()

export async function withPatience<T>(patience: RequestPatience, work: () => Promise<T>): Promise<T> {
  try {
    return await patiences.run(patience, work)
  } finally {
    patience.end()
  }
}

/** Runs work that others may share, or that continues after the answer. */
export const withoutPatience = <T>(work: () => T): T => patiences.run(undefined, work)

/** Returns undefined when no caller waits. */
export function currentPatience(): RequestPatience | undefined {
  const patience = patiences.getStore()
  return patience?.isEnded === true ? undefined : patience
}
