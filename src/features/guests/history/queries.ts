import { sql } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { RecordRef } from '../../../records/past/queries.ts'

export interface HistoryRef extends RecordRef {
  /** If set, only changes of these fields are shown. */
  only?: readonly string[]
}

interface StoredCause {
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
  /** The connection of the sync run. */
  connection_id: string | null
  created_at: Date
}

export const changesNewestFirst: ListOrdering<{ revision: number }> = {
  name: 'revision',
  direction: 'desc',
  keys: [{ expression: sql`h.revision`, type: 'bigint', valueOf: ({ revision }) => String(revision) }],
}

/** The creation is shown for every record. */
const historyCondition = ({ type, id, only }: HistoryRef) => {
  const ofRecord = sql`h.record_type = ${type} and h.record_id = ${id}`
  return only === undefined
    ? ofRecord
    : sql`${ofRecord} and (h.change = 'created' or h.previous ?| ${[...only]}::text[])`
}

export async function changeRows(
  db: Queryable,
  scope: Scope,
  ref: HistoryRef,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.revision, h.change, h.previous, h.origin, h.run_id, h.cause, h.created_at, k.name as key_name,
           coalesce(m.name, m.email) as member_name, r.connection_id
    from ${sql.table('record_history')} h
    left join api_keys k on k.id = (h.cause ->> 'keyId')::bigint
    left join members m on m.workspace_id = h.workspace_id and m.id = (h.cause ->> 'memberId')::uuid
    left join sync_runs r on r.workspace_id = h.workspace_id and r.id = h.run_id
    where ${inScope(scope, 'record_history', 'h')} and ${historyCondition(ref)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function changeTotal(db: Queryable, scope: Scope, ref: HistoryRef): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from record_history h
    where ${inScope(scope, 'record_history', 'h')} and ${historyCondition(ref)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
