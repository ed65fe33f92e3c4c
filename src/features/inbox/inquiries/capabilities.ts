/** What can be done in a conversation now. */
import type { ConversationCapabilities } from '../../../contract/conversation.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import { afterInquiry, type InquiryState } from '../../../records/inquiries/state.ts'

export interface CapableThread {
  isBooked: boolean
  /** null: there is no inquiry. */
  inquiry: InquiryState | null
  /** undefined: no connected account can do it. */
  connector: Connector | undefined
}

export function capabilitiesOf({ isBooked, inquiry, connector }: CapableThread): ConversationCapabilities {
  const { preApprovals, specialOffers } = connector?.operations ?? {}
  const can = (move: 'pre_approve' | 'send_offer' | 'withdraw') =>
    !isBooked && inquiry !== null && afterInquiry(inquiry, move) !== undefined
  const canSendOffer = specialOffers !== undefined && can('send_offer')
  return {
    canPreApprove: preApprovals !== undefined && can('pre_approve'),
    // No vendor can withdraw a pre-approval yet; offers can be withdrawn where they are made.
    canWithdraw: specialOffers !== undefined && inquiry === 'special_offer_sent' && can('withdraw'),
    canSendOffer,
    offerPrice: canSendOffer ? specialOffers.price : null,
    canPreviewOffer: false,
  }
}
