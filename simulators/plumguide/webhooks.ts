import { randomUUID } from 'node:crypto'
import type { SimulatorClock } from '../kit/clock.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

/** One address for bookings is set through the API. A delivery names the booking, not what happened to it. */
export class Webhooks {
  readonly address: WebhookAddress
  isActive = false
  readonly #clock: SimulatorClock

  constructor(sender: WebhookSender, clock: SimulatorClock) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.#clock = clock
  }

  configure(isActive: boolean, url: string | null): void {
    this.isActive = isActive
    this.address.set({ url })
  }

  send(bookingCode: string): void {
    if (!this.isActive) return
    const timestamp = new Date(this.#clock.nowMs()).toISOString()
    this.address.send(JSON.stringify({ eventId: randomUUID(), timestamp, bookingCode, listingId: null }))
  }
}
