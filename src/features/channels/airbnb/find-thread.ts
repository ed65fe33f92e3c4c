import { Type } from 'typebox'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { Services } from '../../../services.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { selectAccounts } from './accounts.ts'
import { thread, type ThreadRow } from '../engine/thread-queries.ts'

export const ThreadParams = Type.Object({ threadId: PathId('thread') }, { additionalProperties: false })

export const MessageParams = Type.Object(
  { threadId: PathId('thread'), messageId: PathId('message') },
  { additionalProperties: false },
)

/** Throws `not_found` or `listing_inactive`. */
export async function findThread(services: Services, scope: Scope, id: string): Promise<ThreadRow> {
  const { db } = services
  const { connectionIds } = await selectAccounts(services, scope)
  const row = await thread(db, scope, id, connectionIds)
  if (!row) throw new ApiError('not_found', `No Airbnb thread ${id} in this workspace.`)
  if (row.listing_id !== null) await assertListingActive(db, scope, row.listing_id)
  return row
}
