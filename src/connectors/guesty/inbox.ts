import type { ConversationRecord } from '../../contract/records.ts'
import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, firstInstant, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import {
  emptyPage,
  mapping,
  mapRows,
  readCursor,
  readOne,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { conversationPlatform } from './channels.ts'
import { through } from './doors.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toConversation, toMessage } from './map-conversation.ts'
import { staysById } from './newer-stays.ts'
import { VendorConversation, VendorPost } from './vendor-inbox.ts'
import { VendorSent } from './vendor-writes.ts'

const path = '/v1/communication/conversations'
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`
const pageSize = 100
// Words of the list's own `fields`; some bring several fields along.
const fields =
  'guest reservation integration status read lastMessage lastMessageFrom type createdAt modifiedAt'
const withGuests = JSON.stringify([{ field: 'type', operator: '$eq', value: 'guest' }])
// Where rows tell no time the next walk starts by our clock, and the vendor's may be behind it.
const clockMarginMs = 3_600_000

const mapped = mapping('conversation', VendorConversation, toConversation, idOf)

interface ConversationCursor {
  after: string | null
  /** Where the next walk starts: at the newest change this one began with, for what changes meanwhile moves there. */
  watermark: string | null
}

/** Newest change first, to the end or down to what is known. */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page({ http, now }, { cursor, since }) {
    const place = readCursor<ConversationCursor>(cursor, { after: null, watermark: null })
    const query = {
      fields,
      filters: withGuests,
      sort: '-modifiedAt',
      limit: pageSize,
      cursorAfter: place.after,
    }
    const { rows, limit, after } = readRows(await http.get(path, { query }), 'conversations')
    const times = rows.map((row) => momentIn(row, 'modifiedAt'))
    const fallback = since ?? new Date(now().getTime() - clockMarginMs).toISOString()
    const watermark = place.watermark ?? latestInstant([...times, since]) ?? fallback
    const isLast =
      after === null ||
      after === place.after ||
      rows.length < Math.min(limit ?? pageSize, pageSize) ||
      isPast(times, since)
    return {
      ...mapRows(
        rows.filter((_row, index) => isWanted(times[index] ?? null, since)),
        mapped,
      ),
      next: isLast ? null : writeCursor({ after, watermark }),
      watermark,
    }
  },

  one: oneConversation,

  async ofInquiry(context, inquiry) {
    const newer = await through(context, 'newer', () => staysById(context, [inquiry]))
    const row = newer === null ? await olderThreadOf(context, inquiry) : newer[0]
    const id = presentText(fieldOf(row, 'conversationId'))
    const record = id === null ? null : await oneConversation(context, id)
    // One guest's bookings share a thread, which is about the newest of them.
    return record?.reservationExternalId === inquiry ? record : null
  },
}

async function olderThreadOf({ http }: VendorContext, inquiry: string): Promise<unknown> {
  const query = { fields: 'conversationId' }
  const answer = await orNull(http.get(`/v1/reservations/${encodeURIComponent(inquiry)}`, { query }))
  return answer === null ? null : readRecord(answer)
}

function oneConversation({ http }: VendorContext, externalId: string): Promise<ConversationRecord | null> {
  return readOne(http.get(pathOf(externalId)), mapped, readRecord)
}

function isWanted(time: string | null, since: string | null): boolean {
  return since === null || time === null || compareInstants(time, since) >= 0
}

/** Whether everything after this page is older. Only rows that tell their time, in order, prove it. */
function isPast(times: (string | null)[], since: string | null): boolean {
  const last = times.at(-1)
  if (since === null || !last || compareInstants(last, since) >= 0) return false
  return times.every((time, index) => {
    const before = index === 0 ? time : (times[index - 1] ?? null)
    return time !== null && before !== null && compareInstants(time, before) <= 0
  })
}

// How long the pages are cannot be chosen; the answer says it.
const usualPageSize = 25

export const messages: NonNullable<VendorOperations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const place = readCursor<{ after: string | null }>(cursor, { after: null })
    const query = { sort: '-createdAt', cursorAfter: place.after }
    const answer = await orNull(http.get(`${pathOf(conversationExternalId)}/posts`, { query }))
    // A conversation that is gone has no messages.
    if (answer === null) return emptyPage
    const { rows, limit, after } = readRows(answer, 'posts')
    const read = mapping('message', VendorPost, (row) => toMessage(row, conversationExternalId), idOf)
    // The last page names a place to go on as well, though nothing is there.
    const isLast = after === null || after === place.after || rows.length < (limit ?? usualPageSize)
    return { ...mapRows(rows, read), next: isLast ? null : writeCursor({ after }) }
  },
}

/** The vendor's names for the channels' own inboxes. */
const modules: Record<string, string> = { airbnb: 'airbnb2', booking: 'bookingCom', vrbo: 'homeaway2' }

export const messageWrites: MessageWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: ['email', 'sms', 'whatsapp'],
  // The call has no field for them; vendor description.
  files: null,

  async send({ http }, { conversationExternalId, platform, body, channel }) {
    const type = channel ?? modules[platform ?? ''] ?? 'email'
    const send = `${pathOf(conversationExternalId)}/send-message`
    const answer = readRecord(await http.post(send, { body: { module: { type }, body } }))
    const [row] = readable(VendorSent, [answer])
    const moduleType = row?.module?.type ?? type
    return {
      externalId: row?._id ?? null,
      channel: conversationPlatform(moduleType) ?? moduleType,
      sentAt: firstInstant(row?.sentAt, row?.createdAt),
    }
  },
}
