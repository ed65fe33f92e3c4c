/** Sending messages. */
import type { VendorContext } from './vendor-context.ts'

export interface OutgoingFile {
  /** A URL that the vendor can fetch. */
  url: string
  contentType: string
  filename: string
  bytes(): Promise<Buffer>
}

export interface OutgoingMessage {
  conversationExternalId: string
  /** The channel of the thread's messages. */
  platform: string | null
  body: string
  /** One of `channels`. */
  channel?: string
  files: readonly OutgoingFile[]
}

export interface MessageWrites {
  maxLength: number
  /** Channels a sender can choose; empty when there is no choice. */
  channels: readonly string[]
  /** Null when files cannot be sent. */
  files: {
    types: readonly string[]
    perMessage: number
    maxBytes: number
    /** Messages need text besides files. */
    needText?: true
    /** The text is a message of its own after the files; otherwise it goes with the first file. */
    textApart?: true
  } | null
  send(
    context: VendorContext,
    message: OutgoingMessage,
  ): Promise<{ externalId: string | null; channel: string | null; sentAt: string | null }>
}
