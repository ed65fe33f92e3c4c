/** What an inquiry list may be narrowed to: ids of this workspace only, and nothing under an inactive listing. */
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../listings/public.ts'
import { connectionExists, conversationListing, isListingOf } from './queries.ts'

const unknown = (field: string, value: string, message: string) =>
  new ApiError('not_found', message, { field, value_received: value.slice(0, 200) })

export async function assertConversationOpen(db: Queryable, scope: Scope, id: string): Promise<void> {
  const row = await conversationListing(db, scope, id)
  if (!row) throw unknown('conversation_id', id, `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id, 'conversation_id')
}

/** The connection that `X-Account-Id` names, if it is sent. A listing outside it does not exist for this request. */
export async function accountConnection(
  db: Queryable,
  scope: Scope,
  header: string | string[] | undefined,
  listingId: string | undefined,
): Promise<string | undefined> {
  if (header === undefined) return undefined
  const id = String(header)
  if (!/^[1-9]\d{0,17}$/.test(id) || !(await connectionExists(db, scope, id))) {
    throw unknown('X-Account-Id', id, `No connection ${id.slice(0, 40)} in this workspace.`)
  }
  if (listingId !== undefined && !(await isListingOf(db, scope, listingId, id))) {
    throw unknown('listing_id', listingId, `No listing ${listingId} under connection ${id}.`)
  }
  return id
}
