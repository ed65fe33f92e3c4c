/**
 * How long the caller of a request waits, and whether anybody still does. It goes along with the work, as its cause does, so that
 * whoever calls a vendor finds it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Callers are promised an answer within ten seconds; one of them is for what this server does itself. */
const answerWithinMs = 9_000
/** Of that time, the part in which it may wait for room before anything was sent; the rest is the vendor's to answer in. */
const waitingPart = 2 / 3
/** A write goes out only while this part is left: one whose answer nobody could wait for would have an unknown outcome. */
const writePart = 1 / 6
/** What is read after a write, to record it, may wait until so little is left. */
const readBackPart = 1 / 18

/** The connection that the request came by. */
interface CallerConnection {
  isClosed(): boolean
  onClosed(listener: () => void): void
}

export interface RequestPatienceOptions {
  /** Callers of one home are served one after the other, and in turn with those of others. */
  turn(): string
  connection: CallerConnection
  /** The answer is kept for whoever repeats the request, so the work goes on without its caller. */
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

  /** For how long it may wait for room under a vendor's limit. */
  roomMs(): number {
    const kept = this.#hasSent ? readBackPart : 1 - waitingPart
    return Math.max(0, this.leftMs() - this.#withinMs * kept)
  }

  /** Why a call should not go out any more; undefined: it may. */
  whyNot({ isRead }: { isRead: boolean }): string | undefined {
    if (this.isUnwanted()) return 'the caller has gone'
    const needed = isRead || this.#hasSent ? 0 : this.#withinMs * writePart
    return this.leftMs() > needed ? undefined : 'too little time is left for an answer'
  }

  /** Something goes out that may change something: from now on the work goes on to its end, whoever has gone. */
  noteSent(): void {
    this.#hasSent = true
  }

  /** Raised when the answer is due. */
  get over(): AbortSignal {
    return this.#watch().over
  }

  /** Raised when the answer is due, and when the caller has gone while nothing was sent. */
  get unwanted(): AbortSignal {
    return this.#watch().unwanted
  }

  /** The request was answered: what still goes on is nobody's. */
  end(): void {
    this.#isEnded = true
    this.#signals?.stop()
    for (const listener of this.#ended) listener()
  }

  onEnded(listener: () => void): void {
    if (this.#isEnded) listener()
    else this.#ended.push(listener)
  }

  /** What is to be looked at once more before something is sent, should that have had to wait. Throws what stands in the way. */
  lookAfterWaits(look: () => Promise<void>): void {
    this.#look = look
  }

  async lookAgain(): Promise<void> {
    if (!this.#hasSent) await this.#look?.()
  }

  /** Nothing was sent, nobody hears the answer, and nobody can ask for it again. */
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

/** For work that others may share, or that goes on after the answer. */
export const withoutPatience = <T>(work: () => T): T => patiences.run(undefined, work)

/** undefined: nobody waits. */
export function currentPatience(): RequestPatience | undefined {
  const patience = patiences.getStore()
  return patience?.isEnded === true ? undefined : patience
}
