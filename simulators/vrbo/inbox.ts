import { secondOf } from '../kit/clock.ts'
import { keyOf, type Booking, type Property } from './records.ts'
import type { Store } from './store.ts'

export interface Inquiry {
  id: string
  checkInDate: string | null
  checkOutDate: string | null
  adultCount: number
  childCount: number
  hasPets: boolean
}

export interface Thread {
  id: string
  propertyId: string
  /** The key of the thread's booking. */
  bookingKey: string | null
  inquiry: Inquiry | null
  traveler: { firstName: string; lastName: string }
  isSpam: boolean
  createdAtMs: number
}

export interface Message {
  id: string
  threadId: string
  body: string
  fromRole: 'TRAVELER' | 'SUPPLIER'
  createdAtMs: number
  /** When the vendor decides on the message, and how. */
  decidedAtMs: number
  verdict: 'ACCEPTED' | 'BLOCKED'
  /** Whether a notification of the decision was sent. */
  isTold: boolean
  attachmentIds: readonly string[]
}

/** Messages with these words are blocked, since people must not do business beside the channel. */
const blocked = /\bwire transfer\b|\bpay me outside\b/i

/** Holds threads and messages. The vendor checks every message before the other side sees it. */
export class Inbox {
  readonly threads = new Map<string, Thread>()
  readonly messages = new Map<string, Message>()
  readonly #store: Store
  readonly #moderationMs: number

  constructor(store: Store, moderationSeconds: number) {
    this.#store = store
    this.#moderationMs = moderationSeconds * 1000
  }

  open(
    property: Property,
    { booking, inquiry }: { booking?: Booking; inquiry?: Inquiry & { firstName: string; lastName: string } },
    nowMs: number,
  ): Thread {
    const { firstName = '', lastName = '', ...fields } = inquiry ?? {}
    const thread: Thread = {
      id: `thr-${this.#store.nextId('thread', 5_550_001)}`,
      propertyId: property.id,
      bookingKey: booking === undefined ? null : keyOf(booking),
      inquiry: inquiry === undefined ? null : (fields as Inquiry),
      traveler: booking
        ? { firstName: booking.firstName ?? '', lastName: booking.lastName ?? '' }
        : { firstName, lastName },
      isSpam: false,
      createdAtMs: nowMs,
    }
    this.threads.set(thread.id, thread)
    if (booking) booking.messageThreadId = thread.id
    return thread
  }

  write(
    thread: Thread,
    { body, fromRole, attachmentIds = [] }: Pick<Message, 'body' | 'fromRole'> & Partial<Message>,
    nowMs: number,
  ): Message {
    const message: Message = {
      id: `msg-${this.#store.nextId('message', 88_000_101)}`,
      threadId: thread.id,
      ...{ body, fromRole, attachmentIds },
      createdAtMs: nowMs,
      decidedAtMs: nowMs + this.#moderationMs,
      verdict: blocked.test(body) ? 'BLOCKED' : 'ACCEPTED',
      isTold: false,
    }
    this.messages.set(message.id, message)
    return message
  }

  /** Returns the oldest first. */
  messagesOf(threadId: string): Message[] {
    return [...this.messages.values()].filter((message) => message.threadId === threadId)
  }

  threadsOf(propertyId: string): Thread[] {
    return [...this.threads.values()].filter((thread) => thread.propertyId === propertyId)
  }

  /** Returns decided messages that were not notified yet. */
  decided(nowMs: number): Message[] {
    const found = [...this.messages.values()].filter(
      ({ isTold, decidedAtMs }) => !isTold && decidedAtMs <= nowMs,
    )
    for (const message of found) message.isTold = true
    return found
  }

  forget(key: string): void {
    for (const thread of this.threads.values()) {
      if (thread.bookingKey !== key) continue
      this.threads.delete(thread.id)
      for (const { id } of this.messagesOf(thread.id)) this.messages.delete(id)
    }
  }
}

export const statusOf = ({ decidedAtMs, verdict }: Message, nowMs: number): string =>
  decidedAtMs <= nowMs ? verdict : 'IN_REVIEW'

export const momentIn = (ms: number): string => secondOf(ms)
