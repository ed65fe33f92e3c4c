/**
 * What is done by calls that only third parties describe, or that were reconstructed: never at Airbnb itself unless
 * AIRBNB_UNVERIFIED_CALLS says so. NOTES.md tells what is known of each.
 */
import type { Operations } from '../../connector-kit/connector.ts'
import { wholeContent } from './content/sections.ts'
import { alterations, withAlterations } from './alterations.ts'
import { hostCancellations } from './host-cancellations.ts'
import { listingCreation } from './listing-creation.ts'
import { messagesWithPictures } from './message-writes.ts'
import { preApprovals, specialOffers } from './offers.ts'
import { requestAnswers } from './request-answers.ts'
import { reservations } from './reservations.ts'
import { reviewWrites } from './reviews.ts'

export const unverified = {
  channelContent: wholeContent,
  alterations,
  hostCancellations,
  listingCreation,
  messageWrites: messagesWithPictures,
  preApprovals,
  requestAnswers,
  // Bookings with the changes that are asked for.
  reservations: withAlterations(reservations),
  reviewWrites,
  specialOffers,
} satisfies Partial<Operations>
