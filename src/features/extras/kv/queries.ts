import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface KvEntryRow {
  key: string
  /** JSON. */
  value: string
  updated_at: Date
  expires_at: Date | null
}

export interface KvEntryKey {
  projectId: string
  key: string
}

/** Locks the workspace's entries until the transaction ends. Returns the bytes they use. */
export async function lockKvQuota(tx: Queryable, scope: Scope): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    insert into kv_spaces (workspace_id, bytes) values (${scope.workspaceId}::bigint, 0)
    on conflict (workspace_id) do update set bytes = kv_spaces.bytes returning bytes`.execute(tx)
  return rows[0]?.bytes ?? 0
}

export async function updateKvQuota(tx: Queryable, scope: Scope, bytes: number): Promise<void> {
  await sql`update kv_spaces set bytes = ${bytes}::int where workspace_id = ${scope.workspaceId}::bigint`.execute(
    tx,
  )
}

/** Returns the bytes that were freed. */
export async function deleteExpiredEntries(tx: Queryable, scope: Scope, now: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      delete from kv_entries
      where workspace_id = ${scope.workspaceId}::bigint and expires_at <= ${now}::timestamptz returning bytes)
    select coalesce(sum(bytes), 0)::int as bytes from gone`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Bytes of an entry, or 0; call it while the quota is locked. */
export async function entryBytesUsed(
  tx: Queryable,
  scope: Scope,
  { projectId, key }: KvEntryKey,
): Promise<number> {
  const row = await from(tx, scope, 'kv_entries')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

export async function upsertEntry(
  tx: Queryable,
  scope: Scope,
  { projectId, key }: KvEntryKey,
  entry: { value: string; bytes: number; updatedAt: Date; expiresAt: Date | null },
): Promise<void> {
  await sql`
    insert into kv_entries (workspace_id, project_id, key, value, bytes, updated_at, expires_at)
    values (${scope.workspaceId}::bigint, ${projectId}, ${key}, ${entry.value}, ${entry.bytes}::int,
            ${entry.updatedAt}::timestamptz, ${entry.expiresAt}::timestamptz)
    on conflict (workspace_id, project_id, key) do update
      set value = excluded.value, bytes = excluded.bytes, updated_at = excluded.updated_at,
          expires_at = excluded.expires_at`.execute(tx)
}

/** Expired entries count as missing, whether deleted or not. */
const isThere = (now: Date) => sql<boolean>`(expires_at is null or expires_at > ${now}::timestamptz)`

/** A prefix is text, not a pattern. */
const startsWith = (prefix: string) =>
  sql<boolean>`(key >= ${prefix}::text collate "C" and starts_with(key, ${prefix}::text))`

export async function entry(
  db: Queryable,
  scope: Scope,
  { projectId, key }: KvEntryKey,
  now: Date,
): Promise<KvEntryRow | undefined> {
  return from(db, scope, 'kv_entries')
    .select(['key', 'value', 'updated_at', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .where(isThere(now))
    .executeTakeFirst()
}

interface KvPrefixQuery {
  projectId: string
  prefix: string
  now: Date
}

export async function entries(
  db: Queryable,
  scope: Scope,
  { projectId, prefix, now }: KvPrefixQuery,
  limit: number,
): Promise<KvEntryRow[]> {
  return from(db, scope, 'kv_entries')
    .select(['key', 'value', 'updated_at', 'expires_at'])
    .where('project_id', '=', projectId)
    .where(startsWith(prefix))
    .where(isThere(now))
    .orderBy('key')
    .limit(limit)
    .execute()
}

export async function entryTotal(
  db: Queryable,
  scope: Scope,
  { projectId, prefix, now }: KvPrefixQuery,
): Promise<number> {
  const row = await from(db, scope, 'kv_entries')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('project_id', '=', projectId)
    .where(startsWith(prefix))
    .where(isThere(now))
    .executeTakeFirstOrThrow()
  return row.total
}

interface RemovedEntries {
  /** Entries that had not expired. */
  count: number
  /** Bytes of all deleted rows. */
  bytes: number
}

export async function deleteEntry(
  tx: Queryable,
  scope: Scope,
  { projectId, key }: KvEntryKey,
  now: Date,
): Promise<RemovedEntries> {
  const { rows } = await sql<RemovedEntries>`
    with gone as (
      delete from kv_entries
      where workspace_id = ${scope.workspaceId}::bigint and project_id = ${projectId} and key = ${key}
      returning bytes, expires_at)
    select (count(*) filter (where ${isThere(now)}))::int as count, coalesce(sum(bytes), 0)::int as bytes
    from gone`.execute(tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

export async function deleteEntries(
  tx: Queryable,
  scope: Scope,
  { projectId, prefix, now }: KvPrefixQuery,
): Promise<RemovedEntries> {
  const { rows } = await sql<RemovedEntries>`
    with gone as (
      delete from kv_entries
      where workspace_id = ${scope.workspaceId}::bigint and project_id = ${projectId} and ${startsWith(prefix)}
      returning bytes, expires_at)
    select (count(*) filter (where ${isThere(now)}))::int as count, coalesce(sum(bytes), 0)::int as bytes
    from gone`.execute(tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Workspaces with expired entries. */
export async function workspacesToClean(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct workspace_id as id from kv_entries where expires_at <= ${now}::timestamptz`.execute(db)
  return rows.map(({ id }) => id)
}
