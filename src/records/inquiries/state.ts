/** Tables of the allowed moves of inquiries and their offers; every move through the API is checked here. */
import type { Inquiry } from '../../contract/inquiry.ts'

export type InquiryState = Inquiry['status']

export type InquiryMove =
  /** The host lets the guest book. */
  | 'pre_approve'
  | 'send_offer'
  /** The host takes back the pre-approval or the offer. */
  | 'withdraw'
  | 'book'
  | 'decline'
  /** Its time ran out. */
  | 'lapse'
  /** The channel says that the nights cannot be booked. */
  | 'close'

const ends = { book: 'booked', decline: 'declined', lapse: 'expired', close: 'not_possible' } as const

export const inquiryMoves = {
  open: { pre_approve: 'pre_approved', send_offer: 'special_offer_sent', ...ends },
  pre_approved: { send_offer: 'special_offer_sent', withdraw: 'open', ...ends },
  special_offer_sent: { send_offer: 'special_offer_sent', withdraw: 'open', ...ends },
  booked: {},
  expired: {},
  declined: {},
  not_possible: {},
} as const satisfies Record<InquiryState, Partial<Record<InquiryMove, InquiryState>>>

/** Undefined if the move is not allowed from this state. */
export const afterInquiry = (state: InquiryState, move: InquiryMove): InquiryState | undefined =>
  (inquiryMoves[state] as Partial<Record<InquiryMove, InquiryState>>)[move]

export type OfferState = 'active' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
export type OfferMove = 'accept' | 'decline' | 'lapse' | 'withdraw'

export const offerMoves = {
  active: { accept: 'accepted', decline: 'declined', lapse: 'expired', withdraw: 'withdrawn' },
  accepted: {},
  declined: {},
  expired: {},
  withdrawn: {},
} as const satisfies Record<OfferState, Partial<Record<OfferMove, OfferState>>>

export const afterOffer = (state: OfferState, move: OfferMove): OfferState | undefined =>
  (offerMoves[state] as Partial<Record<OfferMove, OfferState>>)[move]

/** Channels report only the inquiry's end, so an active offer's end is derived from it. */
const offerMoveBy: Partial<Record<InquiryState, OfferMove>> = {
  booked: 'accept',
  declined: 'decline',
  expired: 'lapse',
  not_possible: 'lapse',
}

/** Returns the state of an offer as it reads now, after expiry and the inquiry's end. */
export function shownOffer(
  stored: OfferState,
  inquiry: InquiryState,
  times: { expiresAt: Date | null; now: Date },
): OfferState {
  const isOver = times.expiresAt !== null && times.expiresAt <= times.now
  const move = offerMoveBy[inquiry] ?? (isOver ? 'lapse' : undefined)
  return (move && afterOffer(stored, move)) ?? stored
}
