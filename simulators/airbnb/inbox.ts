import { addDays, dayStartMs, daysBetween, secondOf } from '../kit/clock.ts'
import type { Party, Reservation } from './records.ts'
import type { Media } from './media.ts'
import type { Store } from './store.ts'
import { cancelled } from './vocabulary.ts'

interface Inquiry {
  status: 'active' | 'declined' | 'expired' | 'not_possible'
  arrival: string
  departure: string
  party: Party
  nonResponseAtMs: number
}

export interface Thread {
  id: string
  host_id: string
  listing_id: string
  guest: { id: string; first_name: string; preferred_locale: string }
  inquiry?: Inquiry
  /** The latest special offer or pre-approval. */
  offerId?: string
  reservationCode?: string
  updated_at: string
  last_message_sent_at: string | null
}

export interface Message {
  id: string
  thread_id: string
  user_id: string
  message: string
  created_at: string
  attachment_media: readonly { id: string }[]
  parent_message_id: string | null
}

/** Holds threads and their messages. */
export class Inbox {
  readonly threads = new Map<string, Thread>()
  readonly messages = new Map<string, Message[]>()
  readonly #store: Store
  readonly #media: Media

  constructor(store: Store, media: Media) {
    this.#store = store
    this.#media = media
  }

  open(thread: Omit<Thread, 'id' | 'updated_at' | 'last_message_sent_at'>, nowMs: number): Thread {
    const id = this.#store.nextId('thread', 1_900_220_001)
    const opened = { id, ...thread, updated_at: secondOf(nowMs), last_message_sent_at: null }
    this.threads.set(id, opened)
    this.messages.set(id, [])
    return opened
  }

  add(
    thread: Thread,
    content: Pick<Message, 'user_id' | 'message'> & Partial<Message>,
    nowMs: number,
  ): Message {
    const added: Message = {
      id: this.#store.nextId('message', 6_600_100_001),
      thread_id: thread.id,
      created_at: secondOf(nowMs),
      attachment_media: [],
      parent_message_id: null,
      ...content,
    }
    this.messages.get(thread.id)?.push(added)
    thread.updated_at = thread.last_message_sent_at = added.created_at
    return added
  }

  /** Returns messages as the API shows them, the oldest first. */
  messagesOf(threadId: string): Message[] {
    return (this.messages.get(threadId) ?? []).map((message) => this.shownMessage(message))
  }

  shownMessage(message: Message): Message {
    const attachment_media = message.attachment_media.map((one) => ({ ...one, ...this.#media.shown(one) }))
    return { ...message, attachment_media }
  }

  /** Expires an inquiry that nobody answered in time. */
  expire({ id, inquiry, host_id, offerId, reservationCode }: Thread): void {
    const isAnswered = this.messages.get(id)?.some(({ user_id }) => user_id === host_id) ?? true
    if (inquiry === undefined || isAnswered || offerId !== undefined || reservationCode !== undefined) return
    inquiry.status = 'expired'
  }

  of(reservation: Reservation): Thread | undefined {
    return this.threads.get(reservation.thread_id_str ?? '')
  }

  remove(id: string): void {
    this.threads.delete(id)
    this.messages.delete(id)
  }

  /** Returns a thread as the API shows it; messages are read separately. */
  shown(thread: Thread): object {
    const { id, host_id, guest, updated_at, last_message_sent_at } = thread
    const host = this.#store.hosts.get(host_id)
    const attachment = this.#attachmentOf(thread)
    const guestRole = thread.reservationCode === undefined ? 'guest' : 'booker'
    const roles = [
      { role: 'owner', user_ids: [host_id] },
      { role: guestRole, user_ids: [guest.id] },
    ]
    return {
      id,
      id_str: id,
      business_purpose: 'booking_direct_thread',
      users: [{ id: host_id, first_name: host?.first_name ?? null }, { ...guest }],
      updated_at,
      last_message_sent_at,
      attachment: attachment === null ? null : { ...attachment, roles },
    }
  }

  #attachmentOf(thread: Thread): object | null {
    const reservation = this.#store.reservations.get(thread.reservationCode ?? '')
    if (reservation !== undefined) {
      const { start_date, end_date, expected_payout_amount_accurate } = reservation
      return {
        type: 'Reservation',
        status: attachmentStatus[reservation.status_type ?? ''] ?? closedStatus(reservation),
        booking_details: {
          ...detailsOf(thread, start_date ?? '', end_date ?? '', reservation.guest_details as Party),
          expected_payout_amount_accurate,
          non_response_at: null,
          reservation_confirmation_code: reservation.confirmation_code,
        },
      }
    }
    const { inquiry } = thread
    if (inquiry === undefined) return null
    const offer = this.#store.offers.get(thread.offerId ?? '')
    return {
      type: offer === undefined ? 'Inquiry' : 'SpecialOffer',
      status: offer === undefined ? inquiry.status : offerStatus[offer.status],
      special_offer_id: offer?.id ?? null,
      booking_details: {
        ...detailsOf(thread, inquiry.arrival, inquiry.departure, inquiry.party),
        expected_payout_amount_accurate: null,
        non_response_at: secondOf(inquiry.nonResponseAtMs),
        reservation_confirmation_code: null,
      },
    }
  }
}

const attachmentStatus: Readonly<Record<string, string>> = {
  new: 'pending',
  pending: 'pending',
  pending_payment: 'awaiting_payment',
  at_checkpoint: 'checkpoint',
  accept: 'accepted',
  deny: 'declined',
  timeout: 'expired',
}

const offerStatus = {
  pending: 'pending',
  accepted: 'accepted',
  expired: 'expired',
  withdrawn: 'canceled',
  replaced: 'canceled',
} as const

const closedStatus = ({ status_type }: Reservation) =>
  cancelled.includes(status_type ?? '') ? 'canceled' : 'expired'

const detailsOf = ({ listing_id }: Thread, arrival: string, departure: string, party: Party) => ({
  listing_id,
  checkin_date: arrival,
  checkout_date: departure,
  nights: daysBetween(arrival, departure),
  ...party,
})

/** The host's deadline to answer is 24 hours. */
export const answerBy = (nowMs: number): number => nowMs + 24 * 3_600_000

/** Reviews open on the departure day and close 14 days later. */
export const reviewWindow = (departure: string) => ({
  fromMs: dayStartMs(departure),
  untilMs: dayStartMs(addDays(departure, 14)),
})
