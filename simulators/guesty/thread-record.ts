export interface Conversation {
  _id: string
  type: 'guest' | 'owner'
  platform: string
  guestId: string | null
  /** Oldest first: one guest can have several bookings in one thread. */
  reservationIds: string[]
  createdAt: string
  modifiedAt: string
  isRead: boolean
  lastMessage: { body: string; date: string } | null
  lastFromUser: string | null
  lastFromGuest: string | null
}

export interface Post {
  _id: string
  conversationId: string
  body: string
  /** `log` and `note` were never sent to anybody. */
  module: {
    type: string
    to: string[]
    cc: string[]
    bcc: string[]
    templateValues: string[]
    subject?: string
  }
  from?: { type: 'guest' | 'user'; fullName: string }
  sentBy: 'guest' | 'host' | 'log'
  isFromMigration: boolean
  createdAt: string
  sentAt?: string
  attachments: { attachmentURL: string; name: string }[]
  __v: number
}

export function isMessage(post: Post): boolean {
  return post.module.type !== 'log' && post.module.type !== 'note'
}
