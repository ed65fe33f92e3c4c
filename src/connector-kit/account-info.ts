/** A vendor says this about an account when it is connected. */
export interface AccountInfo {
  /** Null when the vendor names no id; the one in the credentials (`accountOf`) counts then. */
  externalAccountId: string | null
  accountName: string | null
  /** The account's owner has not enabled these parts for this server, if the vendor says so. */
  lacks?: readonly AccountPart[]
  /** An account that is exactly one property describes it here. */
  place?: AccountPlace
}

/** Fields are null where the vendor does not say. */
export interface AccountPlace {
  /** The vendor's word for the kind of property: `hotel`, `apartment`. */
  kind: string | null
  /** The code has two letters, by ISO 3166. */
  country: string | null
  city: string | null
}

export type AccountPart = 'content' | 'reservations' | 'rates' | 'messaging'
