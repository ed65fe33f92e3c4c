import type { ReviewRecord } from '../../contract/records.ts'
import { orLocked } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { sourceOf } from './channels.ts'
import { listPage } from './envelope.ts'
import { instant } from './map.ts'
import { VendorReview } from './vendor.ts'

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Reviews are a paid feature, so an account without it has none to read. */
  async page({ http }, { cursor }) {
    const list = { path: '/v2/reviews', query: { host_review: false }, cursor }
    const { rows, next } = (await orLocked(listPage(http, list))) ?? { rows: [], next: null }
    return { ...mapRows(rows, mapping('review', VendorReview, toReview)), next }
  },
}

export function toReview(row: VendorReview): ReviewRecord {
  const text = presentTexts([row.title, row.body])
  return {
    externalId: String(row.id),
    platform: reviewPlatform(sourceOf(row.listing_site)),
    listingExternalId: idText(row.property_id),
    reservationExternalId: idText(row.booking_id),
    guestName: presentText(row.reviewer_name),
    reviewerRole: 'guest',
    rating: ratingOf(row.rating),
    publicReview: text.length === 0 ? null : text.join('\n'),
    submittedAt: instant(row.created_utc),
  }
}

/** The number is taken for stars; its scale is not documented, so one above five is left out. */
function ratingOf(rating: VendorReview['rating']): string | null {
  const value = decimalString(rating)
  return value === null || Number(value) < 0 || Number(value) > 5 ? null : value
}
