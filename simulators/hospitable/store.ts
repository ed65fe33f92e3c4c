import { createHash } from 'node:crypto'
import { dayOfMoment } from './moment.ts'
import type { Home, InquiryRow, Message, ReservationRow, Review } from './records.ts'

export const user = {
  id: '5c05eb47-b6ec-44fe-b4b9-6e95f50b86d0',
  email: 'owner@example.com',
  name: 'Olive Marchetti',
}

/** Holds everything of the account. */
export class Store {
  readonly homes = new Map<string, Home>()
  readonly reservations = new Map<string, ReservationRow>()
  readonly inquiries = new Map<string, InquiryRow>()
  readonly reviews = new Map<string, Review>()
  readonly #messages = new Map<string, Message[]>()
  #nextMessageId = 900_001

  home(id: string | null): Home | undefined {
    return this.homes.get(id ?? '')
  }

  /** Returns the messages of a conversation, the oldest first. */
  messagesOf(conversationId: string | null): Message[] {
    return this.#messages.get(conversationId ?? '') ?? []
  }

  addMessage(message: Omit<Message, 'id'>): Message {
    const added = { id: this.#nextMessageId++, ...message }
    this.#messages.set(message.conversation_id, [...this.messagesOf(message.conversation_id), added])
    return added
  }

  eraseMessages(conversationId: string | null): void {
    this.#messages.delete(conversationId ?? '')
  }

  /** Returns the stays that keep a property's nights from others. */
  staysOf(propertyId: string): { row: ReservationRow; arrival: string; departure: string }[] {
    return [...this.reservations.values()]
      .filter((row) => row.property_id === propertyId && holdsNights(row))
      .map((row) => ({
        row,
        arrival: dayOfMoment(row.arrival_date),
        departure: dayOfMoment(row.departure_date),
      }))
  }
}

export function holdsNights({ reservation_status }: ReservationRow): boolean {
  const { current } = reservation_status as { current: { category: string } }
  return !['cancelled', 'not accepted'].includes(current.category)
}

/** Derives an id in the vendor's form. */
export function uuid(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join('/')).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `9${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
