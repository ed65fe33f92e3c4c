import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { everyPage } from '../../../connector-kit/paginate.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { ReviewRecord } from '../../../contract/records.ts'

/**
 * Returns the review as its source shows it now, or null if it is gone. Throws `VendorError` when it cannot be read or the list is too long
 * to say: a null would make the answer be sent again.
 */
export async function findReview(
  context: VendorContext,
  { operations: { reviews } }: Connector,
  externalId: string,
): Promise<ReviewRecord | null> {
  if (!reviews) return null
  const pages = everyPage('the list of reviews', (cursor: string | null) => reviews.page(context, { cursor }))
  for await (const { records, failures } of pages) {
    const found = records.find((record) => record.externalId === externalId)
    if (found) return found
    const failure = failures.find((one) => one.externalId === externalId)
    if (failure) throw new VendorError('malformed', `review ${externalId}: ${failure.message}`)
  }
  return null
}
