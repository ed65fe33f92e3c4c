import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { fieldOf, listIn, orNull, readable } from '../../connector-kit/answers.ts'
import { afterPage, beginWalk, watermarkOf, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { firstInstant, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import {
  mapOne,
  mappedPage,
  mapping,
  mapRows,
  readCursor,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { apiPath, bodyOf, listPage, readById, rowsIn } from './envelope.ts'
import { sourceNamed } from './map-reservation.ts'
import { VendorAttachment, VendorConversation, VendorMessage, VendorParticipant } from './vendor.ts'

const path = '/inbox/conversations'
const include = 'bookings,inquiries,source'
const mapped = mapping('conversation', VendorConversation, toConversation)

export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page({ http, now }, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(now(), since))
    const page = await listPage(http, { path, query: { include }, since, cursor: place.inner })
    const startedAt = cursor === null ? (page.answeredAt ?? place.startedAt) : place.startedAt
    const reached = afterPage({ ...place, startedAt }, page.rows.map(changedAt), page.next)
    return {
      ...mappedPage(page, mapped),
      next: page.next === null ? null : writeCursor(reached),
      watermark: watermarkOf(reached),
    }
  },

  async one({ http }, externalId) {
    const rows = await orNull(readById(http, path, [externalId], { include }))
    return rows?.[0] === undefined ? null : mapOne(rows[0], mapped)
  },
}

const changedAt = (row: unknown): string | null => momentIn(row, 'updated_at')

const platforms: Record<string, ConversationRecord['platform']> = {
  ...{ airbnb: 'airbnb', homeaway: 'vrbo', 'booking-com': 'booking', email: 'email' },
}

const channelIn = (row: unknown): { channel?: string } => {
  const channel = meaningOf(platforms, fieldOf(row, 'channel'))
  return channel === undefined || channel === null ? {} : { channel }
}

/** A booking counts before the inquiry that led to it. */
function toConversation(row: VendorConversation): ConversationRecord {
  const [booking] = row.bookings ?? []
  const place = booking ?? row.inquiries?.[0]
  const source = presentText(row.source?.name)
  return {
    externalId: String(row.id),
    platform:
      meaningOf(platforms, row.default_channel) ?? (source === null ? null : platformOf(sourceNamed(source))),
    listingExternalId: idText(place?.links?.rental),
    reservationExternalId: idText(booking?.id),
    subject: presentText(row.subject),
    lastMessageAt: readSide('last_message_at', row.last_message_at, () => utcInstant(row.last_message_at)),
  }
}

interface Thread {
  row: unknown
  messages: unknown[]
  participants: VendorParticipant[]
}

async function threadOf({ http }: VendorContext, id: string): Promise<Thread | null> {
  const rows = await orNull(readById(http, path, [id], { include: 'messages,participants' }))
  const row = rows?.[0]
  if (row === undefined) return null
  return {
    row,
    messages: listIn(row, 'messages'),
    participants: readable(VendorParticipant, listIn(row, 'participants')),
  }
}

export const messages: NonNullable<VendorOperations['messages']> = {
  /** A conversation comes with all its messages; only files are read apart. */
  async page(context, { conversationExternalId }) {
    const thread = await threadOf(context, conversationExternalId)
    const rows = thread?.messages ?? []
    const files = await filesOf(context, readable(VendorMessage, rows))
    const sides = new Map(
      (thread?.participants ?? []).map(({ id, links }) => [String(id), links?.member?.type]),
    )
    const ofThread = mapping('message', VendorMessage, (row) =>
      toMessage(row, conversationExternalId, sides, files),
    )
    return { ...mapRows(rows, ofThread), next: null }
  },
}

async function filesOf({ http }: VendorContext, rows: readonly VendorMessage[]) {
  const ids = [...new Set(rows.flatMap(({ links }) => (links?.attachments ?? []).map(String)))]
  const found = ids.length === 0 ? [] : ((await orNull(readById(http, '/inbox/attachments', ids))) ?? [])
  return new Map(readable(VendorAttachment, found).map((file) => [String(file.id), file]))
}

type SideOf = ReadonlyMap<string, string | null | undefined>

/** Returns undefined for a note among the hosts, which no guest ever sees. */
function toMessage(
  row: VendorMessage,
  conversationExternalId: string,
  sides: SideOf,
  files: ReadonlyMap<string, VendorAttachment>,
): MessageRecord | undefined {
  if (row.visibility === 'internal') return undefined
  const side = sides.get(String(row.links?.sender))
  // A sender who has left the thread can still be told by where the message was written.
  const isInbound =
    side === 'Client' ? true : side === 'Host' || row.origin === 'bookingsync_inbox' ? false : null
  const sentAt = firstInstant(row.sent_at, row.created_at)
  if (isInbound === null || sentAt === null) {
    throw new EssentialMissing('a message without a known sender or time')
  }
  const attachments = attachmentsIn(
    (row.links?.attachments ?? []).map((id) => {
      const file = files.get(String(id))
      return { id, url: file?.url, contentType: file?.file_content_type }
    }),
  )
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(isInbound),
    ...channelIn(row),
    body: row.content ?? '',
    ...(attachments.length === 0 ? {} : { attachments }),
    sentAt,
  }
}

export const messageWrites: MessageWrites = {
  // The vendor documents no limit, so this one is low.
  maxLength: 4000,
  // A message goes out by the channel that the conversation has.
  channels: [],
  files: { types: ['image/png', 'image/jpeg'], perMessage: 5, maxBytes: 7 * 1024 * 1024, needText: true },

  async send(context, { conversationExternalId, body, files }) {
    const thread = await threadOf(context, conversationExternalId)
    if (thread === null) throw new VendorError('not_found', `no conversation ${conversationExternalId}`)
    const channel = presentText(fieldOf(thread.row, 'default_channel'))
    const conversation_id = Number(conversationExternalId)
    const sender_id = await senderIn(context, thread, conversation_id)
    const attachment_ids: number[] = []
    for (const file of files) attachment_ids.push(await upload(context, file))
    const fields = {
      ...{ conversation_id, sender_id, content: body, origin: 'bookingsync_inbox', visibility: 'external' },
      ...(channel === null ? {} : { channel }),
      ...(attachment_ids.length === 0 ? {} : { attachment_ids }),
      sent_at: `${context.now().toISOString().slice(0, 19)}Z`,
    }
    const answer = await context.http.post(apiPath('/inbox/messages'), bodyOf('messages', fields))
    const [message] = rowsIn('/inbox/messages', answer)
    return {
      externalId: idText(presentText(fieldOf(message, 'id'))),
      channel: channelIn(message).channel ?? null,
      sentAt: momentIn(message, 'sent_at'),
    }
  },
}

/** Only a host who takes part in a conversation can write; channels do not always add one. */
async function senderIn(
  context: VendorContext,
  { participants }: Thread,
  conversation_id: number,
): Promise<number> {
  const own = participants.find(({ links }) => links?.member?.type === 'Host')
  if (own !== undefined) return Number(own.id)
  const { rows } = await listPage(context.http, { path: '/hosts', cursor: null })
  const member_id = Number(fieldOf(rows[0], 'id'))
  if (!Number.isSafeInteger(member_id)) {
    throw new VendorError('rejected', 'the BookingSync account has no host who could write in its inbox')
  }
  const fields = { conversation_id, member_id, member_type: 'Host' }
  const answer = await context.http.post(apiPath('/inbox/participants'), bodyOf('participants', fields))
  return madeId(rowsIn('/inbox/participants', answer)[0], 'participant')
}

async function upload({ http }: VendorContext, file: OutgoingFile): Promise<number> {
  const encoded = (await file.bytes()).toString('base64')
  const fields = { name: file.filename, file: `data:${file.contentType};base64,${encoded}` }
  const answer = await http.post(apiPath('/inbox/attachments'), bodyOf('attachments', fields))
  return madeId(rowsIn('/inbox/attachments', answer)[0], 'attachment')
}

function madeId(row: unknown, kind: string): number {
  const id = Number(fieldOf(row, 'id'))
  if (!Number.isSafeInteger(id)) throw new VendorError('malformed', `a new ${kind} has no id`)
  return id
}
