/** Who keeps a listing: what it says of itself, which nights can be had, what they cost. Everybody else brings stays of it. */
import type { WritePolicy } from '../../contract/connection.ts'

/** The account that a listing was read from: it is written there, and read back from there. */
export interface ConnectionKeeper {
  kind: 'connection'
  connectionId: string
  /** What the account calls the listing. */
  externalId: string
  provider: string
  status: string
  writePolicy: WritePolicy
  /** What its owner allowed, in the provider's words; null: nobody told it. */
  granted: string[] | null
}

export type ListingKeeper = { kind: 'us' } | ConnectionKeeper

/** Whatever else is said of the account meanwhile. */
export const isSameKeeper = (one: ListingKeeper, other: ListingKeeper): boolean =>
  one.kind === 'connection' && other.kind === 'connection'
    ? one.connectionId === other.connectionId && one.externalId === other.externalId
    : one.kind === other.kind
