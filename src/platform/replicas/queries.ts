import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../tenant.ts'
import { prepared } from '../prepared-statements.ts'
import type { RecordPosition } from './position.ts'

export interface ReplicaState {
  /** A server that takes writes is no standby. */
  standby: boolean
  /** True when it has replayed the row that identifies the installation. */
  known: boolean
  /** The replica has replayed up to this position, if the server reports it. */
  replayed: string | null
}

export async function replicaState(replica: Queryable): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    select pg_is_in_recovery() as standby, to_regclass('installation') is not null as known,
           pg_last_wal_replay_lsn()::text as replayed`.execute(replica)
  const [row] = rows
  if (!row) throw new Error('the replica did not say what it is')
  return row
}

export interface InstallationMark {
  id: string
  /** Made by each primary for itself, so that who follows an earlier one does not have it. */
  primaryMark: string | null
}

/** A replica may not have the column yet when a migration has just added it. */
export async function installationMark(db: Queryable): Promise<InstallationMark | null> {
  const { rows } = await sql<InstallationMark>`
    select i.id, to_jsonb(i)->>'primary_mark' as "primaryMark" from installation i`.execute(db)
  return rows[0] ?? null
}

/** Marks the installation as this primary's, unless it is. A promotion begins a new timeline. */
export async function markPrimary(primary: Queryable): Promise<void> {
  const { rows } = await sql<{ timeline: string }>`
    select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text as timeline`.execute(
    primary,
  )
  const timeline = rows[0]?.timeline
  await sql`
    update installation set primary_timeline = ${timeline}::bigint, primary_mark = ${randomUUID()}
    where primary_timeline is distinct from ${timeline}::bigint`.execute(primary)
}

/** Returns the primary's write position. */
export async function writtenTo(primary: Queryable): Promise<string | null> {
  const { rows } = await sql<{ written: string | null }>`
    select pg_current_wal_lsn()::text as written`.execute(primary)
  return rows[0]?.written ?? null
}

/** True when the replica has every change up to that position. */
export async function hasReached(replica: Queryable, at: RecordPosition): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean }>`
    select concat_ws('.', extract(epoch from h.written_at), h.sequence, h.xmin) = ${at.head}
             or h.written_at > ${at.writtenAt} as reached
    from workspace_heads h where h.workspace_id = ${at.workspaceId}::bigint ${prepared}`.execute(replica)
  return rows[0]?.reached ?? false
}
