import type { ReviewRecord } from '../../contract/records.ts'
import { orLocked } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { nameKey, presentText } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { listPage } from './envelope.ts'
import { VendorReview, type SideReview } from './vendor.ts'

/** A longer text names no category. */
const longestCategory = 60

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** A key without channel management has no reviews to read. */
  async page({ http }, { cursor }) {
    const query = { sortColumn: 'id', sortDirection: 'asc' }
    const list = { path: '/api/channel-management/channel/reviews', name: 'channel_reviews', query, cursor }
    const { rows, next } = (await orLocked(listPage(http, list))) ?? { rows: [], next: null }
    return { ...mapRows(rows, mapping('review', VendorReview, toReview)), next }
  },
}

/** Returns undefined while the guest has not written. */
function toReview(row: VendorReview): ReviewRecord | undefined {
  const review = (row.channelReviews ?? []).find(({ reviewerRole }) => /guest/i.test(reviewerRole ?? ''))
  if (review === undefined) return undefined
  const [answer] = row.channelReviewResponse ?? []
  const body = presentText(answer?.hostResponse)
  const { reviewerSubmittedAt, reviewCreatedAt } = review
  return {
    externalId: String(row.id),
    // No field names the channel, the unit or the stay.
    platform: null,
    reviewerRole: 'guest',
    rating: starsOf('overAllRating', row.overAllRating),
    categories: categoriesOf(review),
    publicReview: presentText(review.publicReview),
    privateFeedback: presentText(review.privateFeedback),
    response:
      body === null ? null : { body, submittedAt: momentOf('hostRespondAtDate', answer?.hostRespondAtDate) },
    submittedAt:
      momentOf('reviewerSubmittedAt', reviewerSubmittedAt) ?? momentOf('reviewCreatedAt', reviewCreatedAt),
  }
}

const momentOf = (field: string, value: string | null | undefined) =>
  readSide(field, value, () => utcInstant(value))

function categoriesOf({ reviewRatings }: SideReview): NonNullable<ReviewRecord['categories']> {
  return (reviewRatings ?? []).flatMap(({ category, rating }) => {
    const name = nameKey(presentText(category) ?? '')
    const isName = name !== '' && name.length <= longestCategory
    return isName ? [{ category: name, rating: starsOf('reviewRatings[].rating', rating) }] : []
  })
}

/** The scale is not documented; a number above five is no number of stars. */
function starsOf(field: string, value: number | string | null | undefined): string | null {
  const rating = readSide(field, value, () => decimalString(value))
  return rating === null || Number(rating) < 0 || Number(rating) > 5 ? null : rating
}
