/** New messages of all accounts that a server has with a channel, told until they are confirmed. */
import type { VendorContext } from './vendor-context.ts'

export interface HeardMessage {
  /** As the channel calls it; null: not told. */
  accountId: string | null
  conversationExternalId: string
}

export interface MessageQueue {
  /** What is at the front of it, and how many messages that is. */
  front(context: VendorContext): Promise<{ heard: HeardMessage[]; count: number }>
  /** Takes so many off its front. */
  confirm(context: VendorContext, count: number): Promise<void>
}
