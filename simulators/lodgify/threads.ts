import { dayStartMs } from '../kit/clock.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guestOf, noThread, type Booking, type Enquiry, type Message, type Thread } from './booking-record.ts'
import { moment, momentMs } from './moment.ts'
import type { Store } from './store.ts'

export interface MessagePlan {
  body: string
  isIncoming: boolean
  atMs: number
  hasAttachment?: boolean
}

function inboxUid(store: Store, row: Booking | Enquiry): string {
  return `${store.enquiries.get(row.id) === row ? 'E' : 'B'}${row.id}`
}

/** Adds a message to a booking's or enquiry's thread, and opens the thread if there is none. */
export function addMessage(store: Store, row: Booking | Enquiry, plan: MessagePlan): Message {
  const uid = row.thread_uid ?? noThread
  const at = moment(plan.atMs)
  const id = store.nextId('message', 15_200_001)
  const before = store.threads.get(uid)
  const thread: Thread = before ?? {
    thread_uid: uid,
    inbox_uid: inboxUid(store, row),
    guest_name: guestOf(row).name,
    guest_email: guestOf(row).email,
    last_message_date: at,
    is_read: true,
  }
  const message: Message = {
    id,
    subject: before === undefined ? 'Your stay' : null,
    message: plan.body,
    type: plan.isIncoming ? 'Renter' : 'Owner',
    date_created: at,
    attachments: plan.hasAttachment === true ? [attachmentOf(id)] : [],
    message_status: 'Delivered',
    is_read: !plan.isIncoming,
  }
  thread.last_message_date = at
  thread.is_read = !plan.isIncoming
  if (!plan.isIncoming) for (const earlier of store.messagesOf(uid)) earlier.is_read = true
  store.addMessage(thread, message)
  return message
}

/** Every enquiry has messages, and so has a third of the bookings with a thread. */
export function seedThreads(store: Store, today: string, random: SeededRandom): void {
  const nowMs = dayStartMs(today) - 3_600_000
  for (const enquiry of store.enquiries.values()) writeSome(store, enquiry, nowMs, random)
  for (const booking of store.bookings.values()) {
    const talks = random.chance(1 / 3)
    if (!talks || booking.thread_uid === noThread || booking.is_deleted === true) continue
    writeSome(store, booking, nowMs, random)
  }
}

function writeSome(store: Store, row: Booking | Enquiry, nowMs: number, random: SeededRandom): void {
  let atMs = momentMs(row.created_at)
  for (let left = random.int(2, 6); left > 0; left--) {
    const isIncoming = left % 2 === 0 || random.chance(0.3)
    const text = random.pick(isIncoming ? guestPhrases : hostPhrases)
    const hasAttachment = isIncoming && random.chance(0.08)
    // Messages written in the vendor's own editor are HTML.
    const body = isIncoming ? text : `<p>${escaped(text)}</p>`
    addMessage(store, row, { body, isIncoming, atMs: Math.min(atMs, nowMs), hasAttachment })
    atMs += random.int(60, 36 * 3600) * 1000
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function attachmentOf(messageId: number): object {
  const name = `photo-${messageId}.jpg`
  return {
    file_name: name,
    content_length: '48213',
    content_type: 'image/jpeg',
    file_url: `https://files.example.com/${name}`,
  }
}
