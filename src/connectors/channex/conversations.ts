import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { fieldOf, orLocked, orNull } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { mapOne, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { namesIn, platformOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { base, dataRow, listPage, oneRow, pathOf } from './envelope.ts'
import { sourceOf } from './map-reservation.ts'
import { endsBefore, isSince } from './newest-first.ts'
import { VendorMessage, VendorThread } from './vendor.ts'

const threads = mapping('conversation', VendorThread, toConversation)
const nothing = { rows: [], next: null }

export const conversations: NonNullable<VendorOperations['conversations']> = {
  /** Properties without the vendor's messages app are refused, and have none to read. */
  async page({ http, now }, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(now(), since))
    const list = {
      path: `${base}/message_threads`,
      query: { 'order[updated_at]': 'desc' },
      cursor: place.inner,
    }
    const { rows, next } = (await orLocked(listPage(http, list))) ?? nothing
    const isRead = since !== null && endsBefore(rows, 'updated_at', since)
    return {
      ...mapRows(since === null ? rows : rows.filter((row) => isSince(row, 'updated_at', since)), threads),
      next: next === null || isRead ? null : writeCursor({ ...place, inner: next }),
      watermark: place.startedAt,
    }
  },

  async one({ http }, externalId) {
    const row = await oneRow(http, pathOf('message_threads', externalId))
    return row === null ? null : mapOne(row, threads)
  },
}

function toConversation(row: VendorThread): ConversationRecord {
  const bookingId = presentText(row.related?.booking)
  const title = presentText(row.title)
  // The title of a thread without a booking is all that names its guest.
  const guest = bookingId === null && title !== null ? namesIn(title) : null
  return {
    externalId: row.id,
    platform: platformOf(sourceOf(row.provider)),
    ...(bookingId === null ? {} : { reservationExternalId: bookingId }),
    ...(guest === null ? {} : { guest }),
    lastMessageAt: readSide('last_message_received_at', row.last_message_received_at, () =>
      utcInstant(row.last_message_received_at),
    ),
  }
}

const isOfGuest: Readonly<Record<string, boolean>> = { guest: true, property: false }

export const messages: NonNullable<VendorOperations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const list = { path: pathOf('message_threads', conversationExternalId, 'messages'), cursor }
    const { rows, next } = (await orNull(listPage(http, list))) ?? nothing
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(rows, ofThread), next }
  },
}

function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const isInbound = meaningOf(isOfGuest, row.sender?.toLowerCase())
  const sentAt = utcInstant(row.inserted_at)
  if (isInbound === undefined || sentAt === null)
    throw new EssentialMissing('a message without a known sender or time')
  // An attachment is an address, and newer answers may have its parts.
  const files = (row.attachments ?? []).map((file) => ({
    url: presentText(file) ?? presentText(fieldOf(file, 'url')),
  }))
  return {
    externalId: row.id,
    conversationExternalId,
    ...senderOf(isInbound),
    body: textOfHtml(row.message ?? ''),
    ...(files.length === 0 ? {} : { attachments: attachmentsIn(files) }),
    sentAt,
  }
}

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: [],
  files: null,

  async send({ http }, { conversationExternalId, body }) {
    const path = pathOf('message_threads', conversationExternalId, 'messages')
    const message = dataRow(await http.post(path, { body: { message: { message: body } } }))
    return {
      externalId: presentText(fieldOf(message, 'id')),
      channel: null,
      sentAt: momentIn(message, 'inserted_at'),
    }
  },
}
