/** What other slices may use of conversations. */
import type { MessageAttachment } from '../../contract/message.ts'
import { toAttachment } from './map.ts'

/** Stored files of a message as the API shows them. */
export function toAttachments(stored: readonly object[]): MessageAttachment[] {
  return stored.map((attachment) => toAttachment(attachment))
}
