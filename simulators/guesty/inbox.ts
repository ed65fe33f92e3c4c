import { known, readMessage } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import type { Conversation, Post } from './thread-record.ts'
import { eventContent } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'

export interface PostPlan {
  body: string
  atMs: number
  /** `note` and `log` stay inside the account. */
  kind: 'guest' | 'host' | 'note' | 'log'
  hasAttachment?: boolean
}

const host = { type: 'user', fullName: 'Mira (Meadow & Quay)' } as const
const guestNamed = (fullName = 'Guest') => ({ type: 'guest', fullName }) as const

/** Without a booking it is with the owner of a home, which is nobody's business but the account's. */
export function openConversation(store: Store, atMs: number, booking?: Reservation): Conversation {
  const at = instant(atMs)
  const conversation: Conversation = {
    _id: store.ids.make(atMs),
    type: booking === undefined ? 'owner' : 'guest',
    platform: booking?.integration?.platform ?? 'manual',
    guestId: booking?.guestId ?? null,
    reservationIds: booking === undefined ? [] : [booking._id],
    createdAt: at,
    modifiedAt: at,
    isRead: true,
    lastMessage: null,
    lastFromUser: null,
    lastFromGuest: null,
  }
  store.conversations.set(conversation._id, conversation)
  if (booking !== undefined) booking.conversationId = conversation._id
  return conversation
}

/** Adds a post and moves what depends on it: the unread mark, the last message, the time of the last change. */
export function addPost(store: Store, conversation: Conversation, plan: PostPlan): Post {
  const { body, atMs, kind } = plan
  const at = instant(atMs)
  const isInside = kind === 'note' || kind === 'log'
  const guest = conversation.guestId === null ? undefined : store.guests.get(conversation.guestId)
  const id = store.ids.make(atMs)
  const photo = { attachmentURL: `https://files.example.com/inbox/${id}.jpg`, name: 'photo.jpg' }
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
    ...(kind === 'log' ? {} : { from: kind === 'guest' ? guestNamed(guest?.fullName) : host }),
    sentBy: kind === 'guest' ? 'guest' : kind === 'log' ? 'log' : 'host',
    isFromMigration: false,
    createdAt: at,
    ...(isInside ? {} : { sentAt: at }),
    attachments: plan.hasAttachment === true ? [photo] : [],
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

/** What is written after the account was seeded. */
export function inboxOf(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
  const random = tools.random.fork('inbox')

  const anyStay = (): Reservation => {
    const stays = [...store.reservations.values()].filter((stay) => stay.guest !== null)
    if (stays.length === 0) throw new ControlError('there is no reservation to write about')
    return random.pick(stays)
  }
  const conversationFor = (conversationId: unknown, reservationId: unknown): Conversation => {
    if (conversationId !== undefined) {
      const id = String(conversationId)
      return known(store.conversations.get(id), `no conversation ${id}`, 400)
    }
    const id = String(reservationId)
    const findReservation = () => known(store.reservations.get(id), `no reservation ${id}`, 400)
    const reservation = reservationId === undefined ? anyStay() : findReservation()
    const [open] = store.conversationsOf(reservation._id)
    return open ?? openConversation(store, tools.clock.nowMs(), reservation)
  }

  return {
    write(input: unknown): Post {
      const { isIncoming, text, ...about } = readMessage(input, random)
      const conversation = conversationFor(about.conversationId, about.reservationId)
      const atMs = tools.clock.nowMs()
      const kind = isIncoming ? 'guest' : 'host'
      const post = addPost(store, conversation, { body: text(), kind, atMs })
      const event = isIncoming ? 'reservation.messageReceived' : 'reservation.messageSent'
      webhooks.send(event, eventContent.message(store, conversation, post))
      return post
    },
  }
}

export type Inbox = ReturnType<typeof inboxOf>
