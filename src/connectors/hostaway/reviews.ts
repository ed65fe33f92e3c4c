import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapping, mapRows, offsetPage } from '../../connector-kit/paginate.ts'
import { readList } from './envelope.ts'
import { toReview } from './map-review.ts'
import { VendorReview } from './vendor.ts'

const pageSize = 100

export const reviews: NonNullable<VendorOperations['reviews']> = {
  async page({ http }, { cursor }) {
    const { rows, next } = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (page) => readList(await http.get('/v1/reviews', { query: { ...page } })),
    })
    // `expected` is absent because the vendor also counts slots that await their review.
    return { ...mapRows(rows, mapping('review', VendorReview, toReview)), next }
  },
}
