/** Sending messages. */
import type { VendorContext } from './vendor-context.ts'

export interface OutgoingFile {
  /** Where the vendor can fetch it. */
  url: string
  contentType: string
  filename: string
  bytes(): Promise<Buffer>
}

export interface OutgoingMessage {
  conversationExternalId: string
  /** Of the thread: the channel its messages go by. */
  platform: string | null
  body: string
  /** One of `channels`. */
  channel?: string
  files: readonly OutgoingFile[]
}

export interface MessageWrites {
  maxLength: number
  /** Names by which the sender can choose how a message travels; empty: it cannot. */
  channels: readonly string[]
  /** null: no files. */
  files: {
    types: readonly string[]
    perMessage: number
    maxBytes: number
    /** A message has to have words, whatever files it carries; absent: it may be files alone. */
    needText?: true
    /** The words are a message of their own behind the files; absent: they go with the first file. */
    textApart?: true
  } | null
  send(
    context: VendorContext,
    message: OutgoingMessage,
  ): Promise<{ externalId: string | null; channel: string | null; sentAt: string | null }>
}
