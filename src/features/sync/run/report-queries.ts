import { sql, type RawBuilder } from 'kysely'
import type { Ordering, PageRequest } from '../../../http/list.ts'
import { feedProvider } from '../../../records/calendar/public.ts'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { runColumns, type Run } from './run-queries.ts'

export interface ReportedConnection {
  id: string
  provider: string
  external_account_id: string
  status: string
  first_import_at: Date | null
  last_full_at: Date | null
  last_reconciled_at: Date | null
  reconciliation_wanted_at: Date | null
}

/** By its id, or by `provider:externalAccountId`. */
export function reportedConnection(
  db: Queryable,
  scope: Scope,
  reference: string,
): Promise<ReportedConnection | undefined> {
  const [provider = '', ...account] = reference.split(':')
  const rows = from(db, scope, 'connections')
    .select([
      'id',
      'provider',
      'external_account_id',
      'status',
      'first_import_at',
      'last_full_at',
      'last_reconciled_at',
      'reconciliation_wanted_at',
    ])
    .where('provider', '<>', feedProvider)
  const found =
    account.length === 0
      ? rows.where('id', '=', reference)
      : rows.where('provider', '=', provider).where('external_account_id', '=', account.join(':'))
  return found.executeTakeFirst()
}

export const runOrdering: Ordering<Run> = {
  name: 'newest',
  direction: 'desc',
  keys: [{ expression: sql`id`, type: 'bigint', valueOf: (run) => run.id }],
}

export interface RunFilter {
  kind?: string
  state?: string
}

const matching = (scope: Scope, connectionId: string, { kind, state }: RunFilter) => sql<boolean>`
  workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and kind <> 'hint'
  and (${kind ?? null}::text is null or kind = ${kind ?? null})
  and (${state ?? null}::text is null or state = ${state ?? null})`

export async function runRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: RunFilter,
  page: PageRequest,
): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select ${runColumns} from "sync_runs"
    where ${matching(scope, connectionId, filter)} and ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function runTotal(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: RunFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sync_runs where ${matching(scope, connectionId, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function runOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  id: string,
): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select ${runColumns} from sync_runs
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and id = ${id} and kind <> 'hint'`.execute(
    db,
  )
  return rows[0]
}

const failureColumns = [
  'id',
  'entity',
  'external_id',
  'message',
  'excerpt',
  'attempts',
  'first_at',
  'last_at',
] as const

export type FailureRow = Awaited<ReturnType<typeof failureRows>>[number]

export const failureOrdering: Ordering<FailureRow> = {
  name: 'newest',
  direction: 'desc',
  keys: [
    { expression: sql`last_at`, type: 'timestamptz', valueOf: (row) => row.last_at.toISOString() },
    { expression: sql`id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

function failuresOf(db: Queryable, scope: Scope, connectionId: string, entity: string | undefined) {
  const all = from(db, scope, 'sync_failures').where('connection_id', '=', connectionId)
  return entity === undefined ? all : all.where('entity', '=', entity)
}

export function failureRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string | undefined,
  page: PageRequest,
) {
  return failuresOf(db, scope, connectionId, entity)
    .select(failureColumns)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function failureTotal(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string | undefined,
): Promise<number> {
  const { count } = await failuresOf(db, scope, connectionId, entity)
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
