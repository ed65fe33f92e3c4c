import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  flag,
  flagOrNull,
  id,
  idOrNull,
  linkOrNull,
  nullable,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'
import { recordAccountOrNull } from './shared.ts'

export const reviewPlatforms = ['airbnb', 'booking', 'vrbo'] as const

export const ReviewCategory = record({
  category: text('What is rated, for example `cleanliness`.'),
  rating: numberOrNull('Rating from 0 to 5.'),
  comment: textOrNull('Comment on it.'),
})
export type ReviewCategory = Static<typeof ReviewCategory>

export const ReviewResponse = record({
  body: text('Text of the reply.'),
  submittedAt: timestampOrNull('When it was given.'),
})
export type ReviewResponse = Static<typeof ReviewResponse>

/** `GET /v1/reviews` lists these, and `GET /v1/reviews/{id}` answers one. */
export const Review = record({
  id: id('Id of the review.'),
  externalId: text('Id of the review at its source.'),
  platform: nullable(oneOfStrings(reviewPlatforms), { description: 'Channel it was written on.' }),
  pms: textOrNull('PMS it was read through; null when it came from the channel directly.'),
  listingId: idOrNull('Listing it is about.'),
  providerPropertyId: textOrNull("The source's id of the property."),
  reservationId: idOrNull('Reservation it is about.'),
  reservationConfirmationCode: textOrNull('Confirmation code of that reservation.'),
  guestId: idOrNull('The guest.'),
  guestName: textOrNull('Name of the guest.'),
  guestAvatar: linkOrNull('Picture of the guest.'),
  reviewerRole: oneOfStrings(['guest', 'host'], { description: 'Who wrote it.' }),
  rating: numberOrNull('Overall rating from 0 to 5.', { minimum: 0, maximum: 5 }),
  categories: Type.Array(ReviewCategory, { description: 'Ratings in detail; empty when there are none.' }),
  publicReview: textOrNull('Text everyone can read.'),
  privateFeedback: textOrNull('Text only the other side can read.'),
  isRevieweeRecommended: flagOrNull('Whether the reviewer recommends the other side.'),
  response: nullable(ReviewResponse, { description: 'The reply; null when there is none.' }),
  submittedAt: timestampOrNull('When it was written.'),
  updatedAt: timestampOrNull('When it last changed.'),
  expiresAt: timestampOrNull('Until when it can be written or answered.'),
  hidden: flag('Not public yet.'),
  language: textOrNull('Language of the text.'),
  account: Type.Optional(recordAccountOrNull('Account the review came through; in lists only.')),
})
export type Review = Static<typeof Review>
