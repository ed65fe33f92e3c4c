/** Airbnb's review routes take and answer these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { words } from './body-fields.ts'
import { ofAccount } from './channel-airbnb.ts'
import {
  flag,
  id,
  idOrNull,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './fields.ts'
import { GuestReviewBody } from './review-write.ts'

export const AirbnbReview = record({
  id: id('Id of the review, as `GET /v1/reviews/{id}` takes it.'),
  reservationCode: textOrNull("Airbnb's code of the booking."),
  listingId: idOrNull('Listing it is about.'),
  ...ofAccount,
  reviewerRole: oneOfStrings(['guest', 'host'], {
    description:
      'Who writes it. One of the host is there before it is written: `submitted` says whether it was.',
  }),
  rating: numberOrNull('From 1 to 5; null while it is hidden, and of reviews by hosts.'),
  comment: textOrNull('What everyone can read; null while it is hidden or not written.'),
  response: textOrNull('What was answered to it.'),
  submitted: flag('It was handed in.'),
  hidden: flag('Neither side can read it before both have written, or 14 days are over.'),
  expiresAt: timestampOrNull('Until when it can be handed in.'),
  createdAt: timestampOrNull('When it was handed in.'),
})
export type AirbnbReview = Static<typeof AirbnbReview>

const response = words(1000, 'What is answered. Everyone can read it.', {
  examples: ['Thank you, come again!'],
})

/** Body of `POST /v1/channels/airbnb/reviews/{id}/respond`. */
export const AirbnbReviewRespondBody = record({ response })
export type AirbnbReviewRespondBody = Static<typeof AirbnbReviewRespondBody>

export const airbnbReviewActions = ['respond', 'submit'] as const

/** Body of `POST /v1/channels/airbnb/reviews`. */
export const AirbnbReviewActionBody = record({
  action: Type.Optional(text('`respond`, the default, or `submit`.', { examples: ['respond'] })),
  reviewId: Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
    ],
    { description: 'Id of the review.' },
  ),
  response: Type.Optional(response),
  review: Type.Optional({
    ...GuestReviewBody,
    description: 'Needed with `submit`: what the host says of the guest.',
  }),
})
export type AirbnbReviewActionBody = Static<typeof AirbnbReviewActionBody>

export const AirbnbReviewWritten = record({
  id: id('Id of the review.'),
  submitted: flag('It was handed in, or answered; that is final.'),
  dryRun: Type.Optional(
    Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
  ),
})
export type AirbnbReviewWritten = Static<typeof AirbnbReviewWritten>
