import { dayStartMs } from '../kit/clock.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addMessage, openConversation, type MessagePlan } from './invent-message.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import { inquiryStatuses } from './vocabulary.ts'

/** Every inquiry has a conversation, and enough others that a third of all bookings have one. */
const shareOfOthers = (1 / 3 - 1 / 10) / (9 / 10)

export function seedConversations(store: Store, today: string, random: SeededRandom): void {
  const nowMs = dayStartMs(today) - 1000
  for (const reservation of store.reservations.values()) {
    const draw = random.chance(shareOfOthers)
    const isInquiry = inquiryStatuses.includes(reservation.status ?? '')
    if (reservation.status === 'ownerStay' || !(isInquiry || draw)) continue
    const conversation = openConversation(store, reservation)
    for (const plan of planMessages(reservation, nowMs, random)) addMessage(store, conversation, plan, random)
  }
}

function planMessages(reservation: Reservation, nowMs: number, random: SeededRandom): MessagePlan[] {
  let atMs = Date.parse(`${reservation.reservationDate?.replace(' ', 'T')}Z`)
  const plans: MessagePlan[] = []
  const count = random.int(2, 7)
  while (plans.length < count) {
    atMs += random.int(60, 36 * 3600) * 1000
    if (atMs > nowMs && plans.length > 0) break
    const isIncoming = plans.length === 0 || random.chance(0.5)
    plans.push({
      body: random.pick(isIncoming ? guestPhrases : hostPhrases),
      isIncoming,
      atMs: Math.min(atMs, nowMs),
      hasAttachment: isIncoming && random.chance(0.08),
    })
  }
  return plans
}
