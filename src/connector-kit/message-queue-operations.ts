/** Some channels queue new messages of all accounts and repeat them until confirmed. */
import type { VendorContext } from './vendor-context.ts'

export interface HeardMessage {
  /** This is the channel's id of the account; null when not given. */
  accountId: string | null
  conversationExternalId: string
}

export interface MessageQueue {
  /** Returns the messages at the front of the queue, and their number. */
  front(context: VendorContext): Promise<{ heard: HeardMessage[]; count: number }>
  /** Removes this many messages from the front. */
  confirm(context: VendorContext, count: number): Promise<void>
}
