import { sql } from 'kysely'
import type { Queryable } from '../tenant.ts'
import { prepared } from '../prepared-statements.ts'
import type { RecordPosition } from './position.ts'

export interface ReplicaLook {
  /** False for a server that takes writes. */
  standby: boolean
  /** The installation whose data it has; null where they have not come yet. */
  installation: string | null
  /** How far it has followed, where the server says it. */
  replayed: string | null
}

export async function replicaLook(replica: Queryable): Promise<ReplicaLook> {
  const { rows } = await sql<{ standby: boolean; known: boolean; replayed: string | null }>`
    select pg_is_in_recovery() as standby, to_regclass('installation') is not null as known,
           pg_last_wal_replay_lsn()::text as replayed`.execute(replica)
  const [row] = rows
  if (!row) throw new Error('the replica did not say what it is')
  const installation = row.known ? await installationOf(replica) : null
  return { standby: row.standby, installation, replayed: row.replayed }
}

async function installationOf(replica: Queryable): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(replica)
  return rows[0]?.id ?? null
}

/** Whose data the primary has, and how far it has written. */
export async function primaryLook(
  primary: Queryable,
): Promise<{ installation: string | null; written: string | null }> {
  const { rows } = await sql<{ installation: string | null; written: string | null }>`
    select (select id from installation) as installation, pg_current_wal_lsn()::text as written`.execute(
    primary,
  )
  return rows[0] ?? { installation: null, written: null }
}

/** Whether everything that had happened to a workspace's records at that position is there. */
export async function hasReached(replica: Queryable, at: RecordPosition): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean }>`
    select concat_ws('.', extract(epoch from h.written_at), h.sequence, h.xmin) = ${at.head}
             or h.written_at > ${at.writtenAt} as reached
    from workspace_heads h where h.workspace_id = ${at.workspaceId}::bigint ${prepared}`.execute(replica)
  return rows[0]?.reached ?? false
}
