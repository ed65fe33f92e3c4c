import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SimulatorTools } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { refuse } from '../kit/server.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { notFound, problem } from './failure.ts'
import { isBooking, type Booking, type LodgifyKinds, type Room } from './records.ts'
import { readBefore, type Store } from './store.ts'
import { availabilityPayload, bookingPayload, messagePayload } from './webhook-payload.ts'

type Subscription = Record<'id' | 'event' | 'url' | 'secret', string>

/** A subscription covers one event at one address, and has a secret of its own. */
export class Webhooks {
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #store: Store
  readonly #tools: SimulatorTools
  readonly #random: SeededRandom

  constructor(store: Store, tools: SimulatorTools) {
    this.#store = store
    this.#tools = tools
    this.#random = tools.random.fork('webhooks')
  }

  register(app: FastifyInstance): void {
    app.get('/webhooks/v1/list', () => this.#list().map(({ id, event, url }) => ({ id, event, url })))
    app.post<{ Body: { target_url: string; event: string } }>(
      '/webhooks/v1/subscribe',
      ({ body: { event, target_url: url } }, reply) => {
        if (this.#list().some((one) => one.url === url)) refuse(problem(409, 'target_url is in use'))
        const [id, secret] = [`webhook_${this.#random.digits(12)}`, this.#random.digits(40)]
        this.#subscriptions.set(id, { id, event, url, secret })
        // The secret is shown only here.
        return reply.code(201).send({ id, secret })
      },
    )
    app.delete<{ Body: { id: string } }>('/webhooks/v1/unsubscribe', ({ body }, reply) => {
      if (!this.#subscriptions.delete(body.id)) refuse(notFound)
      return reply.code(200).send()
    })
  }

  /** Nothing is sent of properties, of enquiries and of what was removed. */
  follow(event: WorldEvent<LodgifyKinds>): void {
    if (event.family === 'home' || event.action === 'deleted') return
    if (event.family === 'message') {
      const { row, stay } = event
      if (row.type === 'Renter') this.#send('guest_message_received', messagePayload(stay, row))
      else readBefore(this.#store.world.threads.messagesIn(stay.thread_uid), row)
      return
    }
    const { row } = event
    if (!isBooking(row)) return
    if (!('before' in event)) return this.#tellNew(row)
    const { before } = event
    this.#tellOf(row, 'booking_change')
    if (row.status !== before.status) this.#tellOf(row, `booking_status_change_${row.status?.toLowerCase()}`)
    const parts = ['arrival', 'departure', 'status', 'is_deleted'] as const
    if (parts.some((name) => row[name] !== before[name]))
      this.#send('availability_change', availabilityPayload(row))
  }

  /** Sends the webhook after rates or availability of a room type were written. */
  tell(event: 'rate_change' | 'availability_change', { property_id, id }: Room): void {
    this.#send(event, { property_id, room_type_ids: [id] })
  }

  #tellNew(booking: Booking): void {
    if (booking.is_unavailable !== true) this.#tellOf(booking, 'booking_new_any_status')
    if (booking.status === 'Booked') this.#tellOf(booking, 'booking_new_status_booked')
    this.#send('availability_change', availabilityPayload(booking))
  }

  #tellOf(booking: Booking, event: string): void {
    this.#send(event, bookingPayload(this.#store, booking))
  }

  #list(): Subscription[] {
    return [...this.#subscriptions.values()]
  }

  #send(event: string, payload: object): void {
    const { webhooks: sender, habits } = this.#tools
    const item = { action: event, ...payload }
    // The documentation shows the object alone, and live deliveries are a list of one.
    const body = JSON.stringify(habits.bareWebhooks === 1 ? item : [item])
    for (const { url, secret } of this.#list().filter((subscription) => subscription.event === event)) {
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      const type = 'application/json; charset=utf-8'
      const headers = { 'content-type': type, 'ms-signature': `sha256=${signature}` }
      // Anything but 200 is tried again; the vendor documents ten tries.
      sender.send({ url, headers, body, queue: 'lodgify', isRetried: (status) => status !== 200 })
    }
  }
}
