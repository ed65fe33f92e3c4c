import type { Operations } from '../../connector-kit/connector.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { GuestReviews, ReviewWrites } from '../../connector-kit/write-operations.ts'
import { idOfRow } from './ids.ts'
import { cursorPage } from './lists.ts'
import { toReview } from './map-review.ts'
import { VendorReview } from './vendor.ts'

const path = '/v2/listing_reviews'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
const review = mapping('review', VendorReview, toReview, idOfRow)

/** The most characters of a review, and of an answer to one. */
const maxLength = 1000

export const reviews: NonNullable<Operations['reviews']> = {
  async page({ http }, { cursor }) {
    const { rows, next } = await cursorPage(http, { path, name: 'listing_reviews', query: {}, cursor })
    return { ...mapRows(rows, review), next }
  },
}

export const reviewWrites: ReviewWrites = {
  maxLength,
  async reply({ http }, { externalId, body }) {
    await http.put(pathOf(externalId), { body: { reviewee_response: body } })
  },
}

export const guestReviews: GuestReviews = {
  tagsNeededBelow: { cleanliness: 4, communication: 4, respect_house_rules: 5 },

  async submit({ http }, { externalId, ...review }) {
    const body = {
      public_review: review.publicReview,
      ...(review.privateFeedback === undefined ? {} : { private_feedback: review.privateFeedback }),
      is_reviewee_recommended: review.isRevieweeRecommended,
      category_ratings: review.categoryRatings.map(({ category, rating, comment, tags }) => ({
        category,
        rating,
        ...(comment === undefined ? {} : { comment }),
        ...(tags === undefined ? {} : { review_category_tags: tags }),
      })),
    }
    await http.put(pathOf(externalId), { body }).catch(tooLate)
  },
}

/** One that was written already, or whose time is over, is told by words that are not published. */
function tooLate(error: unknown): never {
  const isOver =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /already|is over|expired/i.test(error.vendorMessage ?? '')
  throw isOver ? because(error, 'too_late') : error
}
