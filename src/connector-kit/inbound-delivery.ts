/** Vendors' webhook deliveries and registrations. */

/** Something changed at the vendor, so read it again. Never trusted as data. */
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
  /** The time of arrival, for proofs that expire; unchecked when absent. */
  receivedAt?: Date
}

/** The result of registering, stored encrypted for verification and removal. */
export interface InboundRegistration {
  externalId: string
  /** Secrets that verify deliveries, by name. */
  secrets: Record<string, string>
  /** The address that a person must enter, for vendors without registration by API. */
  address?: string
}
