import { sql, type RawBuilder } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { feedProvider } from '../../../records/calendar/public.ts'

const connectionColumns = [
  'id',
  'provider',
  'status',
  'external_account_id',
  'account_name',
  'write_policy',
  'action_reason',
  'action_message',
  'disconnected_at',
  'first_import_at',
  'last_success_at',
  'created_at',
  'granted',
  'vendor_deprecations',
] as const

/** A row as JSON, with times as text. */
interface StoredAccessRefusal {
  refused_at: string
  retry_at: string
  clock_ahead_ms: number | null
}
const refusedAccess = (scope: Scope) =>
  sql<StoredAccessRefusal | null>`(
  select to_jsonb(r) from refused_access r
  where r.workspace_id = ${scope.workspaceId}::bigint and r.connection_id = connections.id)`.as('refused')

export type ConnectionRow = Awaited<ReturnType<typeof connectionRows>>[number]

export const connectionsById: ListOrdering<ConnectionRow> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`id`, type: 'bigint', valueOf: (row) => row.id }],
}

/** The account that holds stays of calendar feeds is internal. */
const isVisible = sql<boolean>`provider <> ${feedProvider}`

export function connectionRows(db: Queryable, scope: Scope, page: PageRequest) {
  return from(db, scope, 'connections')
    .select([...connectionColumns, refusedAccess(scope)])
    .where(isVisible)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function connectionTotal(db: Queryable, scope: Scope): Promise<number> {
  const { count } = await from(db, scope, 'connections')
    .select(sql<string>`count(*)`.as('count'))
    .where(isVisible)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Every account of the provider ever connected, connected ones first. */
export function connectionsOf(db: Queryable, scope: Scope, provider: string): Promise<ConnectionRow[]> {
  return from(db, scope, 'connections')
    .select([...connectionColumns, refusedAccess(scope)])
    .where('provider', '=', provider)
    .orderBy(sql`status = 'disconnected'`)
    .orderBy('id')
    .execute()
}

export function connectionById(db: Queryable, scope: Scope, id: string): Promise<ConnectionRow | undefined> {
  return from(db, scope, 'connections')
    .select([...connectionColumns, refusedAccess(scope)])
    .where(isVisible)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The stored webhook registration. */
export async function connectionInbound(db: Queryable, scope: Scope, id: string): Promise<unknown> {
  const row = await from(db, scope, 'connections').select('inbound').where('id', '=', id).executeTakeFirst()
  return row?.inbound ?? null
}

/** Whether any of these vendor listings is known through the connection. */
export async function hasAnyListing(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from listing_links
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) limit 1`.execute(db)
  return rows.length > 0
}

/** The connection's account, as events name it. */
export async function connectedAccount(tx: Queryable, scope: Scope, connectionId: string, at: Date) {
  const { rows } = await sql<{ id: string; provider: string; external_account_id: string }>`
    select coalesce(a.id, c.id) as id, c.provider, c.external_account_id
    from connections c
    left join accounts a on a.workspace_id = c.workspace_id and a.provider = c.provider
                        and a.external_account_id = c.external_account_id
    where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`connection ${connectionId} was not found`)
  return {
    workspaceId: scope.workspaceId,
    accountId: row.id,
    connectionId,
    provider: row.provider,
    externalAccountId: row.external_account_id,
    accessType: null,
    at,
  }
}
