/** Describes vendors' webhook deliveries and registrations. */

/** Something changed at the vendor, so it is read again. A delivery is never trusted as data. */
export type InboundHint =
  | { entity: 'reservations'; externalId: string }
  | { entity: 'conversations'; externalId: string }
  /** The messages of the conversation with this id changed. */
  | { entity: 'messages'; externalId: string }
  | { entity: 'listings'; externalId: string }
  /** The calendar of the listing with this id changed. */
  | { entity: 'calendar'; externalId: string }
  | { entity: 'reviews'; externalId: string }

export interface InboundRequest {
  headers: Record<string, string | undefined>
  body: unknown
  rawBody: Buffer
  /** Proofs that expire are checked against the time of arrival; they are unchecked when it is absent. */
  receivedAt?: Date
}

/** The result of registering is stored encrypted, for verification and removal. */
export interface InboundRegistration {
  externalId: string
  /** These secrets verify deliveries, by name. */
  secrets: Record<string, string>
  /** Vendors without registration by API need a person to enter this address. */
  address?: string
}
