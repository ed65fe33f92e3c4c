import type { MessageRecord } from '../../contract/records.ts'
import { fieldOf, listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { senderOf } from '../../connector-kit/message-readings.ts'
import { emptyPage, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { demandMeaning, idText, presentText } from '../../connector-kit/readings.ts'
import { read } from './graphql.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { cursorIn } from './property-walk.ts'
import { VendorMessage } from './vendor.ts'

const pageSize = 50

const isInbound: Record<string, boolean> = { TRAVELER: true, SUPPLIER: false }

export const messages: NonNullable<VendorOperations['messages']> = {
  async page(context, { conversationExternalId, cursor }) {
    const variables = { thread: conversationExternalId, cursor, pageSize }
    const { messageThread } = await read(context, 'MessagesOfThread', variables)
    if (messageThread === null || messageThread === undefined) return emptyPage
    const list = fieldOf(messageThread, 'messages')
    const message = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(listIn(list, 'elements'), message), next: cursorIn(list) }
  },
}

function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const sentAt = utcInstant(row.creationDateTimeUtc)
  if (sentAt === null) throw new Error('a message without time')
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(demandMeaning(isInbound, row.fromRole ?? '', 'sender')),
    channel: 'vrbo',
    body: row.body?.value ?? '',
    attachments: (row.attachments ?? []).flatMap(({ id, name, url, uploadDateTimeUtc }) => {
      const [key, address] = [idText(id), presentText(url)]
      if (address === null) return []
      const file = {
        url: address,
        contentType: typeOf(presentText(name)),
        createdAt: utcInstant(uploadDateTimeUtc),
      }
      return [key === null ? file : { id: key, ...file }]
    }),
    moderation: moderations[row.reviewStatus ?? ''] ?? null,
    sentAt,
  }
}

/** An unknown word gives no moderation. */
const moderations: Record<string, MessageRecord['moderation']> = {
  IN_REVIEW: 'in_review',
  ACCEPTED: 'accepted',
  BLOCKED: 'blocked',
}

const types: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** The vendor gives only the file's name. */
const typeOf = (name: string | null): string | null =>
  types[name?.split('.').at(-1)?.toLowerCase() ?? ''] ?? null
