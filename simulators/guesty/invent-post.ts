import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import type { Conversation, Post } from './thread-record.ts'

export interface PostPlan {
  body: string
  atMs: number
  /** `note` and `log` stay inside the account. */
  kind: 'guest' | 'host' | 'note' | 'log'
  hasAttachment?: boolean
}

const hostName = 'Mira (Meadow & Quay)'

export function openConversation(store: Store, reservation: Reservation, atMs: number): Conversation {
  const at = instant(atMs)
  const conversation: Conversation = {
    _id: store.ids.make(atMs),
    type: 'guest',
    platform: reservation.integration?.platform ?? 'manual',
    guestId: reservation.guestId,
    reservationIds: [reservation._id],
    createdAt: at,
    modifiedAt: at,
    isRead: true,
    lastMessage: null,
    lastFromUser: null,
    lastFromGuest: null,
  }
  store.addConversation(conversation)
  reservation.conversationId = conversation._id
  return conversation
}

/** A thread with the owner of a home, which is nobody's business but the account's. */
export function openOwnerConversation(store: Store, atMs: number): Conversation {
  const at = instant(atMs)
  const conversation: Conversation = {
    _id: store.ids.make(atMs),
    type: 'owner',
    platform: 'manual',
    guestId: null,
    reservationIds: [],
    createdAt: at,
    modifiedAt: at,
    isRead: true,
    lastMessage: null,
    lastFromUser: null,
    lastFromGuest: null,
  }
  store.addConversation(conversation)
  return conversation
}

/** Adds a post and moves what depends on it: the unread mark, the last message, the time of the last change. */
export function addPost(store: Store, conversation: Conversation, plan: PostPlan): Post {
  const { body, atMs, kind } = plan
  const at = instant(atMs)
  const isInside = kind === 'note' || kind === 'log'
  const guest = conversation.guestId === null ? undefined : store.guests.get(conversation.guestId)
  const id = store.ids.make(atMs)
  const post: Post = {
    _id: id,
    conversationId: conversation._id,
    body,
    module: {
      type: isInside ? kind : moduleOf(conversation.platform),
      to: [],
      cc: [],
      bcc: [],
      templateValues: [],
    },
    ...(kind === 'log'
      ? {}
      : {
          from:
            kind === 'guest'
              ? { type: 'guest', fullName: guest?.fullName ?? 'Guest' }
              : { type: 'user', fullName: hostName },
        }),
    sentBy: kind === 'guest' ? 'guest' : kind === 'log' ? 'log' : 'host',
    isFromMigration: false,
    createdAt: at,
    ...(isInside ? {} : { sentAt: at }),
    attachments:
      plan.hasAttachment === true
        ? [{ attachmentURL: `https://files.example.com/inbox/${id}.jpg`, name: 'photo.jpg' }]
        : [],
    __v: 0,
  }
  store.addPost(post)
  conversation.modifiedAt = at
  conversation.lastMessage = { body, date: at }
  if (kind === 'guest') Object.assign(conversation, { isRead: false, lastFromGuest: at })
  if (kind === 'host') Object.assign(conversation, { isRead: true, lastFromUser: at })
  return post
}

/** Direct bookings are written to by email. */
function moduleOf(platform: string): string {
  return ['airbnb2', 'bookingCom', 'homeaway2'].includes(platform) ? platform : 'email'
}
