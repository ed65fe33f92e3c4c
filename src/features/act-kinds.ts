/** The resolver of lost answers needs every kind of act. */
import { bookingActs } from './bookings/pms/booking-acts.ts'
import { alterationActs } from './channels/airbnb/alterations/alteration-acts.ts'
import { itemActs } from './channels/airbnb/content/make-item-once.ts'
import { removalActs } from './channels/airbnb/content/remove-item.ts'
import { creationActs } from './channels/airbnb/publishing/creating/create-listing-once.ts'
import { setupActs } from './channels/booking/setup-acts.ts'
import { messageActs } from './inbox/conversations/sending/message-act.ts'
import { guestActs } from './guests/create-guest.ts'
import { inquiryActs } from './inbox/inquiries/inquiry-acts.ts'
import { contentActs } from './listings/content-acts.ts'
import type { ActKinds } from '../upstream/acts/public.ts'
import { guestReviewActs } from './inbox/reviews/review-guest.ts'
import { reviewActs } from './inbox/reviews/reply-to-review.ts'

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
