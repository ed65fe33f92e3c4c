import type { ReviewWrites } from '../../connector-kit/write-operations.ts'

export const reviewWrites: ReviewWrites = {
  // No limit is documented; this is on the careful side.
  maxLength: 1000,

  async reply({ http }, { externalId, body }) {
    await http.post(`/v2/reviews/${encodeURIComponent(externalId)}/respond`, { body: { response: body } })
  },
}
