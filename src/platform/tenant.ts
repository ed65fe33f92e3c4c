/**
 * Every query of tenant tables starts from a scope, so it cannot forget the workspace. A sandbox is a
 * workspace of its own.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { prepared } from './prepared-statements.ts'
import type { Database } from './schema.ts'
import { belongings, listingBelongings, type TenantTable } from './tenant-tables.ts'

export interface Scope {
  /** The id is written in decimal digits. */
  readonly workspaceId: string
  /** Limits the scope to these connections: that of `X-Account-Id`, or those of the key. */
  readonly connectionIds?: readonly string[]
  /** Limits the scope to these listings, as the key does. */
  readonly listingIds?: readonly string[]
}

export type Queryable = Kysely<Database>

/** Ids of sandboxes lie in this range, and no live id does (SQL: `is_sandbox_id`). */
export const sandboxIds = { first: 900_000_000n, last: 999_999_999_999n }

export const isSandboxId = (id: string): boolean =>
  BigInt(id) >= sandboxIds.first && BigInt(id) <= sandboxIds.last

export const isSandbox = ({ workspaceId }: Scope): boolean => isSandboxId(workspaceId)

type RecordIds = readonly string[]
type WorkspaceId = RawBuilder<string>

/** One id is compared with `=`, so that an index in the list's order can serve the query. */
const isOneOf = (column: string, ids: RecordIds): RawBuilder<boolean> =>
  ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${ids[0]}::bigint`
    : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

/**
 * Subqueries name the workspace by its value and not by the outer column: only then a Citus coordinator sees that all rows are in one place
 * (docs/operate/scaling.md).
 */
const ofConnectionOrListing = (alias: string, workspace: WorkspaceId, ids: RecordIds) => sql<boolean>`(
  ${isOneOf(`${alias}.connection_id`, ids)} or (${sql.ref(`${alias}.connection_id`)} is null and exists (
    select from listings home
    where home.workspace_id = ${workspace} and home.id = ${sql.ref(`${alias}.listing_id`)}
      and ${isOneOf('home.connection_id', ids)})))`

/** A guest of several accounts or listings is visible to each of them. */
const met = (
  alias: string,
  workspace: WorkspaceId,
  isTheirs: { booked: RawBuilder<boolean>; wrote: RawBuilder<boolean> },
) => {
  const ways = [
    ['reservations', isTheirs.booked],
    ['conversations', isTheirs.wrote],
  ] as const
  const found = ways.map(
    ([table, condition]) => sql`exists (
      select from ${sql.table(table)} met
      where met.workspace_id = ${workspace} and met.guest_id = ${sql.ref(`${alias}.id`)}
        and ${condition})`,
  )
  return sql.join(found, sql` or `)
}

/** Bookings of active listings are covered elsewhere; a guest who only wrote has none. */
function metAtListings(alias: string, workspace: WorkspaceId, ids: RecordIds): RawBuilder<boolean> {
  const booked = isOneOf('met.listing_id', ids)
  const isActive = sql`exists (
    select from listings home
    where home.workspace_id = ${workspace} and home.id = met.listing_id and home.active)`
  return sql<boolean>`(${met(alias, workspace, { booked, wrote: sql<boolean>`(${booked} and ${isActive})` })})`
}

function ofConnections(
  table: TenantTable,
  alias: string,
  workspace: WorkspaceId,
  ids: RecordIds,
): RawBuilder<boolean> | null {
  const belonging = belongings[table]
  if (belonging === 'part' || belonging === 'workspace') return null
  if (belonging === 'listing') return ofConnectionOrListing(alias, workspace, ids)
  if (belonging !== 'guest') return isOneOf(`${alias}.${belonging}`, ids)
  const isTheirs = ofConnectionOrListing('met', workspace, ids)
  const hasMet = met(alias, workspace, { booked: isTheirs, wrote: isTheirs })
  return sql<boolean>`(${isOneOf(`${alias}.connection_id`, ids)} or ${hasMet})`
}

function ofListings(
  table: TenantTable,
  alias: string,
  workspace: WorkspaceId,
  ids: RecordIds,
): RawBuilder<boolean> | null {
  const belonging = listingBelongings[table]
  if (belonging === undefined) return null
  if (belonging === 'listing_id') return isOneOf(`${alias}.listing_id`, ids)
  if (belonging === 'listing') return isOneOf(`${alias}.id`, ids)
  if (belonging === 'guest') return metAtListings(alias, workspace, ids)
  const id = sql.ref(`${alias}.id`)
  if (belonging === 'account') {
    return sql<boolean>`(
      exists (select from listing_links linked where linked.workspace_id = ${workspace} and linked.connection_id = ${id}
              and ${isOneOf('linked.listing_id', ids)})
      or exists (select from listings kept where kept.workspace_id = ${workspace} and kept.connection_id = ${id}
                 and ${isOneOf('kept.id', ids)}))`
  }
  return sql<boolean>`exists (
    select from reservations booking
    where booking.workspace_id = ${workspace} and booking.id = ${sql.ref(`${alias}.reservation_id`)}
      and ${isOneOf('booking.listing_id', ids)})`
}

/** True for rows of the scope; `alias` is the table's name in the query. */
export function inScope(scope: Scope, table: TenantTable, alias: string = table): RawBuilder<boolean> {
  const { workspaceId, connectionIds, listingIds } = scope
  const workspace = sql<string>`${workspaceId}::bigint`
  const all = [
    sql<boolean>`${sql.ref(`${alias}.workspace_id`)} = ${workspace}`,
    connectionIds && ofConnections(table, alias, workspace, connectionIds),
    listingIds && ofListings(table, alias, workspace, listingIds),
  ].filter((one): one is RawBuilder<boolean> => one !== undefined && one !== null)
  return all.length === 1 ? (all[0] as RawBuilder<boolean>) : sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** The scope covers less than the workspace. */
export const isNarrowed = ({ connectionIds, listingIds }: Scope): boolean =>
  connectionIds !== undefined || listingIds !== undefined

/** Returns the scope's connection if it has exactly one. */
export const onlyConnection = ({ connectionIds }: Scope): string | null =>
  connectionIds?.length === 1 ? (connectionIds[0] ?? null) : null

/** A cache key includes the narrowing of its scope. */
export const narrowing = ({ connectionIds, listingIds }: Scope): Record<string, string> => ({
  ...(connectionIds ? { account: connectionIds.join(',') } : {}),
  ...(listingIds ? { listings: listingIds.join(',') } : {}),
})

/** Plan limits, events and data about a person ignore accounts, so they use the whole workspace. */
export const wholeWorkspace = ({ workspaceId }: Scope): Scope => ({ workspaceId })

export function from<T extends TenantTable>(
  db: Queryable,
  scope: Scope,
  table: T,
): SelectQueryBuilder<Database, T, object> {
  // Kysely cannot resolve its return type while the table is a type parameter.
  const select = db.selectFrom(table) as unknown as SelectQueryBuilder<Database, T, object>
  return select.where(inScope(scope, table))
}

/** Rows of these tables have ids of their own, from the sequence `<table>_id`. */
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

/** Reserves `count` ids in one round trip; each call of the result returns the next. */
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
    select ${nextId(scope, table)} as id from generate_series(1, ${count}::int) ${prepared}`.execute(db)
  return rows.map((row) => row.id)
}

export async function newId(db: Queryable, scope: Scope, table: NumberedTable): Promise<string> {
  const next = await newIds(db, scope, table, 1)
  return next()
}
