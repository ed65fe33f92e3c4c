/** A conversation as of a past moment; its capabilities are always those of now. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { contactsAt, pastGuest } from '../../../records/guests/past.ts'
import { pastState, withFields } from '../../../records/past/state.ts'
import { assertExistedAt } from '../../guests/public.ts'
import { contactsOfGuest, threadGuest, type ConversationColumns, type ThreadGuest } from './queries.ts'

interface PastConversation {
  lastMessageAt: string | null
  lastMessagePreview: string | null
  unreadCount: number
  updatedAt: string
  host: unknown
}

const mostContacts = 50

/** The guest of the thread, or of its reservation, as of that moment. */
async function guestAt(
  db: Queryable,
  scope: Scope,
  thread: ConversationColumns,
  at: Date,
): Promise<ThreadGuest | undefined> {
  const { guest_id: guestId, reservation_id: reservationId } = thread
  const booked =
    guestId === null && reservationId !== null
      ? await pastState(db, scope, { type: 'reservation', id: reservationId }, [], at)
      : undefined
  const booker = booked?.fields['guestId']
  const now = await threadGuest(
    db,
    scope,
    typeof booker === 'string' ? { guest_id: booker, reservation_id: null } : thread,
  )
  if (now === undefined) return undefined
  const state = await pastGuest(db, scope, now.id, at)
  const contacts = contactsAt(state, await contactsOfGuest(db, scope, now.id), at)
  const used = now.beyond
    ? contacts.filter((one, i) => contacts.findIndex(({ type }) => type === one.type) === i)
    : contacts
  return {
    ...withFields({ ...now }, state.fields),
    contacts: used.slice(0, mostContacts).map(({ type, value, is_primary, verified }) => ({
      ...{ type, value, isPrimary: is_primary, isVerified: verified },
    })),
  }
}

export async function conversationAt(
  db: Queryable,
  scope: Scope,
  now: ConversationColumns,
  at: Date,
): Promise<{ row: ConversationColumns; guest: ThreadGuest | undefined }> {
  assertExistedAt('Conversation', now, at)
  const state = await pastState(db, scope, { type: 'conversation', id: now.id }, ['row'], at)
  const was = state.parts.get('row') as PastConversation | undefined
  const then = withFields(now, state.fields)
  const row =
    was === undefined
      ? then
      : {
          ...then,
          last_message_at: was.lastMessageAt === null ? null : new Date(was.lastMessageAt),
          last_message_preview: was.lastMessagePreview,
          unread_count: was.unreadCount,
          updated_at: new Date(was.updatedAt),
          host: was.host ?? now.host,
        }
  return { row, guest: await guestAt(db, scope, row, at) }
}
