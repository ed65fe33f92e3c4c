/**
 * Works at the level of undici's dispatcher: its streams and abort signals cost more than a small request.
 */
import type { Dispatcher } from 'undici'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** The limit covers everything: name lookup, connection, headers and body. */
  timeoutMs: number
  /** At most this many bytes of the body are read. */
  maxBodyBytes: number
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
  /** The body is incomplete because of the size limit, the time limit or a broken connection. */
  cut: boolean
  /** The status line arrived after this time. */
  responseTimeMs: number
}

export class OutboundTimeout extends Error {
  override name = 'OutboundTimeout'
}

type ExchangeLimits = Pick<OutboundRequest, 'timeoutMs' | 'maxBodyBytes'>

export class OutboundExchange implements Dispatcher.DispatchHandler {
  readonly answered: Promise<OutboundAnswer>
  readonly #limits: ExchangeLimits
  readonly #begun = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #size = 0
  #head: Pick<OutboundAnswer, 'status' | 'headers' | 'responseTimeMs'> | undefined
  #controller: Dispatcher.DispatchController | undefined
  #over: Error | undefined
  #resolve!: (answer: OutboundAnswer) => void
  #reject!: (error: Error) => void

  constructor(limits: ExchangeLimits) {
    this.#limits = limits
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#timer = setTimeout(() => this.#giveUp(), limits.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The time ended before the connection was made, so nothing may be sent.
    if (this.#over) controller.abort(this.#over)
    else this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    const responseTimeMs = Math.round(performance.now() - this.#begun)
    this.#head = { status, headers: shownHeaders(headers), responseTimeMs }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= this.#limits.maxBodyBytes) return
    this.#finish(true)
    controller.abort(this.#end(new Error('no more of the answer is kept')))
  }

  onResponseEnd(): void {
    this.#finish(false)
  }

  /** The status has arrived, so a broken body is only cut short. */
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#head) this.#finish(true)
    else this.fail(error)
  }

  fail(error: Error): void {
    if (!this.#over) this.#reject(this.#end(error))
  }

  #giveUp(): void {
    const timeout = new OutboundTimeout(`no answer within ${this.#limits.timeoutMs / 1000} s`)
    if (this.#head) this.#finish(true)
    else this.fail(timeout)
    this.#controller?.abort(timeout)
  }

  #finish(cut: boolean): void {
    if (this.#over || !this.#head) return
    const body = Buffer.concat(this.#chunks).subarray(0, this.#limits.maxBodyBytes)
    this.#end(finished)
    this.#resolve({ ...this.#head, body, cut })
  }

  #end(reason: Error): Error {
    clearTimeout(this.#timer)
    this.#over ??= reason
    return reason
  }
}

const finished = new Error('the request is over')

function shownHeaders(headers: Record<string, string | string[] | undefined>): OutboundAnswer['headers'] {
  const defined: OutboundAnswer['headers'] = {}
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) defined[name] = value
  return defined
}
