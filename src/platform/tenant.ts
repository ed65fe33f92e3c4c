/**
 * The only door to tenant tables: a query starts from a scope, so it cannot forget whose rows it may see. A sandbox is a
 * workspace row of its own, so the scope keeps live and sandbox data apart as well.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

export interface Scope {
  /** The workspace whose rows are meant, as a digit string. */
  readonly workspaceId: string
  /** With `X-Account-Id`: only what belongs to this connection is there. */
  readonly connectionId?: string
}

export type Queryable = Kysely<Database>

/** Tables that are not a workspace's own: found before the workspace is known, or shared by all. */
export const globalTables = [
  'workspaces',
  'api_keys',
  'limit_overrides',
  'plan_changes',
  'upstream_budgets',
  'vendor_access',
  'access_renewals',
] as const
export type GlobalTable = (typeof globalTables)[number]
export type TenantTable = Exclude<keyof Database, GlobalTable>

export const firstSandboxId = 900_000_000n

export function isSandbox(scope: Scope): boolean {
  return BigInt(scope.workspaceId) >= firstSandboxId
}

/**
 * How the rows of a table belong to a connection: by the column of that name; by it or, made here, by their listing; as
 * the connection itself; as a guest, by what the guest did there; as a part of a record that was found before; or not at
 * all, being the workspace's.
 */
type Belonging = 'connection_id' | 'listing' | 'id' | 'guest' | 'part' | 'workspace'

export const belongings: Record<TenantTable, Belonging> = {
  accounts: 'connection_id',
  airbnb_transactions: 'connection_id',
  audit_lines: 'workspace',
  calendar_days: 'part',
  calendar_push_turns: 'connection_id',
  calendar_pushes: 'connection_id',
  calendar_reads: 'part',
  channel_content: 'connection_id',
  channel_links: 'part',
  channel_nights: 'connection_id',
  connect_sessions: 'workspace',
  connections: 'id',
  conversations: 'listing',
  deliveries: 'workspace',
  delivery_attempts: 'workspace',
  events: 'workspace',
  file_imports: 'workspace',
  forgotten_guests: 'workspace',
  guest_contacts: 'part',
  guests: 'guest',
  idempotency_keys: 'workspace',
  imported_ids: 'workspace',
  inquiries: 'listing',
  kv_entries: 'workspace',
  kv_spaces: 'workspace',
  listing_files: 'part',
  listing_links: 'connection_id',
  listing_texts: 'part',
  listing_units: 'part',
  listings: 'connection_id',
  made_up_records: 'connection_id',
  message_parts: 'part',
  message_sends: 'connection_id',
  messages: 'part',
  migration_rehearsals: 'workspace',
  migration_watch_stays: 'connection_id',
  migration_watches: 'connection_id',
  night_changes: 'part',
  reconciliations: 'connection_id',
  record_history: 'part',
  request_log: 'workspace',
  reservation_alterations: 'connection_id',
  reservations: 'listing',
  response_schemas: 'workspace',
  reviews: 'listing',
  selling_links: 'connection_id',
  sold_nights: 'part',
  special_offers: 'connection_id',
  stay_conflicts: 'part',
  sync_failures: 'connection_id',
  sync_fetches: 'connection_id',
  sync_runs: 'connection_id',
  sync_schedule: 'connection_id',
  sync_seen: 'part',
  units: 'connection_id',
  usage_days: 'workspace',
  usage_operations: 'workspace',
  vendor_acts: 'connection_id',
  webhooks: 'workspace',
  workspace_heads: 'workspace',
}

const ofConnectionOrListing = (alias: string, connectionId: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(${column('connection_id')} = ${connectionId}::bigint or (${column('connection_id')} is null and exists (
    select from listings home
    where home.workspace_id = ${column('workspace_id')} and home.id = ${column('listing_id')}
      and home.connection_id = ${connectionId}::bigint)))`
}

/** A guest of several accounts is there for each of them. */
const guestOf = (alias: string, connectionId: string) => {
  const met = (table: 'reservations' | 'conversations') => sql`exists (
    select from ${sql.table(table)} met
    where met.workspace_id = ${sql.ref(`${alias}.workspace_id`)} and met.guest_id = ${sql.ref(`${alias}.id`)}
      and ${ofConnectionOrListing('met', connectionId)})`
  return sql`(${sql.ref(`${alias}.connection_id`)} = ${connectionId}::bigint
    or ${met('reservations')} or ${met('conversations')})`
}

/** True for the rows of the scope; `alias` is what the query calls the table. */
export function inScope(scope: Scope, table: TenantTable, alias: string = table): RawBuilder<boolean> {
  const { workspaceId, connectionId } = scope
  const own = sql<boolean>`${sql.ref(`${alias}.workspace_id`)} = ${workspaceId}::bigint`
  const belonging = belongings[table]
  if (connectionId === undefined || belonging === 'part' || belonging === 'workspace') return own
  if (belonging === 'listing') return sql<boolean>`(${own} and ${ofConnectionOrListing(alias, connectionId)})`
  if (belonging === 'guest') return sql<boolean>`(${own} and ${guestOf(alias, connectionId)})`
  return sql<boolean>`(${own} and ${sql.ref(`${alias}.${belonging}`)} = ${connectionId}::bigint)`
}

/** What does not ask which account is meant: plan limits, events, what is known of a person. */
export const wholeWorkspace = ({ workspaceId }: Scope): Scope => ({ workspaceId })

export function from<T extends TenantTable>(
  db: Queryable,
  scope: Scope,
  table: T,
): SelectQueryBuilder<Database, T, object> {
  // Kysely cannot resolve its own return type for a table that is still a type parameter.
  const select = db.selectFrom(table) as unknown as SelectQueryBuilder<Database, T, object>
  return select.where(inScope(scope, table))
}

/** Tables whose rows have an id of their own, and the sequence that numbers the live ones. */
export type NumberedTable =
  | 'connections'
  | 'accounts'
  | 'listings'
  | 'units'
  | 'guests'
  | 'reservations'
  | 'conversations'
  | 'messages'
  | 'inquiries'
  | 'reviews'
  | 'special_offers'
  | 'reservation_alterations'
  | 'sync_runs'

export function nextId(scope: Scope, table: NumberedTable): RawBuilder<string> {
  return sql<string>`next_id(${scope.workspaceId}::bigint, ${sql.lit(`${table}_id`)}::regclass)`
}

/** Ids for `count` new rows, in one round trip: each call of the answer gives the next of them. */
export async function newIds(
  db: Queryable,
  scope: Scope,
  table: NumberedTable,
  count: number,
): Promise<() => string> {
  const ids = count === 0 ? [] : await nextIds(db, scope, table, count)
  return () => {
    const id = ids.shift()
    if (id === undefined) throw new Error(`more than ${count} new rows of ${table}`)
    return id
  }
}

async function nextIds(db: Queryable, scope: Scope, table: NumberedTable, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${nextId(scope, table)} as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map((row) => row.id)
}

export async function newId(db: Queryable, scope: Scope, table: NumberedTable): Promise<string> {
  const next = await newIds(db, scope, table, 1)
  return next()
}
