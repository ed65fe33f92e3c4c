/**
 * The version of a workspace's records that an answer shows. Records change by a transaction that takes the
 * workspace's head row (`openWrite`) or because a moment has passed, so both identify the version.
 */
import { sharedLook, type FindVersion, type RecordVersion } from '../../../http/revalidation/public.ts'
import { createLookupBatch } from '../../../platform/lookup-batch.ts'
import type { GatheredLookup } from '../../../platform/pipelined-reads/connection.ts'
import { recordStatement } from '../../../platform/trace.ts'
import type { Services } from '../../../services.ts'
import { createMomentCache, type MomentCache, type VersionRow } from './moment-cache.ts'
import { recordVersions, recordVersionsStatement } from './queries.ts'

function versionOf(row: VersionRow, now: Date, moments: MomentCache): RecordVersion {
  moments.learn(row, now)
  const { workspace_id: workspaceId, head, next_change_by_time: until } = row
  return {
    tag: `${head}/${until ?? ''}`,
    until: until === null ? null : new Date(until),
    position: { workspaceId, head, writtenAt: new Date(row.written_at) },
  }
}

/** Looks up versions of many workspaces at once, ahead of the reads of their records. */
export function createVersionGathering({ clock }: Pick<Services, 'clock'>): GatheredLookup<RecordVersion> {
  const moments = createMomentCache()
  return (workspaceIds) => {
    const now = clock.now()
    return {
      statement: recordVersionsStatement(moments.asked(workspaceIds, now)),
      found: (row) => [(row as VersionRow).workspace_id, versionOf(row as VersionRow, now, moments)],
    }
  }
}

/** Looks versions up by the pool, for callers that need one before they read. */
export function createRecordVersions({ db, clock }: Pick<Services, 'db' | 'clock'>): FindVersion {
  const moments = createMomentCache()
  const find = createLookupBatch(async (workspaceIds: readonly string[]) => {
    const now = clock.now()
    const rows = await recordVersions(db, moments.asked(workspaceIds, now))
    return new Map(rows.map((row) => [row.workspace_id, versionOf(row, now, moments)]))
  })
  return async ({ workspaceId }) => {
    const asked = performance.now()
    const version = await find(workspaceId)
    recordStatement(sharedLook, performance.now() - asked)
    return version ?? null
  }
}
