import type { VendorContext } from './vendor-context.ts'

export interface OutgoingFile {
  /** The vendor fetches the file from this URL. */
  url: string
  contentType: string
  filename: string
  bytes(): Promise<Buffer>
}

export interface OutgoingMessage {
  conversationExternalId: string
  /** Names the channel of the thread's messages. */
  platform: string | null
  body: string
  /** The name is one of `channels`. */
  channel?: string
  files: readonly OutgoingFile[]
}

export interface MessageWrites {
  maxLength: number
  /** A sender can choose among these channels; the list is empty when there is no choice. */
  channels: readonly string[]
  /** Null means that files cannot be sent. */
  files: {
    types: readonly string[]
    perMessage: number
    maxBytes: number
    /** Messages need text besides files. */
    needText?: true
    /** The text becomes a message of its own after the files; otherwise it goes with the first file. */
    textApart?: true
  } | null
  send(
    context: VendorContext,
    message: OutgoingMessage,
  ): Promise<{ externalId: string | null; channel: string | null; sentAt: string | null }>
}
