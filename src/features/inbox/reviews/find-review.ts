import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { ReviewRecord } from '../../../contract/records.ts'

const mostPages = 50

/** The review as its source shows it now; null: it is gone, or cannot be read. */
export async function findReview(
  context: VendorContext,
  { operations: { reviews } }: Connector,
  externalId: string,
): Promise<ReviewRecord | null> {
  let cursor: string | null = null
  for (let pages = 0; reviews && pages < mostPages; pages += 1) {
    const page: Awaited<ReturnType<typeof reviews.page>> = await reviews.page(context, { cursor })
    const found = page.records.find((record) => record.externalId === externalId)
    if (found) return found
    cursor = page.next
    if (cursor === null) return null
  }
  return null
}
