import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'

const toleranceMs = 5 * 60_000
const stampForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const nonceForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Checks that a request was signed with the account's secret, recently, and only once. */
export class Signatures {
  readonly apiKey: string
  readonly apiSecret: string
  readonly #clock: SimulatorClock
  readonly #nonces = new Map<string, number>()
  readonly #bodies = new WeakMap<FastifyRequest, string>()

  constructor(clock: SimulatorClock, random: SeededRandom) {
    this.#clock = clock
    this.apiKey = inventKey(random.fork('key'), 24)
    this.apiSecret = inventKey(random.fork('secret'), 40)
  }

  carriesKey({ headers }: FastifyRequest): boolean {
    return headers['x-api-key'] === this.apiKey
  }

  /** The signature covers the exact text of the body. */
  keepBody(request: FastifyRequest, body: string): void {
    this.#bodies.set(request, body)
  }

  accepts(request: FastifyRequest): boolean {
    const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = request.headers
    if (!this.carriesKey(request) || typeof timestamp !== 'string' || typeof nonce !== 'string') return false
    if (!stampForm.test(timestamp) || !nonceForm.test(nonce)) return false
    const nowMs = this.#clock.nowMs()
    if (Math.abs(nowMs - Date.parse(timestamp)) > toleranceMs) return false
    if (signature !== this.#signatureOf(request, timestamp, nonce)) return false
    return this.#isFirst(nonce, nowMs)
  }

  #signatureOf(request: FastifyRequest, timestamp: string, nonce: string): string {
    const { method, url } = request
    const cut = url.indexOf('?')
    const path = cut < 0 ? url : url.slice(0, cut)
    const digest = createHash('sha256')
      .update(this.#bodies.get(request) ?? '')
      .digest('hex')
    const text = [
      method,
      path,
      sorted(cut < 0 ? '' : url.slice(cut + 1)),
      timestamp,
      nonce,
      digest,
      this.apiKey,
    ]
    return createHmac('sha256', this.apiSecret).update(text.join('\n')).digest('base64')
  }

  #isFirst(nonce: string, nowMs: number): boolean {
    // Older nonces need not be kept, since their requests are refused by time.
    for (const [old, atMs] of this.#nonces) if (atMs < nowMs - 3 * toleranceMs) this.#nonces.delete(old)
    if (this.#nonces.has(nonce)) return false
    this.#nonces.set(nonce, nowMs)
    return true
  }
}

/** Sorts a query's pairs into the form that is signed, however they were written. */
function sorted(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return pairs
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return `${rewritten(name)}=${rewritten(value.join('='))}`
    })
    .toSorted()
    .join('&')
}

function rewritten(text: string): string {
  return [...Buffer.from(decodeURIComponent(text))]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function inventKey(draw: SeededRandom, length: number): string {
  const signs = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789']
  return Array.from({ length }, () => draw.pick(signs)).join('')
}
