/** The keeper decides a listing's content, nights and prices. Everybody else only brings stays. */
import type { WritePolicy } from '../../contract/connection.ts'

/** A listing that was read from this account is written and read back there. */
export interface ConnectionKeeper {
  kind: 'connection'
  connectionId: string
  /** The account's id of the listing. */
  externalId: string
  provider: string
  status: string
  writePolicy: WritePolicy
  /** What the account's owner allowed, in the provider's words; null if the provider does not say. */
  granted: string[] | null
}

export type ListingKeeper = { kind: 'us' } | ConnectionKeeper

/** Compares who keeps a listing, whatever else changed about the account. */
export const isSameKeeper = (one: ListingKeeper, other: ListingKeeper): boolean =>
  one.kind === 'connection' && other.kind === 'connection'
    ? one.connectionId === other.connectionId && one.externalId === other.externalId
    : one.kind === other.kind
