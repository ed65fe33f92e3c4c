import { accountId, integrationId } from './store.ts'
import type { Store } from './store.ts'
import type { Conversation, Post } from './thread-record.ts'

/** A conversation as the vendor shows it, whole. */
export function showConversation(store: Store, one: Conversation): { _id: string } & Record<string, unknown> {
  const guest = one.guestId === null ? undefined : store.guests.get(one.guestId)
  return {
    _id: one._id,
    accountId,
    type: one.type,
    assignee: { _id: null },
    priority: 10,
    isFromMigration: false,
    lastMessageFrom: {
      ...(one.lastFromUser === null ? {} : { user: one.lastFromUser }),
      ...(one.lastFromGuest === null ? {} : { nonUser: one.lastFromGuest }),
    },
    meta: {
      ...(guest === undefined ? {} : { guest: shortGuest(guest) }),
      reservations: one.reservationIds.flatMap((id) => shortReservation(store, id)),
      integration: { _id: integrationId, platform: one.platform },
    },
    state: {
      read: one.isRead,
      status: 'OPEN',
      ...(one.lastMessage === null ? {} : { lastMessage: one.lastMessage }),
    },
    createdAt: one.createdAt,
    modifiedAt: one.modifiedAt,
    updatedAt: one.modifiedAt,
    pendingTasks: [],
    __v: 0,
  }
}

function shortGuest(guest: {
  _id: string
  fullName: string
  email?: string
  returningGuest: boolean
}): object {
  const { _id, fullName, email, returningGuest } = guest
  return { _id, fullName, ...(email === undefined ? {} : { email }), isReturning: returningGuest }
}

function shortReservation(store: Store, id: string): object[] {
  const row = store.reservations.get(id)
  if (row === undefined) return []
  const listing = store.listings.get(row.listingId)
  return [
    {
      _id: row._id,
      status: row.status,
      checkIn: row.checkIn,
      checkOut: row.checkOut,
      ...(row.confirmationCode === null ? {} : { confirmationCode: row.confirmationCode }),
      customFields: [],
      listing: {
        _id: row.listingId,
        active: listing?.active,
        title: listing?.title,
        ...(listing?.nickname == null ? {} : { nickname: listing.nickname }),
        tags: listing?.tags,
        customFields: [],
      },
    },
  ]
}

/** What the vendor's own records hold of a message. */
export function showPost(post: Post): object {
  return { id: post._id, ...post }
}
