import { dayStartMs } from '../kit/clock.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addPost, openConversation } from './inbox.ts'
import type { PostPlan } from './inbox.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import type { Conversation } from './thread-record.ts'

// Longer than a page of posts.
const longThread = 60

/** Every question has a thread, and a third of the rest; guests who come again go on in the one they have. */
export function seedThreads(store: Store, today: string, random: SeededRandom): void {
  const nowMs = dayStartMs(today) - 1000
  const known = new Map<string, Conversation>()
  const inOrder = [...store.reservations.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
  for (const [index, reservation] of inOrder.entries()) {
    const draw = random.chance(0.27)
    if (reservation.guest === null || !(reservation.status === 'inquiry' || draw)) continue
    const key = `${reservation.guestId} ${reservation.integration?.platform}`
    const conversation = joinOrOpen(store, reservation, known.get(key), nowMs)
    known.set(key, conversation)
    const fromMs = Math.max(Date.parse(conversation.modifiedAt), Date.parse(reservation.createdAt ?? ''))
    const most = index % 97 === 11 ? longThread : random.int(2, 7)
    for (const plan of planPosts(fromMs, nowMs, most, random)) addPost(store, conversation, plan)
  }
  if (inOrder.length === 0) return
  for (let count = 0; count < 2; count++) {
    const conversation = openConversation(store, nowMs - 86_400_000 * (count + 1))
    addPost(store, conversation, { body: 'How did May go?', kind: 'host', atMs: nowMs - 3_600_000 })
  }
}

function joinOrOpen(
  store: Store,
  reservation: Reservation,
  conversation: Conversation | undefined,
  nowMs: number,
): Conversation {
  const madeAtMs = Math.min(nowMs, Date.parse(reservation.createdAt ?? ''))
  if (conversation === undefined) {
    const opened = openConversation(store, madeAtMs, reservation)
    addPost(store, opened, { body: 'New guest inquiry', kind: 'log', atMs: madeAtMs })
    return opened
  }
  conversation.reservationIds.push(reservation._id)
  reservation.conversationId = conversation._id
  return conversation
}

function planPosts(fromMs: number, nowMs: number, count: number, random: SeededRandom): PostPlan[] {
  const plans: PostPlan[] = []
  // A long thread is quick talk, the others go on for days.
  const longestPauseMs = count === longThread ? 300_000 : 36 * 3_600_000
  for (let atMs = fromMs; plans.length < count;) {
    atMs += random.int(1000, longestPauseMs)
    if (atMs > nowMs && plans.length > 0) break
    const kind =
      plans.length === 0 ? 'guest' : random.pick(['guest', 'guest', 'host', 'host', 'note'] as const)
    plans.push({
      kind,
      body: random.pick(kind === 'guest' ? guestPhrases : hostPhrases),
      atMs: Math.min(atMs, nowMs),
      hasAttachment: kind === 'guest' && random.chance(0.08),
    })
  }
  return plans
}
