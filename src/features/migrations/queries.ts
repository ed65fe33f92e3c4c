/** Migrations are child workspaces of the scope's workspace; every query starts from that. */
import { sql } from 'kysely'
import type { ListOrdering, PageRequest } from '../../http/list.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { feedProvider } from '../../records/calendar/public.ts'
import type { RunProgress } from '../sync/public.ts'
import { standsUntilDeparture } from './upcoming-sql.ts'

export interface MigrationRow {
  id: string
  name: string
  external_ref: string | null
  created_at: Date
  cut_over_at: Date | null
  deactivated_at: Date | null
  /** The state of a file import into it. */
  file_import: 'running' | 'completed' | null
}

const columns = sql`w.id, w.name, w.external_ref, w.created_at, w.cut_over_at, w.deactivated_at`
const fileImport = sql`case when f.finished_at is null then 'running' else 'completed' end`

const columnsOfOne = (workspaceId: string) => sql`${columns}, (
  select ${fileImport} from file_imports f where f.workspace_id = ${workspaceId}) as file_import`

export const newestMigrations: ListOrdering<MigrationRow> = {
  name: 'newest',
  direction: 'desc',
  keys: [{ expression: sql`w.id`, type: 'bigint', valueOf: (row) => row.id }],
}

export async function migrationRows(db: Queryable, scope: Scope, page: PageRequest): Promise<MigrationRow[]> {
  const { rows } = await sql<MigrationRow>`
    with imports as (
      select f.workspace_id, ${fileImport} as state
      from workspaces w join file_imports f on f.workspace_id = w.id
      where w.parent_id = ${scope.workspaceId}
    )
    select ${columns}, i.state as file_import
    from "workspaces" w left join imports i on i.workspace_id = w.id
    where w.parent_id = ${scope.workspaceId} and ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function migrationTotal(db: Queryable, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workspaces where parent_id = ${scope.workspaceId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function migrationRow(
  db: Queryable,
  scope: Scope,
  workspaceId: string,
): Promise<MigrationRow | undefined> {
  const { rows } = await sql<MigrationRow>`
    select ${columnsOfOne(workspaceId)} from workspaces w
    where w.parent_id = ${scope.workspaceId} and w.id = ${workspaceId}`.execute(db)
  return rows[0]
}

/** An account with its current import; the last columns are null before one begins. */
export interface MigrationSourceRow {
  workspace_id: string
  id: string
  provider: string
  status: string
  connected_at: Date
  last_success_at: Date | null
  action_message: string | null
  importing: boolean
  /** The kinds of records read; null for all. */
  import_scope: string[] | null
  /** A requested import that has not begun. */
  import_wanted: { entities: string[]; at: string } | null
  state: string | null
  entities: string[] | null
  progress: RunProgress | null
  errors: { message: string }[] | null
  started_at: Date | null
  finished_at: Date | null
  failed_told_at: Date | null
}

/** The accounts of these migrations, in one statement. */
export async function sourceRows(
  db: Queryable,
  scope: Scope,
  workspaceIds: readonly string[],
): Promise<MigrationSourceRow[]> {
  const { rows } = await sql<MigrationSourceRow>`
    select c.workspace_id, c.id, c.provider, c.status, c.connected_at, c.last_success_at, c.action_message,
           c.first_import_at is null as importing, c.import_wanted, c.import_scope, run.state, run.entities, run.progress, run.errors,
           run.started_at, run.finished_at, run.failed_told_at
    from workspaces w
    join connections c on c.workspace_id = w.id
    left join lateral (
      select r.state, r.entities, r.progress, r.errors, r.started_at, r.finished_at, r.failed_told_at from sync_runs r
      where r.workspace_id = c.workspace_id and r.connection_id = c.id
        and r.kind in ('first_import', 'import')
      order by r.id desc limit 1) run on true
    where w.parent_id = ${scope.workspaceId} and w.id = any(${workspaceIds}::bigint[]) and c.provider <> ${feedProvider}
    order by c.workspace_id, c.id`.execute(db)
  return rows
}

export interface MigrationCountRow {
  workspace_id: string
  listings: number
  reservations: number
  upcoming: number
  guests: number
  conversations: number
}

/** Record counts of these migrations: each table's index is scanned once for all. */
export async function countRows(
  db: Queryable,
  scope: Scope,
  workspaceIds: readonly string[],
  now: Date,
): Promise<MigrationCountRow[]> {
  const counted = (name: string, condition = sql`true`) => sql`
    select t.workspace_id, count(*)::int as rows from ${sql.table(name)} t
    where t.workspace_id = any(${workspaceIds}::bigint[]) and ${condition} group by t.workspace_id`
  const { rows } = await sql<MigrationCountRow>`
    with l as (${counted('listings', sql`t.archived_at is null`)}), r as (${counted('reservations')}),
         -- A stay of two sources is shown once. The second of them is found by a small index.
         s as (${counted('reservations', sql`t.merged_into is not null`)}),
         u as (${counted('reservations', standsUntilDeparture(now, 't'))}), g as (${counted('guests')}),
         c as (${counted('conversations')})
    select w.id as workspace_id, coalesce(l.rows, 0) as listings, coalesce(r.rows, 0) - coalesce(s.rows, 0) as reservations,
           coalesce(u.rows, 0) as upcoming, coalesce(g.rows, 0) as guests, coalesce(c.rows, 0) as conversations
    from workspaces w
    left join l on l.workspace_id = w.id left join r on r.workspace_id = w.id
    left join s on s.workspace_id = w.id left join u on u.workspace_id = w.id
    left join g on g.workspace_id = w.id left join c on c.workspace_id = w.id
    where w.parent_id = ${scope.workspaceId} and w.id = any(${workspaceIds}::bigint[])`.execute(db)
  return rows
}

/** Serializes changes of one migration without blocking readers. */
export async function lockMigration(
  tx: Queryable,
  scope: Scope,
  workspaceId: string,
): Promise<MigrationRow | undefined> {
  await sql`
    select id from workspaces
    where parent_id = ${scope.workspaceId} and id = ${workspaceId} for no key update`.execute(tx)
  return migrationRow(tx, scope, workspaceId)
}
