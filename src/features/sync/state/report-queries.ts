import { sql, type RawBuilder } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { feedProvider } from '../../../records/calendar/public.ts'
import type { KeptList } from '../../../records/kept-counts/kept-list.ts'
import { cutTo, onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import { keptTotal, totalOf } from '../../../records/kept-counts/total-queries.ts'
import type { FailureSeverity } from '../../../contract/sync.ts'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { runColumns, type SyncRunRow } from './run-queries.ts'

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

/** Accepts an id or `provider:externalAccountId`. */
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

export const runOrdering: ListOrdering<SyncRunRow> = {
  name: 'newest',
  direction: 'desc',
  keys: [{ expression: sql`sync_runs.id`, type: 'bigint', valueOf: (run) => run.id }],
}

export interface RunFilter {
  kind?: string
  state?: string
}

const ofConnection = (table: 'sync_runs' | 'sync_failures', connectionId: string) => ({
  countedBy: 'connection',
  isMeant: sql<boolean>`c.bucket = ${connectionId}::bigint`,
  belongs: sql<boolean>`${sql.ref(`${table}.connection_id`)} = s.bucket`,
})

/** Hints have counts too, but this list does not show them. */
const keptRuns: KeptList<'kind' | 'state'> = { table: 'sync_runs', traits: ['kind', 'state'], orderedBy: [] }

const askedOfRuns = (connectionId: string, { kind, state }: RunFilter) => ({
  place: ofConnection('sync_runs', connectionId),
  traits: { ...(kind ? { kind: [kind] } : {}), ...(state ? { state: [state] } : {}) },
})

export async function runRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: RunFilter,
  page: PageRequest,
): Promise<SyncRunRow[]> {
  const asked = askedOfRuns(connectionId, filter)
  const isFiltered = Object.keys(asked.traits).length > 0
  const { rows } = await sql<SyncRunRow>`
    select ${runColumns} from "sync_runs"
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and listed_as is not null
      and ${(isFiltered ? onMergedPage(scope, keptRuns, asked, page) : page.after) ?? sql`true`}
    order by ${page.orderBy} ${isFiltered ? sql`` : sql`limit ${page.limit} offset ${page.offset}`}`.execute(
    db,
  )
  return rows
}

export const runTotal = (
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: RunFilter,
): Promise<number> => totalOf(db, keptTotal(scope, keptRuns, askedOfRuns(connectionId, filter)))

export async function runOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  id: string,
): Promise<SyncRunRow | undefined> {
  const { rows } = await sql<SyncRunRow>`
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
  'severity',
  'message',
  'fields',
  'excerpt',
  'attempts',
  'first_at',
  'last_at',
] as const

export type FailureRow = Awaited<ReturnType<typeof failureRows>>[number]

export const failureOrdering: ListOrdering<FailureRow> = {
  name: 'newest',
  direction: 'desc',
  keys: [
    { expression: sql`last_at`, type: 'timestamptz', valueOf: (row) => row.last_at.toISOString() },
    { expression: sql`id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

export interface FailureFilter {
  entity?: string | undefined
  severity?: FailureSeverity | undefined
}

const keptFailures: KeptList<'entity' | 'severity'> = {
  table: 'sync_failures',
  traits: ['entity', 'severity'],
  orderedBy: ['last_at'],
}

const askedOfFailures = (connectionId: string, { entity, severity }: FailureFilter) => ({
  place: ofConnection('sync_failures', connectionId),
  traits: { ...(entity ? { entity: [entity] } : {}), ...(severity ? { severity: [severity] } : {}) },
})

export function failureRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: FailureFilter,
  page: PageRequest,
) {
  const asked = askedOfFailures(connectionId, filter)
  const select = from(db, scope, 'sync_failures')
    .where('connection_id', '=', connectionId)
    .select(failureColumns)
    .orderBy(page.orderBy as RawBuilder<unknown>)
  const isFiltered = Object.keys(asked.traits).length > 0
  return cutTo(
    select,
    page,
    isFiltered ? { merged: onMergedPage(scope, keptFailures, asked, page) } : { oneRange: [] },
  ).execute()
}

export const failureTotal = (
  db: Queryable,
  scope: Scope,
  connectionId: string,
  filter: FailureFilter,
): Promise<number> => totalOf(db, keptTotal(scope, keptFailures, askedOfFailures(connectionId, filter)))
