/** What an inquiry list may be narrowed to: ids of this workspace only, and nothing under an inactive listing. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { conversationListing } from './queries.ts'

const unknown = (field: string, value: string, message: string) =>
  new ApiError('not_found', message, { field, value_received: value.slice(0, 200) })

export async function assertConversationOpen(db: Queryable, scope: Scope, id: string): Promise<void> {
  const row = await conversationListing(db, scope, id)
  if (!row) throw unknown('conversation_id', id, `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id, 'conversation_id')
}
