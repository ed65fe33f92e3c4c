/**
 * Which state of a workspace's records an answer shows. A record changes by a transaction that takes the workspace's head row
 * (`openWrite`), or because a moment that stands in it has come; so the head and the next such moment say it.
 */
import type { FindVersion } from '../../http/revalidation/public.ts'
import type { Services } from '../../services.ts'
import { recordVersion } from './queries.ts'

export const createRecordVersions =
  ({ db }: Pick<Services, 'db'>): FindVersion =>
  async (scope, now) => {
    const row = await recordVersion(db, scope, now)
    if (!row) return null
    const until = row.next_change_by_time
    return {
      tag: `${row.head}/${until?.toISOString() ?? ''}`,
      until,
      position: { workspaceId: scope.workspaceId, head: row.head, writtenAt: row.written_at },
    }
  }
