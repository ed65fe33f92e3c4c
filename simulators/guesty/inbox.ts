import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
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
    const body = readObject(input)
    refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
    const isIncoming = readDirection(body.isIncoming)
    if (body.body !== undefined && typeof body.body !== 'string')
      throw new ControlError('body must be a string')
    const conversation = this.#conversationFor(body.conversationId, body.reservationId)
    const text = body.body ?? this.#random.pick(isIncoming ? guestPhrases : hostPhrases)
    const atMs = this.#tools.clock.nowMs()
    const post = addPost(this.#store, conversation, { body: text, kind: isIncoming ? 'guest' : 'host', atMs })
    const event = isIncoming ? 'reservation.messageReceived' : 'reservation.messageSent'
    this.#webhooks.send(event, eventContent.message(this.#store, conversation, post))
    return post
  }

  #conversationFor(conversationId: unknown, reservationId: unknown): Conversation {
    if (conversationId !== undefined) {
      const conversation = this.#store.conversations.get(String(conversationId))
      if (conversation === undefined) throw new ControlError(`no conversation ${String(conversationId)}`)
      return conversation
    }
    const reservation = reservationId === undefined ? this.#anyStay() : this.#stayNamed(String(reservationId))
    const [known] = this.#store.conversationsOf(reservation._id)
    return known ?? openConversation(this.#store, reservation, this.#tools.clock.nowMs())
  }

  #stayNamed(id: string): Reservation {
    const reservation = this.#store.reservations.get(id)
    if (reservation === undefined) throw new ControlError(`no reservation ${id}`)
    return reservation
  }

  #anyStay(): Reservation {
    const stays = [...this.#store.reservations.values()].filter((stay) => stay.guest !== null)
    if (stays.length === 0) throw new ControlError('there is no reservation to write about')
    return this.#random.pick(stays)
  }
}

function readDirection(value: unknown): boolean {
  if (value === undefined || value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw new ControlError('isIncoming must be true, false, 1 or 0')
}
