/** Every kind of act that is done at a vendor once, for the resolver. */
import { bookingActs } from './bookings/pms-run.ts'
import { messageActs } from './conversations/sending/act.ts'
import { guestActs } from './guests/create.ts'
import { inquiryActs } from './inquiries/acts.ts'
import { contentActs } from './listings/content-acts.ts'
import type { ActKinds } from '../upstream/acts/public.ts'
import { reviewActs } from './reviews/reply.ts'

export const actKinds: ActKinds = {
  ...bookingActs,
  ...inquiryActs,
  ...reviewActs,
  ...guestActs,
  ...contentActs,
  ...messageActs,
}
