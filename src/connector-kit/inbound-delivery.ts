/** What a vendor sends by itself, and how it comes to know where. */

/** Something changed upstream: fetch it again. Never trusted as data. */
export type InboundHint =
  | { entity: 'reservations'; externalId: string }
  | { entity: 'conversations'; externalId: string }
  /** The messages of the conversation with this id. */
  | { entity: 'messages'; externalId: string }
  | { entity: 'listings'; externalId: string }
  /** The calendar of the listing with this id. */
  | { entity: 'calendar'; externalId: string }
  | { entity: 'reviews'; externalId: string }

export interface InboundRequest {
  headers: Record<string, string | undefined>
  body: unknown
  rawBody: Buffer
  /** When it arrived, for proofs that end; absent: not checked. */
  receivedAt?: Date
}

/** What registering the webhook address gave, kept (encrypted) for verification and removal. */
export interface InboundRegistration {
  externalId: string
  /** Secrets to verify what arrives, by name. */
  secrets: Record<string, string>
  /** For vendors that take no registration by API: the address a person has to give them. */
  address?: string
}
