import type { ReviewWrites } from '../../connector-kit/write-operations.ts'

export const reviewWrites: ReviewWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,

  async reply({ http }, { externalId, body }) {
    await http.put(`/v1/reviews/${encodeURIComponent(externalId)}/reply`, { body: { reviewReply: body } })
  },
}
