import { sql } from 'kysely'
import { arrayText } from '../../../platform/array-text.ts'
import { fixedStatement } from '../../../platform/fixed-statement.ts'
import type { Statement } from '../../../platform/pipelined-reads/public.ts'
import { nameOf, prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { VersionLookup } from './moment-cache.ts'

/** Moments are milliseconds since 1970: a text of a date takes 2 µs to read. */
export interface VersionRow {
  workspace_id: string
  /** Another after every transaction that changed what the API shows. */
  head: string
  /** Later after each of them. */
  written_at: number
  /** When the next stay is over or the next request runs out; null: never. */
  next_change_by_time: number | null
}

/** The same as texts: heads are digits and points. */
const toVersionParameters = ({ workspaceIds, heads, moments, now }: VersionLookup) => ({
  workspaceIds: arrayText(workspaceIds),
  heads: arrayText(heads),
  moments: arrayText(moments),
  now: now.toISOString(),
})
type VersionParameters = ReturnType<typeof toVersionParameters>

/**
 * Workspaces where nothing was ever written are not among the rows. `xmin` is there for heads that were made anew (a sandbox
 * that was emptied) within the same millisecond. That the ids are selected hides from the planner how many they are: it would plan
 * each time anew for less than the ten it reckons with for all times. Looking the moment up is a third of the statement, and only
 * done where it is not known of that head.
 */
const versions = fixedStatement(
  ({ workspaceIds, heads, moments, now }: VersionParameters) => sql<VersionRow>`
    select h.workspace_id, h.head, h.written_at,
           case when h.head = (${heads}::text[])[h.at] then (${moments}::float8[])[h.at]
                else (extract(epoch from least(
                  (select min(r.completes_at) from reservations r
                   where r.workspace_id = h.workspace_id and r.status = 'confirmed' and r.completes_at > ${now}),
                  (select min(r.lapses_at) from reservations r
                   where r.workspace_id = h.workspace_id and r.status = 'pending' and r.lapses_at > ${now})
                )) * 1000)::float8
           end as next_change_by_time
    from (
      select workspace_id, concat_ws('.', extract(epoch from written_at), sequence, xmin) as head,
             (extract(epoch from written_at) * 1000)::float8 as written_at, array_position(${workspaceIds}::bigint[], workspace_id) as at
      from workspace_heads where workspace_id = any((select ${workspaceIds}::bigint[])::bigint[])
    ) h ${prepared}`,
)

export const recordVersionsStatement = (lookup: VersionLookup): Statement => {
  const { sql: text, parameters: values } = versions(toVersionParameters(lookup))
  return { name: nameOf(text), text, values }
}

export const recordVersions = async (db: Queryable, lookup: VersionLookup): Promise<VersionRow[]> =>
  (await db.executeQuery(versions(toVersionParameters(lookup)))).rows
