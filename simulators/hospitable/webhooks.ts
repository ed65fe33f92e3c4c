import { createHmac } from 'node:crypto'
import { secondOf, type SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { isReservation, type HospitableKinds, type HospitableWorld } from './records.ts'
import { everything, showProperty, showReservation } from './views.ts'

const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

/** A ULID has the time in ten letters and random ones in sixteen. */
function ulid(atMs: number, random: SeededRandom): string {
  const moment = Array.from({ length: 10 }, (_, place) => letters[Math.floor(atMs / 32 ** (9 - place)) % 32])
  return [...moment, ...Array.from({ length: 16 }, () => random.pick(letters))].join('')
}

/** Every delivery is signed with the secret shown in the account. */
export class Webhooks {
  readonly secret: string
  readonly address: WebhookAddress
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom

  constructor(sender: WebhookSender, clock: SimulatorClock, random: SeededRandom) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.#clock = clock
    this.#random = random
    this.secret = random.hex(40)
  }

  /** Nothing is sent of inquiries and of what was removed. */
  tell(world: HospitableWorld, event: WorldEvent<HospitableKinds>): void {
    if (event.family === 'home') {
      return this.#send('property.changed', showProperty(event.row, everything), 'name')
    }
    if (event.family === 'message') return this.#send('message.created', event.row)
    const { action, row } = event
    if (action === 'deleted' || !isReservation(row)) return
    const reservation = showReservation(world, row, everything)
    if (action === 'created') this.#send('reservation.created', reservation)
    else if (action === 'changed') this.#send('reservation.changed', reservation, 'guests_changed')
    else this.#send('reservation.changed', reservation, 'status_changed')
  }

  #send(action: string, data: object, triggers?: string): void {
    // Ids are drawn only for deliveries that are sent.
    if (!this.address.isSet()) return
    const id = ulid(this.#clock.nowMs(), this.#random)
    const created = secondOf(this.#clock.nowMs())
    const body = JSON.stringify({
      id,
      data,
      action,
      ...(triggers === undefined ? {} : { triggers }),
      created,
      version: 'v2',
    })
    const signature = createHmac('sha256', this.secret).update(body).digest('hex')
    this.address.send(body, { signature })
  }
}
