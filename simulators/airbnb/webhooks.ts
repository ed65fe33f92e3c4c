import { request } from 'undici'
import type { SimulatorClock } from '../kit/clock.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { Grants } from './grants.ts'
import { signature } from './signature.ts'
import type { Scope } from './vocabulary.ts'

/** A question to the app while a guest waited, with its answer. */
export interface Question {
  asked: 'check_availability' | 'pre_confirm' | 'alteration'
  status: number | null
  tookMs: number
  /** `none` means that no readable answer came in time. */
  verdict: 'yes' | 'no' | 'none'
  failure_code?: string
}

export interface WebhookQuestion {
  asked: Question['asked']
  hostId: string
  method: 'GET' | 'POST' | 'PUT'
  /** The path below the app's address. */
  under?: string
  query?: Record<string, string>
  body?: object
}

const contentType = 'application/json'

/** The app's one address gets notifications, and questions while a guest waits. */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #clock: SimulatorClock
  readonly #grants: Grants
  readonly #deadlineMs: number

  constructor(sender: WebhookSender, clock: SimulatorClock, grants: Grants, deadlineSeconds: number) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.#clock = clock
    this.#grants = grants
    this.#deadlineMs = deadlineSeconds * 1000
  }

  /** Notifies only about hosts who granted the app this permission. */
  notify(hostId: string, scope: Scope, action: string, content: object): void {
    if (this.#grants.allows(hostId, scope)) this.tell(action, content)
  }

  /** Notifies whatever the host has granted. */
  tell(action: string, content: object): void {
    const url = this.address.url()
    if (url === null) return
    const body = JSON.stringify({ action, ...content })
    this.address.send(body, this.#signed('POST', new URL(url), body))
  }

  /** Returns undefined if there is no app to ask. */
  async ask({ asked, hostId, method, under, query, body }: WebhookQuestion): Promise<Question | undefined> {
    const address = this.address.url()
    if (address === null || !this.#grants.allows(hostId, 'reservations_web_hooks')) return undefined
    const url = new URL(address)
    if (under !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${under}`
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const text = body === undefined ? '' : JSON.stringify(body)
    const started = performance.now()
    const response = await this.#call(method, url, text)
    return { asked, tookMs: Math.round(performance.now() - started), ...response }
  }

  async #call(
    method: WebhookQuestion['method'],
    url: URL,
    text: string,
  ): Promise<Pick<Question, 'status' | 'verdict'>> {
    try {
      const { statusCode, body } = await request(url, {
        method,
        headers: this.#signed(method, url, text),
        body: text === '' ? null : text,
        signal: AbortSignal.timeout(this.#deadlineMs),
      })
      return { status: statusCode, ...readAnswer(statusCode, await body.text()) }
    } catch {
      return { status: null, verdict: 'none' }
    }
  }

  #signed(method: string, url: URL, body: string): Record<string, string> {
    const date = new Date(this.#clock.nowMs()).toUTCString()
    const authorization = signature({ method, url, date, contentType, body })
    return { 'content-type': contentType, date, authorization }
  }
}

function readAnswer(status: number, text: string): Pick<Question, 'verdict' | 'failure_code'> {
  if (status < 200 || status >= 300) return { verdict: 'none' }
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { verdict: 'none' }
  }
  const { available, succeed, failure_code } = (read ?? {}) as Record<string, unknown>
  const isAvailable = available ?? succeed
  if (typeof isAvailable !== 'boolean') return { verdict: 'none' }
  const failure = typeof failure_code === 'string' ? { failure_code } : {}
  return { verdict: isAvailable ? 'yes' : 'no', ...failure }
}
