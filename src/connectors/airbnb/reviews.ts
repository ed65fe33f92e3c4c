import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { GuestReviews, ReviewWrites } from '../../connector-kit/write-operations.ts'
import { idOfRow, demandId, idOf } from './ids.ts'
import { cursorPage } from './lists.ts'
import { VendorReview } from './vendor.ts'
import type { ReviewRecord } from '../../contract/records.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'

/** After the stay both sides can write a review; the host's slot exists before it is written. */
function toReview(row: VendorReview): ReviewRecord {
  const role = presentText(row.reviewer_role)
  if (role !== 'guest' && role !== 'host') throw new EssentialMissing(`unknown reviewer ${String(role)}`)
  const code = presentText(row.reservation_confirmation_code)
  return {
    externalId: demandId(row.id_str, row.id, 'review'),
    platform: 'airbnb',
    listingExternalId: idOf(row.listing_id_str, row.listing_id),
    reservationExternalId: code,
    reservationCode: code,
    reviewerRole: role,
    rating: decimalString(row.overall_rating),
    categories: categoriesOf(row),
    publicReview: presentText(row.public_review),
    privateFeedback: presentText(row.private_feedback),
    isRevieweeRecommended: row.is_reviewee_recommended ?? null,
    response: responseOf(row.reviewee_response, utcInstant(row.responded_at)),
    submittedAt: row.submitted === false ? null : utcInstant(row.submitted_at),
    expiresAt: utcInstant(row.expires_at),
    hidden: row.hidden === true,
  }
}

const flat = 'category_ratings_'

/** Categories come as a list, or as a field each. */
function categoriesOf(row: VendorReview): NonNullable<ReviewRecord['categories']> {
  if (row.category_ratings)
    return row.category_ratings.map(({ category, rating, comment }) => ({
      category,
      rating: decimalString(rating),
      comment: presentText(comment),
    }))
  return Object.entries(row).flatMap(([name, rating]) => {
    const amount = name.startsWith(flat) ? decimalString(rating as string | number | null) : null
    return amount === null ? [] : [{ category: name.slice(flat.length), rating: amount }]
  })
}

const path = '/v2/listing_reviews'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
const review = mapping('review', VendorReview, toReview, idOfRow)

/** A review or an answer to one has at most this many characters. */
const maxLength = 1000

export const reviews: NonNullable<VendorOperations['reviews']> = {
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

/** A review that exists already, or is too late, is refused in words that Airbnb does not publish. */
function tooLate(error: unknown): never {
  const isOver =
    error instanceof VendorError &&
    error.kind === 'rejected' &&
    /already|is over|expired/i.test(error.vendorMessage ?? '')
  throw isOver ? because(error, 'too_late') : error
}
