import { sql } from 'kysely'
import { fixedStatement } from '../../platform/fixed-statement.ts'
import type { Statement } from '../../platform/pipelined-reads/public.ts'
import { nameOf, prepared } from '../../platform/prepared-statements.ts'
import type { Queryable } from '../../platform/tenant.ts'

export interface VersionRow {
  workspace_id: string
  /** Another after every transaction that changed what the API shows. */
  head: string
  /** Later after each of them. */
  written_at: Date
  /** When the next stay is over or the next request runs out; null: never. */
  next_change_by_time: Date | null
}

/**
 * Workspaces where nothing was ever written are not among the rows. `xmin` is there for heads that were made anew (a sandbox
 * that was emptied) within the same millisecond. That the ids are selected hides from the planner how many they are: it would plan
 * each time anew for less than the ten it reckons with for all times.
 */
const versions = fixedStatement(
  ({ workspaceIds, now }: { workspaceIds: readonly string[]; now: Date }) => sql<VersionRow>`
    select h.workspace_id, concat_ws('.', extract(epoch from h.written_at), h.sequence, h.xmin) as head, h.written_at,
           least(
             (select min(r.completes_at) from reservations r
              where r.workspace_id = h.workspace_id and r.status = 'confirmed' and r.completes_at > ${now}),
             (select min(r.lapses_at) from reservations r
              where r.workspace_id = h.workspace_id and r.status = 'pending' and r.lapses_at > ${now})
           ) as next_change_by_time
    from workspace_heads h where h.workspace_id = any((select ${workspaceIds}::bigint[])::bigint[]) ${prepared}`,
)

export const recordVersionsStatement = (workspaceIds: readonly string[], now: Date): Statement => {
  const { sql: text, parameters: values } = versions({ workspaceIds, now })
  return { name: nameOf(text), text, values }
}

export const recordVersions = async (
  db: Queryable,
  workspaceIds: readonly string[],
  now: Date,
): Promise<VersionRow[]> => (await db.executeQuery(versions({ workspaceIds, now }))).rows
