/** Sends messages to guests of a sandbox account, and replies to reviews. */
import { randomUUID } from 'node:crypto'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import type { MessageRecord, ReviewRecord } from '../../contract/records.ts'
import { accountIn } from './account.ts'
import { throwUnlessTold } from './failures.ts'
import { insertOwnRecord, ownRecord } from './queries.ts'

/** The sandbox accepts the messages that the real provider accepts. */
export const messageWrites = (real: Omit<MessageWrites, 'send'>): MessageWrites => ({
  ...real,
  send: (context, message) => {
    const { conversationExternalId, body, files, platform } = message
    return throwUnlessTold({ body }, async () => {
      const sentAt = context.now().toISOString()
      const channel = message.channel ?? platform
      const record: MessageRecord = {
        externalId: `sandbox-message-${randomUUID()}`,
        conversationExternalId,
        direction: 'outbound',
        senderType: 'host',
        channel,
        body,
        attachments: files.map(({ url, contentType }) => ({ url, contentType, createdAt: sentAt })),
        sentAt,
      }
      await insertOwnRecord(accountIn(context), 'message', [{ externalId: record.externalId, record }])
      return { externalId: record.externalId, channel, sentAt }
    })
  },
})

/** `first` are the messages the account had when it was connected. */
export const readMessages = (
  first: (now: Date) => MessageRecord[],
): NonNullable<VendorOperations['messages']> => ({
  async page(context, { conversationExternalId }) {
    const sent = await ownRecord<MessageRecord>(accountIn(context), 'message')
    const records = [...first(context.now()), ...sent.values()].filter(
      (message) => message.conversationExternalId === conversationExternalId,
    )
    return { records, failures: [], next: null, expected: records.length }
  },
})

export const reviewWrites = ({ maxLength }: Omit<ReviewWrites, 'reply'>): ReviewWrites => ({
  maxLength,
  reply: (context, { externalId, body }) =>
    throwUnlessTold({ body }, () => {
      const record = { body, submittedAt: context.now().toISOString() }
      return insertOwnRecord(accountIn(context), 'reply', [{ externalId, record }])
    }),
})

/** `first` are the reviews the account had when it was connected. */
export const readReviews = (
  first: (now: Date) => ReviewRecord[],
): NonNullable<VendorOperations['reviews']> => ({
  async page(context) {
    const replies = await ownRecord<NonNullable<ReviewRecord['response']>>(accountIn(context), 'reply')
    const held = first(context.now())
    const storedIds = new Set(held.map(({ externalId }) => externalId))
    const others = [...replies.keys()].filter((externalId) => !storedIds.has(externalId))
    const records = [
      ...held,
      ...others.map((externalId): ReviewRecord => ({ externalId, platform: null, reviewerRole: 'guest' })),
    ].map((review) => {
      const response = replies.get(review.externalId)
      return response ? { ...review, response } : review
    })
    return { records, failures: [], next: null, expected: records.length }
  },
})
