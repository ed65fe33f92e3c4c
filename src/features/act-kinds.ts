/** Every kind of act that is done at a vendor once, for the resolver. */
import { bookingActs } from './bookings/pms-run.ts'
import { alterationActs } from './channels/airbnb/alterations/acts.ts'
import { itemActs } from './channels/airbnb/content/item-act.ts'
import { removalActs } from './channels/airbnb/content/remove.ts'
import { creationActs } from './channels/airbnb/publishing/creating/act.ts'
import { setupActs } from './channels/booking/setup-acts.ts'
import { messageActs } from './inbox/conversations/sending/act.ts'
import { guestActs } from './guests/create.ts'
import { inquiryActs } from './inbox/inquiries/acts.ts'
import { contentActs } from './listings/content-acts.ts'
import type { ActKinds } from '../upstream/acts/public.ts'
import { guestReviewActs } from './inbox/reviews/guest-review.ts'
import { reviewActs } from './inbox/reviews/reply.ts'

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
