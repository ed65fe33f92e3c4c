import { orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { numberedList } from './envelope.ts'
import { toReview } from './map-review.ts'
import { propertiesPath, propertyChunk } from './property-ids.ts'
import { VendorReview } from './vendor.ts'

const pageSize = 50

interface ReviewCursor {
  /** The cursor leads to the properties after the current ones. */
  properties: string | null
  /** These properties are still to be read, the current one first. */
  ids: string[]
  rows: string | null
}

/** Reviews are listed per property. */
export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page(context, { cursor }) {
    const place = readCursor<ReviewCursor>(cursor, { properties: null, ids: [], rows: null })
    const chunk =
      place.ids.length > 0
        ? { ids: place.ids, next: place.properties }
        : await propertyChunk(context, place.properties)
    const [id, ...rest] = chunk.ids
    if (id === undefined) {
      const next = chunk.next === null ? null : writeCursor({ properties: chunk.next, ids: [], rows: null })
      return { records: [], failures: [], next }
    }
    const page = numberedList(context.http, {
      path: `${propertiesPath}/${encodeURIComponent(id)}/reviews`,
      query: { include: 'guest,reservation' },
      cursor: place.rows,
      pageSize,
    })
    // A property that vanished since it was listed has no reviews, but the others are still read.
    const { rows, next } = (await orNull(page)) ?? { rows: [], next: null }
    const mapped = mapRows(
      rows,
      mapping('review', VendorReview, (row) => toReview(row, id)),
    )
    const left = next === null ? rest : chunk.ids
    const isDone = left.length === 0 && chunk.next === null
    return { ...mapped, next: isDone ? null : writeCursor({ properties: chunk.next, ids: left, rows: next }) }
  },
}

export const reviewWrites: ReviewWrites = {
  // The vendor documents no limit, so this one is low.
  maxLength: 1000,

  async reply({ http }, { externalId, body }) {
    await http.post(`/v2/reviews/${encodeURIComponent(externalId)}/respond`, { body: { response: body } })
  },
}
