/** Every kind of act that is done at a vendor once, for the resolver. */
import { bookingActs } from './bookings/pms-run.ts'
import { alterationActs } from './channel-airbnb/alterations/acts.ts'
import { itemActs } from './channel-airbnb/content/item-act.ts'
import { removalActs } from './channel-airbnb/content/remove.ts'
import { creationActs } from './channel-airbnb/publishing/creating/act.ts'
import { setupActs } from './channel-booking/setup-acts.ts'
import { messageActs } from './conversations/sending/act.ts'
import { guestActs } from './guests/create.ts'
import { inquiryActs } from './inquiries/acts.ts'
import { contentActs } from './listings/content-acts.ts'
import type { ActKinds } from '../upstream/acts/public.ts'
import { guestReviewActs } from './reviews/guest-review.ts'
import { reviewActs } from './reviews/reply.ts'

export const actKinds: ActKinds = {
  ...bookingActs,
  ...inquiryActs,
  ...reviewActs,
  ...guestReviewActs,
  ...guestActs,
  ...contentActs,
  ...messageActs,
  ...alterationActs,
  ...itemActs,
  ...removalActs,
  ...setupActs,
  ...creationActs,
}
