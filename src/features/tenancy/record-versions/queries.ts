import { sql } from 'kysely'
import type { VersionRow, VersionLookup } from './moment-cache.ts'
import { arrayText } from '../../../platform/array-text.ts'
import { fixedStatement } from '../../../platform/fixed-statement.ts'
import type { Statement } from '../../../platform/pipelined-reads/public.ts'
import { nameOf, prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** Joined to texts, because heads contain only digits and points. */
const toVersionParameters = ({ workspaceIds, heads, moments, now }: VersionLookup) => ({
  workspaceIds: arrayText(workspaceIds),
  heads: arrayText(heads),
  moments: arrayText(moments),
  now: now.toISOString(),
})
type VersionParameters = ReturnType<typeof toVersionParameters>

/**
 * Workspaces that were never written have no row. `xmin` distinguishes heads that were recreated within a
 * millisecond (an emptied sandbox). Selecting the ids hides their number from the planner, which would
 * otherwise plan every call anew. The moment is a third of the cost and is computed only where the caller's
 * is outdated.
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
