/**
 * Which state of a workspace's records an answer shows. A record changes by a transaction that takes the workspace's head row
 * (`openWrite`), or because a moment that stands in it has come; so the head and the next such moment say it.
 *
 * Requests that come while a look is on its way wait for the next one, which is for all of them: each is told what the database
 * held after it came, and many who ask at once cost one round trip.
 */
import type { FindVersion } from '../../http/revalidation/public.ts'
import { createGathered } from '../../platform/gathered.ts'
import { noteStatement } from '../../platform/trace.ts'
import type { Services } from '../../services.ts'
import { recordVersions } from './queries.ts'

/** What the story of a request calls it: it is one for many requests, and each of them waits for it. */
const sharedLook = 'select … from workspace_heads'

export function createRecordVersions({ db, clock }: Pick<Services, 'db' | 'clock'>): FindVersion {
  const versionOf = createGathered(async (workspaceIds: readonly string[]) => {
    const rows = await recordVersions(db, workspaceIds, clock.now())
    return new Map(rows.map((row) => [row.workspace_id, row]))
  })
  return async ({ workspaceId }) => {
    const asked = performance.now()
    const row = await versionOf(workspaceId)
    noteStatement(sharedLook, performance.now() - asked)
    if (!row) return null
    const until = row.next_change_by_time
    return {
      tag: `${row.head}/${until?.toISOString() ?? ''}`,
      until,
      position: { workspaceId, head: row.head, writtenAt: row.written_at },
    }
  }
}
