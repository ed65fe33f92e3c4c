/** What other slices may use of inquiries. */
export { askedThread } from './answer-queries.ts'
export { capabilitiesOf } from './capabilities.ts'
export { readOfferLive } from './live-offer.ts'
export { readOffer, sendOffer, takeBackOffer } from './offers.ts'
export { preApprove } from './pre-approval.ts'
