/** A stored transaction. Amounts are exact decimal texts. */
export interface AirbnbTransactionRecord {
  transactionId: string
  status: 'COMPLETED' | 'UPCOMING'
  type: string
  isPayout: boolean
  date: string
  currency: string | null
  /** Signed, after the host's fee; null for a payout. */
  amount: string | null
  grossAmount: string | null
  /** Zero or less. */
  hostServiceFee: string | null
  cleaningFee: string | null
  payoutId: string | null
  payoutIdSynthetic: boolean
  payoutDate: string | null
  lineIndex: number | null
  /** Set for payouts only. */
  paidOutAmount: string | null
  confirmationCode: string | null
  listingName: string | null
  guestName: string | null
  nights: number | null
  reservationStartDate: string | null
  description: string | null
  reference: string | null
}

export const absolute = (amount: string): string => amount.replace(/^-/, '')
