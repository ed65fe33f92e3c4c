import type { ReviewRecord } from '../../contract/records.ts'
import { orLocked } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { responseOf } from '../../connector-kit/message-readings.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { outOfFive, presentText } from '../../connector-kit/readings.ts'
import { reviewPlatform } from '../../connector-kit/stay-readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { base, listPage, pathOf } from './envelope.ts'
import { sourceOf } from './map-reservation.ts'
import { review, VendorReview } from './vendor.ts'

export const reviews: NonNullable<VendorOperations['reviews']> = {
  /** Properties without the vendor's messages and reviews app are refused, and have none to read. */
  async page({ http }, { cursor }) {
    const list = { path: `${base}/reviews`, query: { 'order[inserted_at]': 'asc' }, cursor }
    const { rows, next } = (await orLocked(listPage(http, list))) ?? { rows: [], next: null }
    return { ...mapRows(rows, mapping('review', VendorReview, toReview)), next }
  },
}

function toReview(row: VendorReview): ReviewRecord {
  const { submittedAt, hidden, ...fields } = review.read(row)
  const bookingId = presentText(row.related?.booking)
  return {
    externalId: row.id,
    platform: reviewPlatform(sourceOf(row.ota)),
    reviewerRole: 'guest',
    ...(bookingId === null ? {} : { reservationExternalId: bookingId }),
    ...fields,
    ...(hidden === null ? {} : { hidden }),
    categories: (row.scores ?? []).flatMap(({ category, score }) => {
      const name = presentText(category)
      if (name === null) return []
      return [{ category: name, rating: readSide('scores[].score', score, () => outOfFive(score, 10)) }]
    }),
    response: responseOf(row.reply, null),
    submittedAt: submittedAt ?? readSide('inserted_at', row.inserted_at, () => utcInstant(row.inserted_at)),
  }
}

export const reviewWrites: ReviewWrites = {
  // The vendor documents no limit, so this one is low.
  maxLength: 1000,

  async reply({ http }, { externalId, body }) {
    await http.post(pathOf('reviews', externalId, 'reply'), { body: { reply: { reply: body } } })
  },
}
