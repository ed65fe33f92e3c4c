/** Replies to reviews, and reviews of guests, are sent with these bodies. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { words } from './body-fields.ts'
import { flag, id, nullable, oneOfStrings, record, textOrNull } from './fields.ts'
import { dryRunMark, relayed } from './relay-write.ts'
import { reviewPlatforms, ReviewResponse } from './review.ts'

export const longestReply = 4000

const reply = (description: string) => Type.Optional(words(longestReply, description))

/** Body of `POST /v1/reviews/{id}/reply`. */
export const ReviewReplyBody = record({
  message: reply('Text of the reply. Everyone can read it.'),
  response: reply('Another spelling of `message`.'),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'Signature. Only on Vrbo; no PMS takes one.' }),
  ),
})
export type ReviewReplyBody = Static<typeof ReviewReplyBody>

export const ReviewReplied = record({
  id: id('Id of the review.'),
  platform: nullable(oneOfStrings(reviewPlatforms), { description: 'Channel it was written on.' }),
  pms: relayed,
  response: ReviewResponse,
  dryRun: dryRunMark,
})
export type ReviewReplied = Static<typeof ReviewReplied>

const stars = Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 to 5.' })
export const guestReviewTag = '^host_review_guest_(positive|negative)_[a-z0-9_]{1,80}$'
export const guestReviewCategories = ['cleanliness', 'communication', 'respect_house_rules'] as const
const publicText = (description: string) => Type.Optional(words(1000, description))

/** Body of `POST /v1/reviews/{id}/guest-review`. */
export const GuestReviewBody = record({
  publicReview: publicText('What everyone can read of the guest.'),
  comment: publicText('Another spelling of `publicReview`.'),
  isRevieweeRecommended: flag('Whether you recommend the guest to other hosts.'),
  rating: Type.Optional({
    ...stars,
    description: 'From 1 to 5. Airbnb takes none: there the categories say it.',
  }),
  categoryRatings: Type.Array(
    record({
      category: oneOfStrings(guestReviewCategories, { description: 'What is rated.' }),
      rating: stars,
      comment: Type.Optional(Type.String({ maxLength: 50, description: 'A remark on it.' })),
      tags: Type.Optional(
        Type.Array(
          Type.String({
            pattern: guestReviewTag,
            description: 'What it is about, as the channel calls it.',
            examples: ['host_review_guest_negative_arrived_early'],
          }),
          {
            minItems: 1,
            maxItems: 20,
            description:
              'Why, in the words of the channel. Airbnb needs some where `respect_house_rules` is below 5 or another rating below 4.',
          },
        ),
      ),
    }),
    { minItems: 3, maxItems: 3, description: 'Each of the three categories once.' },
  ),
  privateFeedback: Type.Optional(
    Type.String({ maxLength: 1000, description: 'What only the guest can read.' }),
  ),
})
export type GuestReviewBody = Static<typeof GuestReviewBody>

export const GuestReviewed = record({
  id: id('Id of the review.'),
  externalReviewId: textOrNull("The channel's id of it."),
  submitted: flag('It was handed in; that is final.'),
  dryRun: dryRunMark,
})
export type GuestReviewed = Static<typeof GuestReviewed>
