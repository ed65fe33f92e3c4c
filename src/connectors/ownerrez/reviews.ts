import type { ReviewRecord } from '../../contract/records.ts'
import { orLocked } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { sourceOf } from './channels.ts'
import { listPage } from './envelope.ts'
import { review, VendorReview } from './vendor.ts'

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Reviews are a paid feature, so an account without it has none to read. */
  async page({ http }, { cursor }) {
    const list = { path: '/v2/reviews', query: { host_review: false }, cursor }
    const { rows, next } = (await orLocked(listPage(http, list))) ?? { rows: [], next: null }
    return { ...mapRows(rows, mapping('review', VendorReview, toReview)), next }
  },
}

export function toReview(row: VendorReview): ReviewRecord {
  const { rating, ...fields } = review.read(row)
  return {
    externalId: String(row.id),
    platform: reviewPlatform(sourceOf(row.listing_site)),
    reviewerRole: 'guest',
    ...fields,
    // The number is taken for stars; its scale is not documented, so one above five is left out.
    rating: rating === null || Number(rating) < 0 || Number(rating) > 5 ? null : rating,
  }
}
