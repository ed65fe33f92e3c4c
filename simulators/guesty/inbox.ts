import { known, readMessage } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addPost, openConversation } from './invent-post.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import type { Conversation, Post } from './thread-record.ts'
import { eventContent } from './webhook-content.ts'
import type { Webhooks } from './webhooks.ts'

/** What is written after the account was seeded. */
export class Inbox {
  readonly #store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.#store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('inbox')
  }

  write(input: unknown): Post {
    const { isIncoming, text, ...about } = readMessage(input, this.#random, { flags: true })
    const conversation = this.#conversationFor(about.conversationId, about.reservationId)
    const atMs = this.#tools.clock.nowMs()
    const plan = { body: text(), kind: isIncoming ? 'guest' : 'host', atMs } as const
    const post = addPost(this.#store, conversation, plan)
    const event = isIncoming ? 'reservation.messageReceived' : 'reservation.messageSent'
    this.#webhooks.send(event, eventContent.message(this.#store, conversation, post))
    return post
  }

  #conversationFor(conversationId: unknown, reservationId: unknown): Conversation {
    if (conversationId !== undefined) {
      const conversation = this.#store.conversations.get(String(conversationId))
      return known(conversation, `no conversation ${String(conversationId)}`, 400)
    }
    const reservation = reservationId === undefined ? this.#anyStay() : this.#stayNamed(String(reservationId))
    const [open] = this.#store.conversationsOf(reservation._id)
    return open ?? openConversation(this.#store, this.#tools.clock.nowMs(), reservation)
  }

  #stayNamed(id: string): Reservation {
    return known(this.#store.reservations.get(id), `no reservation ${id}`, 400)
  }

  #anyStay(): Reservation {
    const stays = [...this.#store.reservations.values()].filter((stay) => stay.guest !== null)
    if (stays.length === 0) throw new ControlError('there is no reservation to write about')
    return this.#random.pick(stays)
  }
}
