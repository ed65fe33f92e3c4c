/** What a vendor says about an account when it is connected. */
export interface AccountInfo {
  /** Null when the vendor names no id; then the one in the credentials (`accountOf`) counts. */
  externalAccountId: string | null
  accountName: string | null
  /** Parts that the account's owner has not enabled for this server, if the vendor says so. */
  lacks?: readonly AccountPart[]
  /** The property, for an account that is exactly one property. */
  place?: AccountPlace
}

/** Null where the vendor does not say. */
export interface AccountPlace {
  /** The kind of property: `hotel`, `apartment`. */
  kind: string | null
  /** ISO 3166 country code of two letters. */
  country: string | null
  city: string | null
}

export type AccountPart = 'content' | 'reservations' | 'rates' | 'messaging'
