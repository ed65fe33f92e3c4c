import { sql, type CompiledQuery } from 'kysely'
import type { HeadRow, VersionRow, VersionLookup } from './moment-cache.ts'
import { arrayText } from '../../../platform/array-text.ts'
import { fixedStatement } from '../../../platform/fixed-statement.ts'
import type { Statement } from '../../../platform/pipelined-reads/public.ts'
import { nameOf, prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** `xmin` distinguishes heads that were recreated within a millisecond (an emptied sandbox). */
const headColumns = sql`workspace_id, concat_ws('.', extract(epoch from written_at), sequence, xmin) as head,
  (extract(epoch from written_at) * 1000)::float8 as written_at`

/** Joined to texts, because heads contain only digits and points. */
const toVersionParameters = ({ workspaceIds, heads, moments, now }: VersionLookup) => ({
  workspaceIds: arrayText(workspaceIds),
  heads: arrayText(heads),
  moments: arrayText(moments),
  now: now.toISOString(),
})
type VersionParameters = ReturnType<typeof toVersionParameters>

/**
 * Workspaces that were never written have no row. Selecting the ids hides their number from the planner, which would
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
      select ${headColumns}, array_position(${workspaceIds}::bigint[], workspace_id) as at
      from workspace_heads where workspace_id = any((select ${workspaceIds}::bigint[])::bigint[])
    ) h ${prepared}`,
)

/** The same of one workspace. A Citus coordinator asks one machine for it, and all of them for several workspaces. */
const versionOfOne = fixedStatement(
  ({ workspaceId, now }: { workspaceId: string; now: string }) => sql<VersionRow>`
    select h.workspace_id, h.head, h.written_at, (extract(epoch from least(
             (select min(r.completes_at) from reservations r
              where r.workspace_id = ${workspaceId}::bigint and r.status = 'confirmed' and r.completes_at > ${now}),
             (select min(r.lapses_at) from reservations r
              where r.workspace_id = ${workspaceId}::bigint and r.status = 'pending' and r.lapses_at > ${now})
           )) * 1000)::float8 as next_change_by_time
    from (select ${headColumns} from workspace_heads where workspace_id = ${workspaceId}::bigint) h ${prepared}`,
)

/** Citus keeps the plan of a statement with one table only. */
const headOfOne = fixedStatement(
  ({ workspaceId }: { workspaceId: string }) => sql<HeadRow>`
    select ${headColumns} from workspace_heads where workspace_id = ${workspaceId}::bigint ${prepared}`,
)

function statementFor(lookup: VersionLookup): CompiledQuery<HeadRow | VersionRow> {
  const [workspaceId, another] = lookup.workspaceIds
  if (workspaceId === undefined || another !== undefined) return versions(toVersionParameters(lookup))
  return lookup.heads[0] === null
    ? versionOfOne({ workspaceId, now: lookup.now.toISOString() })
    : headOfOne({ workspaceId })
}

export function recordVersionsStatement(lookup: VersionLookup): Statement {
  const { sql: text, parameters: values } = statementFor(lookup)
  return { name: nameOf(text), text, values }
}

/** A row of one workspace whose moment is cached has the head alone. */
export const recordVersions = async (
  db: Queryable,
  lookup: VersionLookup,
): Promise<(HeadRow | VersionRow)[]> => (await db.executeQuery(statementFor(lookup))).rows

/** The version of a workspace with its moment. */
export const wholeVersion = async (
  db: Queryable,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<VersionRow | undefined> =>
  (await db.executeQuery(versionOfOne({ workspaceId, now: now.toISOString() }))).rows[0]
