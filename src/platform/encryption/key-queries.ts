import { sql } from 'kysely'
import type { Queryable } from '../tenant.ts'

export interface KnownKey {
  id: string
  fingerprint: string | null
  closed_at: Date | null
  lost_at: Date | null
}

export async function knownKeys(db: Queryable): Promise<KnownKey[]> {
  const { rows } = await sql<KnownKey>`
    select id, fingerprint, closed_at, lost_at from encryption_keys order by first_used_at, id`.execute(db)
  return rows
}

/** Records a key before it encrypts; a known key keeps its row. */
export async function enterKey(db: Queryable, id: string, fingerprint: string): Promise<void> {
  await sql`
    insert into encryption_keys (id, fingerprint) values (${id}, ${fingerprint})
    on conflict (id) do update set fingerprint = coalesce(encryption_keys.fingerprint, excluded.fingerprint)`.execute(
    db,
  )
}

/** After the commit the database refuses ciphertext of this key. */
export async function closeKey(db: Queryable, id: string, at: Date): Promise<void> {
  await sql`
    update encryption_keys set closed_at = coalesce(closed_at, ${at}) where id = ${id}`.execute(db)
}

/** Returns false when there is no such key. */
export async function declareLost(db: Queryable, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update encryption_keys set lost_at = ${at}, closed_at = coalesce(closed_at, ${at}) where id = ${id}`.execute(
    db,
  )
  return numAffectedRows > 0n
}

export interface ServerRing {
  process: string
  host: string
  pid: number
  key_ids: string[]
}

export async function sayRing(db: Queryable, ring: ServerRing): Promise<void> {
  await sql`
    insert into server_key_rings (process, host, pid, key_ids, seen_at)
    values (${ring.process}, ${ring.host}, ${ring.pid}, ${ring.key_ids}::text[], now())
    on conflict (process) do update set key_ids = excluded.key_ids, seen_at = excluded.seen_at`.execute(db)
}

export async function forgetRing(db: Queryable, process: string): Promise<void> {
  await sql`delete from server_key_rings where process = ${process}`.execute(db)
}

/** Returns the key rings of running servers; one silent for so long counts as ended. */
export async function serverRings(db: Queryable, silentSeconds: number): Promise<ServerRing[]> {
  const { rows } = await sql<ServerRing>`
    select process, host, pid, key_ids from server_key_rings where seen_at >= now() - make_interval(secs => ${silentSeconds}) order by host, pid`.execute(
    db,
  )
  return rows
}

export async function forgetSilentRings(db: Queryable, silentSeconds: number): Promise<void> {
  await sql`delete from server_key_rings where seen_at < now() - make_interval(secs => ${silentSeconds})`.execute(
    db,
  )
}

export interface StoredKeptKey {
  purpose: string
  key_id: string
  sealed: Buffer
  until: Date | null
}

export async function keptKeyRows(db: Queryable, now: Date): Promise<StoredKeptKey[]> {
  const { rows } = await sql<StoredKeptKey>`
    select purpose, key_id, sealed, until from kept_keys where until is null or until > ${now}
    order by purpose, key_id`.execute(db)
  return rows
}

/** A key that is kept already stays unchanged. */
export async function insertKeptKey(db: Queryable, key: StoredKeptKey): Promise<void> {
  await sql`
    insert into kept_keys (purpose, key_id, sealed, until)
    values (${key.purpose}, ${key.key_id}, ${key.sealed}, ${key.until})
    on conflict (purpose, key_id) do nothing`.execute(db)
}

export async function dropKeptKeys(
  db: Queryable,
  { id, purposes }: { id: string; purposes: readonly string[] },
) {
  await sql`
    delete from kept_keys where key_id = ${id} and purpose = any(${purposes}::text[])`.execute(db)
}

export async function dropEndedKeptKeys(db: Queryable, now: Date): Promise<void> {
  await sql`delete from kept_keys where until <= ${now}`.execute(db)
}
