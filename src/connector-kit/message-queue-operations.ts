/** New messages of all accounts at a channel, repeated until confirmed. */
import type { VendorContext } from './vendor-context.ts'

export interface HeardMessage {
  /** The channel's id of the account; null when not given. */
  accountId: string | null
  conversationExternalId: string
}

export interface MessageQueue {
  /** The messages at the front of the queue, and their number. */
  front(context: VendorContext): Promise<{ heard: HeardMessage[]; count: number }>
  /** Removes so many from the front. */
  confirm(context: VendorContext, count: number): Promise<void>
}
