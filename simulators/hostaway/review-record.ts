import type { VendorRow } from '../kit/fields.ts'

export const reviewFields = {
  id: 'id',
  accountId: 'int',
  listingMapId: 'id',
  reservationId: 'id',
  autoReviewId: 'int',
  timeDelta: 'int',
  scheduledDateTime: 'int',
  channelId: 'int',
  type: 'text',
  status: 'text',
  rating: 'number',
  externalReviewId: 'int',
  externalReservationId: 'int',
  publicReview: 'text',
  privateFeedback: 'text',
  revieweeResponse: 'text',
  isRevieweeRecommended: 'flag',
  isCancelled: 'flag',
  autoReviewTemplateId: 'int',
  reviewCategory: 'list',
  submittedAt: 'stamp',
  departureDate: 'stamp',
  arrivalDate: 'stamp',
  listingName: 'text',
  guestName: 'text',
} as const

export type Review = VendorRow<typeof reviewFields>
