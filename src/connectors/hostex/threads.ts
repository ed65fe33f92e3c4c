import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { demand, fieldOf, listIn, orNull } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import {
  mapping,
  mapOne,
  mapRows,
  orFailure,
  plainId,
  readCursor,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { namedGuest, namesIn, platformOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { dataOf, listPage } from './envelope.ts'
import { channelSource } from './map-reservation.ts'
import { VendorMessage, VendorThread, VendorThreadRow } from './vendor.ts'

// Every conversation costs one more call, since only its details name property and reservation.
const pageSize = 20

/** The list begins with the newest message, so a page of older ones ends an incremental walk. */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const list = { path: '/v3/conversations', name: 'conversations', limit: pageSize }
    const { rows, next } = await listPage(context.http, { ...list, cursor: place.inner })
    const news = rows.filter((row) => isSince(row, since))
    const found = await Promise.all(news.map((row) => conversationOf(context, row)))
    const goesOn = next !== null && (since === null || rows.length === 0 || news.length > 0)
    return {
      ...together(found),
      next: goesOn ? writeCursor({ ...place, inner: next }) : null,
      watermark: place.startedAt,
    }
  },

  async one(context, externalId) {
    const thread = await threadOf(context, externalId)
    return thread === null ? null : mapOne(thread, mapped)
  },
}

function isSince(row: unknown, since: string | null): boolean {
  const last = momentIn(row, 'last_message_at')
  return since === null || last === null || compareInstants(last, since) >= 0
}

const mapped = mapping('conversation', VendorThread, toConversation)

/** A conversation that vanished since the list was read gives no record. */
function conversationOf(context: VendorContext, row: unknown) {
  return orFailure(plainId(row), async () => {
    const { id } = demand(VendorThreadRow, row, 'conversation')
    const thread = await threadOf(context, id)
    return mapRows(thread === null ? [] : [thread], mapped)
  })
}

const threadPath = (id: string): string => `/v3/conversations/${encodeURIComponent(id)}`

async function threadOf({ http }: VendorContext, id: string): Promise<unknown> {
  const answer = await orNull(http.get(threadPath(id)))
  return answer === null ? null : dataOf(answer)
}

/** A booking's activity counts before the inquiry that led to it. */
function toConversation(thread: VendorThread): ConversationRecord {
  const activities = thread.activities ?? []
  const booked = activities.find(({ reservation_code }) => presentText(reservation_code) !== null)
  const activity = booked ?? activities[0]
  const guest = namedGuest({
    ...namesIn(presentText(thread.guest?.name)),
    email: presentText(thread.guest?.email),
    phone: presentText(thread.guest?.phone),
  })
  return {
    externalId: thread.id,
    platform: platformOf(channelSource(thread.channel_type)),
    listingExternalId: idText(activity?.property?.id),
    reservationExternalId: presentText(booked?.reservation_code),
    ...(guest === null ? {} : { guest }),
    lastMessageAt: latestInstant((thread.messages ?? []).map((message) => momentIn(message, 'created_at'))),
  }
}

export const messages: NonNullable<VendorOperations['messages']> = {
  /** The details of a conversation hold all its messages. */
  async page(context, { conversationExternalId }) {
    const thread = await threadOf(context, conversationExternalId)
    const rows = thread === null ? [] : listIn(thread, 'messages')
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(rows, ofThread), next: null }
  },
}

// Channels put cards of their own into the thread: `Box` tells what happened, and nobody wrote it.
const cards: readonly string[] = ['Box', 'ReservationAlteration']

function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const role = presentText(row.sender_role)
  const sentAt = utcInstant(row.created_at)
  if (role === null || sentAt === null) {
    throw new EssentialMissing('a message without a known sender or time')
  }
  const attachments = attachmentsIn([fileIn(row.attachment)])
  return {
    externalId: String(row.id),
    conversationExternalId,
    // Every role but the guest's is the host's side.
    ...senderOf(role === 'guest'),
    senderName: presentText(row.sender_name),
    body: row.content ?? '',
    ...(cards.includes(row.display_type ?? '') ? { isAutomated: true } : {}),
    ...(attachments.length === 0 ? {} : { attachments }),
    sentAt,
  }
}

/** The vendor does not document the fields of an attachment. */
function fileIn(attachment: unknown): { url: string | null } {
  const names = ['url', 'original_url', 'download_url', 'file_url']
  const url = names.map((name) => presentText(fieldOf(attachment, name))).find((value) => value !== null)
  return { url: url ?? (typeof attachment === 'string' ? presentText(attachment) : null) }
}

export const messageWrites: MessageWrites = {
  // The limit depends on the channel and is not documented; this one is ours.
  maxLength: 4000,
  channels: [],
  // Pictures go in the call itself; a few megabytes become a third more there.
  files: { types: ['image/jpeg'], perMessage: 1, maxBytes: 4 * 1024 * 1024, textApart: true },

  async send({ http }, { conversationExternalId, body, files }) {
    const path = threadPath(conversationExternalId)
    for (const file of files) {
      const jpeg_base64 = (await file.bytes()).toString('base64')
      await http.post(path, { body: { jpeg_base64 } })
    }
    if (body !== '') await http.post(path, { body: { message: body } })
    // The answer lacks the message's id.
    return { externalId: null, channel: null, sentAt: null }
  },
}
