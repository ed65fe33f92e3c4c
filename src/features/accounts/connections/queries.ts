import { sql, type RawBuilder } from 'kysely'
import type { WritePolicy } from '../../../contract/connection.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import type { Write } from '../../../platform/outbox.ts'
import { assertLockHeld } from '../../../platform/lock-order.ts'
import { from, nextId, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { feedProvider } from '../../../records/calendar/public.ts'
import { forgetRefusedAccess } from '../../../upstream/refused-access-queries.ts'
import { takeSchedule } from '../../sync/public.ts'

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
] as const

/** A row as JSON, with times as text. */
interface StoredAccessRefusal {
  refused_at: string
  retry_at: string
  clock_ahead_ms: number | null
}
const refusedAccess = sql<StoredAccessRefusal | null>`(
  select to_jsonb(r) from refused_access r
  where r.workspace_id = connections.workspace_id and r.connection_id = connections.id)`.as('refused')

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
    .select([...connectionColumns, refusedAccess])
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
    .select([...connectionColumns, refusedAccess])
    .where('provider', '=', provider)
    .orderBy(sql`status = 'disconnected'`)
    .orderBy('id')
    .execute()
}

export function connectionById(db: Queryable, scope: Scope, id: string): Promise<ConnectionRow | undefined> {
  return from(db, scope, 'connections')
    .select([...connectionColumns, refusedAccess])
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

/** The fields that connecting and disconnecting need, under lock. */
export interface LockedConnection {
  id: string
  status: string
  write_policy: WritePolicy
  credentials: Buffer | null
  session: Buffer | null
  inbound: unknown
  retired_inbound: unknown
  deactivated_listings: string[]
  external_account_id: string
}

const lockedColumns = sql`id, status, write_policy, credentials, session, inbound, retired_inbound, deactivated_listings,
  external_account_id`

/** Inserts the connection on the first call; `created` says so. */
export async function lockOrInsertConnection(
  tx: Queryable,
  scope: Scope,
  account: { provider: string; externalAccountId: string; writePolicy: WritePolicy; at: Date },
): Promise<LockedConnection & { created: boolean }> {
  const { numAffectedRows } = await sql`
    insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, created_at, connected_at,
                             updated_at)
    values (${scope.workspaceId}, ${nextId(scope, 'connections')}, ${account.provider}, ${account.externalAccountId}, 'pending',
            ${JSON.stringify(account.writePolicy)}::jsonb, ${account.at}, ${account.at}, ${account.at})
    on conflict (workspace_id, provider, external_account_id) do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from connections
    where workspace_id = ${scope.workspaceId} and provider = ${account.provider}
      and external_account_id = ${account.externalAccountId}`.execute(tx)
  const row = rows[0] && (await lockConnection(tx, scope, rows[0].id))
  if (!row) throw new Error('the connection was not returned')
  return { ...row, created: Number(numAffectedRows ?? 0) > 0 }
}

/** Takes the schedule's row first: a pass that stores for the connection holds it and changes the connection at its end. */
export async function lockConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
): Promise<LockedConnection | undefined> {
  await takeSchedule(tx, scope, id)
  const { rows } = await sql<LockedConnection>`
    select ${lockedColumns} from connections
    where workspace_id = ${scope.workspaceId} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export interface Activation {
  accountName: string | null
  credentials: Buffer
  keyId: string
  session: Buffer | null
  writePolicy: WritePolicy
  /** The account was not connected before. */
  anew: boolean
  /** The vendor's webhook: kept as it is, or registered by the worker. */
  inbound: 'kept' | 'due'
  /** What the owner granted; null: the credentials do not tell. */
  granted: string[] | null
  at: Date
}

export async function activateConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
  { accountName, credentials, keyId, session, writePolicy, anew, inbound, granted, at }: Activation,
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'active', action_reason = null, action_message = null, disconnected_at = null,
        account_name = coalesce(${accountName}, account_name), credentials = ${credentials},
        credentials_key_id = ${keyId}, session = ${session}, write_policy = ${JSON.stringify(writePolicy)}::jsonb,
        connected_at = case when ${anew} then ${at}::timestamptz else connected_at end,
        first_import_at = case when ${anew} then null else first_import_at end,
        watermarks = case when ${anew} then '{}' else watermarks end,
        inbound_due = ${inbound === 'due'},
        retired_inbound = case when ${inbound === 'due'} then coalesce(inbound, retired_inbound) else retired_inbound end,
        inbound = case when ${inbound === 'due'} then null else inbound end,
        deactivated_listings = '[]', granted = ${granted}::text[], updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  await forgetRefusedAccess(tx, scope, id)
  await sql`
    insert into accounts (workspace_id, id, connection_id, provider, external_account_id, name)
    select c.workspace_id, ${nextId(scope, 'accounts')}, c.id, c.provider, c.external_account_id, c.account_name
    from connections c where c.workspace_id = ${scope.workspaceId} and c.id = ${id}
    on conflict (workspace_id, provider, external_account_id) do update
      set name = coalesce(excluded.name, accounts.name), connection_id = excluded.connection_id`.execute(tx)
}

export async function closeConnection(
  tx: Queryable,
  scope: Scope,
  id: string,
  { deactivated, at }: { deactivated: readonly string[]; at: Date },
): Promise<void> {
  assertLockHeld(tx, 'schedule')
  await sql`
    update connections
    set status = 'disconnected', disconnected_at = ${at}, updated_at = ${at}, credentials = null,
        credentials_key_id = null, session = null, inbound = null, inbound_due = false, import_wanted = null, retired_inbound = null,
        inbound_token_hash = null, action_reason = null, action_message = null, deactivated_listings = ${JSON.stringify(deactivated)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
  await forgetRefusedAccess(tx, scope, id)
}

/** Deactivates the listings this account keeps. Answers their ids. */
export async function deactivateListings(
  write: Write,
  connectionId: string,
  origin: string,
): Promise<string[]> {
  return switchListings(write, sql`connection_id = ${connectionId} and active`, false, origin)
}

/** Reactivates listings that the disconnect deactivated, unless changed since. */
export async function reactivateListings(
  write: Write,
  ids: readonly string[],
  origin: string,
): Promise<string[]> {
  const off = sql`id = any(${ids}::bigint[]) and not active and inactive_reason = 'deactivated'`
  return switchListings(write, off, true, origin)
}

async function switchListings(
  { tx, scope, at }: Write,
  which: RawBuilder<unknown>,
  active: boolean,
  origin: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update listings
      set active = ${active}, inactive_reason = ${active ? null : 'deactivated'}, updated_at = ${at},
          revision = revision + 1
      where workspace_id = ${scope.workspaceId} and ${which}
      returning id, revision
    ), noted as (
      insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
      select ${scope.workspaceId}, 'listing', id, revision, 'updated', jsonb_build_object('active', ${!active}::boolean),
             ${origin}, ${at} from changed
    )
    select id from changed order by id`.execute(tx)
  return rows.map((row) => row.id)
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

/** One statement, so that two parallel changes both survive. */
export async function mergeWritePolicy(
  db: Queryable,
  scope: Scope,
  id: string,
  { calendar = {}, reservations = {} }: { calendar?: object; reservations?: object },
  at: Date,
): Promise<WritePolicy> {
  assertLockHeld(db, 'schedule')
  const { rows } = await sql<{ policy: WritePolicy }>`
    update connections
    set updated_at = ${at}, write_policy = jsonb_build_object(
      'calendar', (write_policy -> 'calendar') || ${JSON.stringify(calendar)}::jsonb,
      'reservations', (write_policy -> 'reservations') || ${JSON.stringify(reservations)}::jsonb)
    where workspace_id = ${scope.workspaceId} and id = ${id}
    returning write_policy as policy`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`connection ${id} was not found`)
  return row.policy
}
