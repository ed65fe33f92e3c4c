import { sql } from 'kysely'
import type { Ordering, PageRequest } from '../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export interface RecordRef {
  type: 'reservation' | 'listing' | 'guest' | 'conversation'
  id: string
  /** Nothing but changes of these fields is told. */
  only?: readonly string[]
}

export interface StoredCause {
  kind: string
  requestId?: string
  operation?: string
  keyId?: string | null
  memberId?: string
  connectionId?: string
  runId?: string
}

export interface ChangeRow {
  revision: number
  change: string
  previous: Record<string, unknown>
  origin: string
  run_id: string | null
  cause: StoredCause | null
  key_name: string | null
  member_name: string | null
  /** Of the sync run. */
  connection_id: string | null
  created_at: Date
}

export const newestFirst: Ordering<{ revision: number }> = {
  name: 'revision',
  direction: 'desc',
  keys: [{ expression: sql`h.revision`, type: 'bigint', valueOf: ({ revision }) => String(revision) }],
}

const ofRecord = (scope: Scope, { type, id }: RecordRef) => sql`
  ${inScope(scope, 'record_history', 'h')} and h.record_type = ${type} and h.record_id = ${id}`

/** That it was made is told of every record. */
const told = (scope: Scope, ref: RecordRef) =>
  ref.only === undefined
    ? ofRecord(scope, ref)
    : sql`${ofRecord(scope, ref)} and (h.change = 'created' or h.previous ?| ${[...ref.only]}::text[])`

export async function changeRows(
  db: Queryable,
  scope: Scope,
  ref: RecordRef,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.revision, h.change, h.previous, h.origin, h.run_id, h.cause, h.created_at, k.name as key_name,
           coalesce(m.name, m.email) as member_name, r.connection_id
    from ${sql.table('record_history')} h
    left join api_keys k on k.id = (h.cause ->> 'keyId')::bigint
    left join members m on m.workspace_id = h.workspace_id and m.id = (h.cause ->> 'memberId')::uuid
    left join sync_runs r on r.workspace_id = h.workspace_id and r.id = h.run_id
    where ${told(scope, ref)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/**
 * What the next change after this one replaced, field by field: so the fields read then, if anything changed them since. Two looks at an
 * index for each field the record ever changed, however many changes came since.
 */
export async function replacedLater(
  db: Queryable,
  scope: Scope,
  ref: RecordRef,
  revision: number,
): Promise<[field: string, value: unknown][]> {
  const ofFields = sql`
    f.workspace_id = ${scope.workspaceId} and f.record_type = ${ref.type} and f.record_id = ${ref.id}`
  const { rows } = await sql<{ field: string; value: unknown }>`
    with recursive names as (
      (select f.field from history_fields f where ${ofFields} order by f.field limit 1)
      union all
      select (select f.field from history_fields f where ${ofFields} and f.field > n.field order by f.field limit 1)
      from names n where n.field is not null
    )
    select n.field, h.previous -> n.field as value
    from names n
    cross join lateral (
      select f.revision from history_fields f where ${ofFields} and f.field = n.field and f.revision > ${revision}
      order by f.revision limit 1) next
    join record_history h on ${ofRecord(scope, ref)} and h.revision = next.revision
    where n.field is not null`.execute(db)
  return rows.map(({ field, value }) => [field, value])
}

export async function countChanges(db: Queryable, scope: Scope, ref: RecordRef): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from record_history h where ${told(scope, ref)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
