import { dayStartMs, secondOf } from '../kit/clock.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Booking, Message } from './records.ts'
import { ownerId, type Store } from './store.ts'
import { sources } from './vocabulary.ts'

export function hasMessages({ apiSourceId, status }: Booking): boolean {
  const isMessaging = sources.some(([source]) => source.id === apiSourceId && source.hasMessages)
  return isMessaging && status !== 'black'
}

export function addMessage(
  store: Store,
  booking: Booking,
  plan: { body: string; source: Message['source']; atMs: number; hasAttachment?: boolean },
): Message {
  const message: Message = {
    id: store.nextId('message', 33_100_001),
    bookingId: booking.id,
    propertyId: booking.propertyId ?? 0,
    roomId: booking.roomId ?? 0,
    read: plan.source !== 'guest',
    message: plan.body,
    attachment: plan.hasAttachment === true ? 'iVBORw0KGgo=' : null,
    attachmentName: plan.hasAttachment === true ? 'photo.png' : null,
    attachmentMimeType: plan.hasAttachment === true ? 'image/png' : null,
    source: plan.source,
    time: secondOf(plan.atMs),
    authorOwnerId: plan.source === 'host' || plan.source === 'internalNote' ? ownerId : null,
  }
  if (plan.source === 'host') for (const earlier of store.messagesOf(booking.id)) earlier.read = true
  store.addMessage(message)
  return message
}

/** A third of the bookings of messaging channels get messages, some with the host's private note. */
export function seedMessages(store: Store, today: string, random: SeededRandom): void {
  const nowMs = dayStartMs(today) - 2 * 3_600_000
  for (const booking of store.bookings.values()) {
    if (!hasMessages(booking) || !random.chance(1 / 3)) continue
    let atMs = Date.parse(booking.bookingTime ?? '')
    for (let left = random.int(1, 5); left > 0; left--) {
      const source = random.pick(['guest', 'guest', 'host', 'system'] as const)
      const body = random.pick(source === 'guest' ? guestPhrases : hostPhrases)
      addMessage(store, booking, {
        body,
        source,
        atMs: Math.min(atMs, nowMs),
        hasAttachment: random.chance(0.08),
      })
      atMs += random.int(60, 36 * 3600) * 1000
    }
    if (random.chance(0.3)) {
      addMessage(store, booking, {
        body: 'Difficult last time.',
        source: 'internalNote',
        atMs: Math.min(atMs, nowMs),
      })
    }
  }
}
