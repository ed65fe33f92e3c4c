import { sql, type RawBuilder } from 'kysely'
import { lastWrite } from '../../platform/outbox.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { changesInsert, type NightChange } from '../calendar/public.ts'
import { byExternalId, hashesOf, listingsNamed, unitsNamed } from '../lookup-queries.ts'
import { columnList, columnNames } from '../column-queries.ts'
import { historyInsert, type HistoryRow, type HistorySource } from '../history-queries.ts'
import type { AccountOfStay } from './found.ts'
import { reservationColumns, type StoredReservation } from './row.ts'
import type { ListingRef } from '../batch.ts'
import type { ShownText } from './text-queries.ts'

const accountsOf = (scope: Scope, connectionId: string) =>
  sql<AccountOfStay>`
    select id::text, provider, external_account_id, connection_id::text from accounts
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`

/**
 * Reads in one statement what decides which stays must be stored, what they refer to, and the workspace's last write.
 */
export async function lookUpStays(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  named: { listings: readonly string[]; stays: readonly string[]; units: readonly string[] },
) {
  const all = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (${rows}) found)`
  const { rows } = await sql<{
    listings: ListingRef[]
    hashes: { external_id: string; hash: string | null }[]
    units: { id: string; external_id: string; name: string | null }[]
    accounts: AccountOfStay[]
    last_write: string | null
  }>`
    select ${lastWrite(scope)} as last_write, ${all(listingsNamed(scope, connectionId, named.listings))} as listings,
           ${all(hashesOf('reservations', scope, connectionId, named.stays))} as hashes,
           ${all(unitsNamed(scope, connectionId, named.units))} as units,
           ${all(accountsOf(scope, connectionId))} as accounts ${prepared}`.execute(db)
  const { listings = [], hashes = [], units = [], accounts = [], last_write = null } = rows[0] ?? {}
  return {
    lastWrite: last_write,
    listings: byExternalId(listings, (row) => row),
    hashes: byExternalId(hashes, ({ hash }) => hash),
    units: byExternalId(units, ({ id }) => id),
    unitNames: new Map(units.map(({ id, name }) => [id, name])),
    accounts: new Map(accounts.map((account) => [account.id, account])),
  }
}

/** The stored form of a reservation before it is replaced. */
export type KnownReservation = Pick<
  StoredReservation,
  | 'id'
  | 'external_id'
  | 'listing_id'
  | 'guest_id'
  | 'check_in'
  | 'check_out'
  | 'status'
  | 'lapses_at'
  | 'confirmation_code'
  | 'cancelled_at'
  | 'source'
> & {
  /** The record shown in its place; null if it is shown itself. */
  merged_into: string | null
  /** The row of its second source, if it has one. */
  second: { id: string; listing_id: string; confirmation_code: string } | null
  /** True if the guest was forgotten: nothing that identifies them is stored. */
  guest_forgotten: boolean
}

/** Returns when a stay that is still cancelled was cancelled. */
export const storedCancellation = (stored: KnownReservation | undefined): Date | null =>
  stored?.status === 'cancelled' ? stored.cancelled_at : null

export async function knownReservations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, KnownReservation>> {
  const { rows } = await sql<KnownReservation>`
    select id, external_id, listing_id, guest_id, check_in, check_out, status, lapses_at, confirmation_code, cancelled_at,
           source, merged_into, (
             select jsonb_build_object('id', s.id::text, 'listing_id', s.listing_id::text,
                                       'confirmation_code', s.confirmation_code)
             from reservations s where s.workspace_id = ${scope.workspaceId} and s.merged_into = r.id) as second,
           exists (select from guests g where g.workspace_id = ${scope.workspaceId} and g.id = r.guest_id
                   and g.forgotten_at is not null) as guest_forgotten
    from reservations r
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) ${prepared}`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export async function unitIds(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const { rows } = await unitsNamed(scope, connectionId, externalIds).execute(db)
  return byExternalId(rows, ({ id }) => id)
}

export async function reservationIdsOfGuests(
  db: Queryable,
  scope: Scope,
  guestIds: readonly string[],
): Promise<string[]> {
  if (guestIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from reservations
    where workspace_id = ${scope.workspaceId} and guest_id = any(${guestIds}::bigint[]) and merged_into is null ${prepared}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** A row with its rendered text. */
type WrittenRow = StoredReservation &
  Omit<ShownText, 'id'> & {
    is_new: boolean
    /** For a new second source, the record shown in its place. */
    merged_into: string | null
  }

const besideDoc = { ...reservationColumns, revision: 'int', updated_at: 'timestamptz' }
const written = { ...besideDoc, doc: 'text' }
const writtenNames = columnNames(written)
/** No JSON text contains this character. Joined texts need no escaping, unlike JSON strings within JSON. */
const separator = '\u001e'
/** Rows with their history and night changes. */
export interface WrittenPage {
  rows: readonly WrittenRow[]
  history: readonly HistoryRow[]
  nights: readonly NightChange[]
}

/** Stores an account's new and changed rows with texts, history and nights in one statement. */
export async function storeReservations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { rows, history, nights }: WrittenPage,
  source: HistorySource,
): Promise<void> {
  const bare = rows.map(({ doc: _, ...row }) => row)
  await sql`
    with given as materialized (
      select * from rows from (
        jsonb_to_recordset(${JSON.stringify(bare)}::jsonb) as (
          id bigint, ${columnList(besideDoc)}, source_hash text, merged_into bigint, is_new boolean),
        unnest(string_to_array(${rows.map(({ doc }) => doc).join(separator)}::text, ${separator}::text))
      ) as r (id, ${columnNames(besideDoc)}, source_hash, merged_into, is_new, doc)
    ), added as (
      insert into reservations (workspace_id, connection_id, id, ${writtenNames}, source_hash, merged_into, created_at)
      select ${scope.workspaceId}::bigint, ${connectionId}::bigint, id, ${writtenNames}, decode(source_hash, 'hex'), merged_into, updated_at
      from given where is_new
    ), changed as (
      update reservations t set (${writtenNames}, source_hash) = row(
        ${columnNames(written, 'r')}, decode(r.source_hash, 'hex'))
      from given r
      where t.workspace_id = ${scope.workspaceId} and t.id = r.id and not r.is_new
    ), told as (${historyInsert(scope, history, source)}
    ), nights as (${changesInsert(scope, nights)})
    select ${prepared}`.execute(db)
}

/** Returns those that are not cancelled yet. */
export async function reservationIdsOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) and status <> 'cancelled'`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the source's ids of stays that are not cancelled. */
export async function stayIdsOfBookings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  confirmationCodes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string | null }>`
    select external_id from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and confirmation_code = any(${confirmationCodes}::text[]) and status <> 'cancelled'`.execute(db)
  // Only stays kept here lack the source's id.
  return rows.flatMap((row) => row.external_id ?? [])
}

/** Cancels reservations that the source no longer has as bookings. */
export async function cancelReservations(db: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    update reservations
    set status = 'cancelled', cancelled_by = case when status = 'pending' then null else 'platform' end,
        status_detail = case when status = 'pending' then 'request_voided' else 'cancelled_by_platform' end,
        pending_reason = null, lapses_at = null, source_hash = null
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) and status <> 'cancelled'`.execute(
    db,
  )
}

/** Without its hash a stay is stored again, though the vendor's record is unchanged. */
export async function forgetHashes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    update reservations set source_hash = null
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
}
