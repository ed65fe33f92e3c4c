import { createHmac } from 'node:crypto'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { utcMoment } from './moment.ts'

const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

/** The moment in ten letters and chance in sixteen. */
function ulid(atMs: number, random: SeededRandom): string {
  const moment = Array.from({ length: 10 }, (_, place) => letters[Math.floor(atMs / 32 ** (9 - place)) % 32])
  return [...moment, ...Array.from({ length: 16 }, () => random.pick(letters))].join('')
}

/** One address, entered by a person; everything that is sent is signed with the secret shown beside it. */
export class Webhooks {
  readonly secret: string
  readonly #sender: WebhookSender
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  #url: string | null = null

  constructor(sender: WebhookSender, clock: SimulatorClock, random: SeededRandom) {
    this.#sender = sender
    this.#clock = clock
    this.#random = random
    this.secret = Array.from({ length: 40 }, () => random.int(0, 15).toString(16)).join('')
  }

  deliverTo(url: string | null): void {
    this.#url = url
  }

  send(action: string, data: object, triggers?: string): void {
    if (this.#url === null) return
    const id = ulid(this.#clock.nowMs(), this.#random)
    const created = utcMoment(this.#clock.nowMs())
    const body = JSON.stringify({
      id,
      data,
      action,
      ...(triggers === undefined ? {} : { triggers }),
      created,
      version: 'v2',
    })
    const signature = createHmac('sha256', this.secret).update(body).digest('hex')
    this.#sender.send({
      url: this.#url,
      headers: { 'content-type': 'application/json', signature },
      body,
      queue: 'hospitable',
      isRetried: (status) => status === null || status < 200 || status >= 300,
    })
  }
}
