import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows, offsetPage } from '../../connector-kit/paginate.ts'
import type { ReviewWrites } from '../../connector-kit/write-operations.ts'
import { idOf, readRows } from './envelope.ts'
import { toReview } from './map-review.ts'
import { VendorReview } from './vendor-inbox.ts'

const path = '/v1/reviews'
const pageSize = 100

export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page({ http }, { cursor }) {
    const { rows, next } = await offsetPage({
      cursor,
      limit: pageSize,
      idOf,
      fetch: async ({ offset, limit }) =>
        readRows(await http.get(path, { query: { skip: offset, limit } }), 'reviews'),
    })
    // No `expected`: slots that wait for their review are in the list as well.
    return { ...mapRows(rows, mapping('review', VendorReview, toReview, idOf)), next }
  },
}

export const reviewWrites: ReviewWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,

  async reply({ http }, { externalId, body }) {
    await http.put(`${path}/${encodeURIComponent(externalId)}/reply`, { body: { reviewReply: body } })
  },
}
