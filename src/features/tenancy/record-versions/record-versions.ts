/**
 * The version of a workspace's records that an answer shows. Records change by a transaction that takes the
 * workspace's head row (`openWrite`) or because a moment has passed, so both identify the version.
 */
import { sharedLook, type FindVersion, type RecordVersion } from '../../../http/revalidation/public.ts'
import { createLookupBatch } from '../../../platform/lookup-batch.ts'
import type { GatheredLookup } from '../../../platform/pipelined-reads/connection.ts'
import { recordStatement } from '../../../platform/trace.ts'
import type { Services } from '../../../services.ts'
import { createMomentCache, type HeadRow, type VersionRow } from './moment-cache.ts'
import { recordVersions, recordVersionsStatement, wholeVersion } from './queries.ts'

type VersionServices = Pick<Services, 'db' | 'clock'>

function versionOf(
  { workspace_id: workspaceId, head, written_at }: HeadRow,
  until: number | null,
): RecordVersion {
  return {
    tag: `${head}/${until ?? ''}`,
    until: until === null ? null : new Date(until),
    position: { workspaceId, head, writtenAt: new Date(written_at) },
  }
}

function createVersionReading({ db }: VersionServices) {
  const moments = createMomentCache()

  /**
   * The head has changed, so its moment is looked up after it. If it has changed again meanwhile, no later
   * request sees this version, and it does not matter when time alone would end it.
   */
  async function completed(row: HeadRow, now: Date): Promise<RecordVersion> {
    const whole = await wholeVersion(db, { workspaceId: row.workspace_id, now })
    if (whole) moments.learn(whole, now)
    return versionOf(row, whole?.head === row.head ? whole.next_change_by_time : null)
  }

  return {
    asked: moments.asked,
    versionOf(row: HeadRow | VersionRow, now: Date): RecordVersion | Promise<RecordVersion> {
      if ('next_change_by_time' in row) {
        moments.learn(row, now)
        return versionOf(row, row.next_change_by_time)
      }
      const moment = moments.of(row, now)
      return moment === undefined ? completed(row, now) : versionOf(row, moment)
    },
  }
}

/** Looks up versions of many workspaces at once, ahead of the reads of their records. */
export function createVersionGathering(services: VersionServices): GatheredLookup<RecordVersion> {
  const reading = createVersionReading(services)
  return (workspaceIds) => {
    const now = services.clock.now()
    return {
      statement: recordVersionsStatement(reading.asked(workspaceIds, now)),
      found: (row) => [(row as HeadRow).workspace_id, reading.versionOf(row as HeadRow | VersionRow, now)],
    }
  }
}

/** Looks versions up by the pool, for callers that need one before they read. */
export function createRecordVersions(services: VersionServices): FindVersion {
  const reading = createVersionReading(services)
  const find = createLookupBatch(async (workspaceIds: readonly string[]) => {
    const now = services.clock.now()
    const rows = await recordVersions(services.db, reading.asked(workspaceIds, now))
    const found = rows.map(async (row) => [row.workspace_id, await reading.versionOf(row, now)] as const)
    return new Map(await Promise.all(found))
  })
  return async ({ workspaceId }) => {
    const asked = performance.now()
    const version = await find(workspaceId)
    recordStatement(sharedLook, performance.now() - asked)
    return version ?? null
  }
}
