/** What other slices may use of conversations. */
import type { MessageAttachment } from '../../contract/message.ts'
import { toAttachment } from './map.ts'

/** The thread of a booking that was made here. */
export { insertConversation as startConversation } from './queries.ts'
export { recogniseSent } from './sending/recognise.ts'

/** Stored files of a message as the API shows them. */
export function toAttachments(stored: readonly object[]): MessageAttachment[] {
  return stored.map((attachment) => toAttachment(attachment))
}
