/** Conversations of guests with properties, and the queue of unconfirmed messages. */
import { anyOf, readMessage } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { addDays, dayStartMs, secondOf } from '../kit/clock.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import type { Account } from './account.ts'
import type { Reservation } from './records.ts'

export interface InboxMessage {
  id: string
  conversationId: string
  content: string
  attachments: string[]
  fromGuest: boolean
  sentMs: number
  tags: Set<string>
}

export interface Conversation {
  id: string
  propertyId: number
  reservationId: number
  messages: InboxMessage[]
  tags: Set<string>
}

const daysAfterStay = 7
const daysAfterMessage = 14

export class Inbox {
  readonly conversations = new Map<string, Conversation>()
  readonly attachments = new Map<string, { file_name: string; file_type: string; file_size: number }>()
  readonly #account: Account
  /** Messages are confirmed from the front; one may be queued again. */
  #queue: InboxMessage[] = []

  constructor(account: Account) {
    this.#account = account
    this.#seed()
  }

  /** Writes for the control interface as a guest, or as the property in the extranet. */
  write(input: unknown): InboxMessage {
    const request = readMessage(input, this.#account.random)
    const conversation = this.#conversationFor(request.conversationId, request.reservationId)
    return this.add(conversation, request.text(), { fromGuest: request.isIncoming, isQueued: true })
  }

  add(
    conversation: Conversation,
    content: string,
    { fromGuest = false, isQueued = false, attachments = [] as string[] } = {},
  ): InboxMessage {
    const message: InboxMessage = {
      id: this.uuid(),
      conversationId: conversation.id,
      // The channel filters links.
      content: content.replace(/https?:\/\/\S+/g, '[link removed]'),
      attachments,
      fromGuest,
      sentMs: this.#account.nowMs(),
      tags: new Set(),
    }
    conversation.messages.push(message)
    if (isQueued) this.#queue.push(message)
    return message
  }

  waiting(): InboxMessage[] {
    return this.#queue.filter((message) => this.#isTold(message))
  }

  confirm(count: number): void {
    const confirmed = new Set(this.waiting().slice(0, count))
    this.#queue = this.#queue.filter((message) => !confirmed.has(message))
  }

  /** Queues a confirmed message again. */
  tellAgain(messageId: string): InboxMessage {
    const message = this.messages().find(({ id }) => id === messageId)
    if (message === undefined) throw new ControlError(`no message ${messageId}`, 404)
    this.#queue.push(message)
    return message
  }

  messages(): InboxMessage[] {
    return [...this.conversations.values()].flatMap(({ messages }) => messages)
  }

  /** Writing is possible until a week after the stay, or two weeks after the guest's last message. */
  mayWrite({ reservationId, messages }: Conversation): boolean {
    const reservation = this.#account.store.reservations.get(reservationId)
    if (reservation === undefined) return false
    const { status, departure_date, modified_at } = reservation
    const over = status === 'cancelled' ? (modified_at ?? '').slice(0, 10) : (departure_date ?? '')
    const lastOfGuest = messages.findLast(({ fromGuest }) => fromGuest)?.sentMs ?? 0
    const ends = Math.max(
      dayStartMs(addDays(over, daysAfterStay + 1)),
      lastOfGuest + daysAfterMessage * 86_400_000,
    )
    return this.#account.nowMs() < ends
  }

  show({ id, conversationId, content, attachments, fromGuest, sentMs, tags }: InboxMessage): object {
    const { propertyId, reservationId } = this.conversations.get(conversationId) as Conversation
    return {
      message_id: id,
      timestamp: secondOf(sentMs),
      content,
      attachment_ids: attachments,
      message_type: 'free_text',
      is_redacted: false,
      is_read: tags.has('message_read'),
      attributes: {},
      sender: {
        participant_id: `${fromGuest ? 'guest' : 'property'}-${fromGuest ? reservationId : propertyId}`,
        metadata: this.#sender(fromGuest, propertyId, reservationId),
      },
      conversation: {
        property_id: String(propertyId),
        conversation_id: conversationId,
        conversation_type: 'reservation',
        conversation_reference: String(reservationId),
      },
    }
  }

  uuid(): string {
    const { random } = this.#account
    return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-')
  }

  /** Every third future guest has asked something, which was read and confirmed long ago. */
  #seed(): void {
    const { store } = this.#account
    const today = this.#account.today()
    const coming = [...store.reservations.values()].filter(
      ({ status, departure_date }) => status !== 'cancelled' && (departure_date ?? '') >= today,
    )
    for (const reservation of coming.filter((_, index) => index % 3 === 0)) {
      const conversation = this.of(reservation)
      this.add(conversation, anyOf(guestPhrases, this.#account.random, ''), { fromGuest: true })
      this.add(conversation, anyOf(hostPhrases, this.#account.random, ''))
      for (const [index, message] of conversation.messages.entries())
        message.sentMs = dayStartMs(today) - (30 - index) * 3_600_000
    }
  }

  #sender(fromGuest: boolean, propertyId: number, reservationId: number): object {
    const { store } = this.#account
    const guest = store.reservations.get(reservationId)
    const name = fromGuest
      ? `${guest?.first_name ?? ''} ${guest?.last_name ?? ''}`.trim()
      : store.hotels.get(propertyId)?.name
    return { participant_type: fromGuest ? 'guest' : 'property', name: name ?? '' }
  }

  #isTold({ conversationId }: InboxMessage): boolean {
    const conversation = this.conversations.get(conversationId)
    return conversation !== undefined && this.#account.isConnected(conversation.propertyId)
  }

  #conversationFor(conversationId: unknown, reservationId: unknown): Conversation {
    const { store, random } = this.#account
    if (conversationId !== undefined) {
      const found = this.conversations.get(String(conversationId))
      if (found === undefined) throw new ControlError(`no conversation ${String(conversationId)}`, 404)
      return found
    }
    const reservation =
      reservationId === undefined
        ? anyOf([...store.reservations.values()], random, 'there is no reservation to write about')
        : this.#account.reservation(String(reservationId))
    return this.of(reservation)
  }

  /** Returns a reservation's conversation, and opens one if there is none. */
  of({ id: reservationId, hotel_id }: Reservation): Conversation {
    const found = [...this.conversations.values()].find((one) => one.reservationId === reservationId)
    if (found !== undefined) return found
    const newConversation = {
      reservationId,
      propertyId: hotel_id ?? 0,
      messages: [],
      tags: new Set<string>(),
    }
    const conversation: Conversation = { id: this.uuid(), ...newConversation }
    this.conversations.set(conversation.id, conversation)
    return conversation
  }

  /** Removes a reservation's conversation. */
  forget(reservationId: number): void {
    for (const [id, conversation] of this.conversations) {
      if (conversation.reservationId === reservationId) this.conversations.delete(id)
    }
  }
}
