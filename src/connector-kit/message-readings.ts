/** Reads messages, and answers to reviews. */
import type { MessageRecord, ReviewRecord } from '../contract/records.ts'
import { idText, presentText } from './readings.ts'

/** Works for messages whose sender is either the guest or the host. */
export function senderOf(isInbound: boolean): Pick<MessageRecord, 'direction' | 'senderType'> {
  return isInbound
    ? { direction: 'inbound', senderType: 'guest' }
    : { direction: 'outbound', senderType: 'host' }
}

interface Attachment {
  id?: string | number | null | undefined
  url?: string | null | undefined
  contentType?: string | null | undefined
}

/** Attachments without a URL are dropped. */
export function attachmentsIn(
  files: readonly Attachment[] | null | undefined,
): NonNullable<MessageRecord['attachments']> {
  return (files ?? []).flatMap(({ id, url, contentType }) => {
    const [key, address] = [idText(id), presentText(url)]
    if (address === null) return []
    return [{ ...(key === null ? {} : { id: key }), url: address, contentType: presentText(contentType) }]
  })
}

/** Returns the host's reply to a review, or null. */
export function responseOf(
  body: string | null | undefined,
  submittedAt: string | null,
): NonNullable<ReviewRecord['response']> | null {
  const text = presentText(body)
  return text === null ? null : { body: text, submittedAt }
}
