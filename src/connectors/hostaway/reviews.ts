import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows, offsetPage, plainId } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readList } from './envelope.ts'
import { toReview } from './map-review.ts'
import { VendorReview } from './vendor.ts'

const rowCheck = compileCheck(VendorReview)
const pageSize = 100

export const reviews: NonNullable<Operations['reviews']> = {
  async page({ http }, { cursor }) {
    const { rows, next } = await offsetPage({
      cursor,
      limit: pageSize,
      fetch: async (page) => readList(await http.get('/v1/reviews', { query: { ...page } })),
    })
    const mapped = mapRows(rows, {
      row: rowCheck,
      record: recordChecks.review,
      idOf: plainId,
      map: toReview,
    })
    // No `expected`: the vendor counts slots that wait for their review as well.
    return { ...mapped, next }
  },
}
