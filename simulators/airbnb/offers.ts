/** A special offer; a pre-approval is one at the current price. */
export interface Offer {
  id: string
  type: 'preapproval' | 'special_offer'
  block_instant_booking?: boolean
  thread_id: string
  host_id: string
  listing_id: string
  start_date: string
  nights: number
  adults: number
  children: number
  total_price: number | null
  status: 'pending' | 'accepted' | 'expired' | 'withdrawn' | 'replaced'
  created_at: string
  expires_at: string
}
