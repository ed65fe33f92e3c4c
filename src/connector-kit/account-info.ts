/** What a vendor tells of an account when it is connected. */
export interface AccountInfo {
  /** null: the vendor names none, and the one in the credentials (`accountOf`) stands. */
  externalAccountId: string | null
  accountName: string | null
  /** What its owner has not switched on for this server, where the vendor tells. */
  lacks?: readonly AccountPart[]
  /** Of an account that is one property, where the vendor tells. */
  place?: AccountPlace
}

/** null: not told. */
export interface AccountPlace {
  /** `hotel`, `apartment`: what the property is. */
  kind: string | null
  /** Two letters. */
  country: string | null
  city: string | null
}

export type AccountPart = 'content' | 'reservations' | 'rates' | 'messaging'
