/** Begins the epoch of a restored database: what was given out since the backup is never given out again. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'

export interface NewRecovery {
  backup: string | null
  takenAt: Date
  restoredAt: Date
  at: Date
}

/** The numbers of one row hold up two processes that declare the same restore. */
const lockNumber = 7_034_118

export async function lockRecoveries(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx)
}

/** Returns the epoch of a restore that was declared already. */
export async function declaredEpoch(
  tx: Queryable,
  { takenAt, restoredAt }: Pick<NewRecovery, 'takenAt' | 'restoredAt'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ epoch: string }>`
    select epoch from recoveries where taken_at = ${takenAt} and restored_at = ${restoredAt}`.execute(tx)
  return rows[0]?.epoch
}

/**
 * Numbers jump by the time since the backup, so that also the second restore from one backup begins behind what the
 * first one gave out. A thousand a second is more than any server makes.
 */
export async function insertRecovery(
  tx: Queryable,
  { backup, takenAt, restoredAt, at }: NewRecovery,
): Promise<{ epoch: string; numbersAhead: string }> {
  const lost = sql`ceil(extract(epoch from ${at}::timestamptz - ${takenAt}::timestamptz))::bigint`
  await sql`update recoveries set ended_at = ${at} where ended_at is null`.execute(tx)
  const last = await lastNumbers(tx)
  const { rows } = await sql<{ epoch: string; numbersAhead: string }>`
    insert into recoveries (epoch, backup, taken_at, restored_at, declared_at, numbers_ahead, revisions_ahead, pushes_dropped)
    values (greatest(${last.epoch}::bigint + 1, floor(extract(epoch from ${at}::timestamptz))::bigint), ${backup},
            ${takenAt}, ${restoredAt}, ${at}, 1000000 + 1000 * ${lost},
            ${last.revisions}::int + 1000 + least(${lost}, 500000000)::int, 0)
    returning epoch, numbers_ahead as "numbersAhead"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the restore was not returned')
  return row
}

async function lastNumbers(tx: Queryable): Promise<{ epoch: string; revisions: number }> {
  const { rows } = await sql<{ epoch: string; revisions: number }>`
    select coalesce(max(epoch), 1) as epoch, coalesce(max(revisions_ahead), 0) as revisions from recoveries`.execute(
    tx,
  )
  return rows[0] ?? { epoch: '1', revisions: 0 }
}

/** Ids of records come from sequences. A jump stays when the transaction is rolled back, which does no harm. */
export async function jumpIds(tx: Queryable, by: string): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass,
                  least(coalesce(last_value, start_value) + ${by}::bigint, max_value))
    from pg_sequences where schemaname = current_schema()`.execute(tx)
}

export interface RecoveringConnection {
  workspace_id: string
  connection_id: string
}

/** Every account of a vendor that can be written is to be read first. */
export async function insertRecoveryAccounts(
  tx: Queryable,
  epoch: string,
  at: Date,
): Promise<RecoveringConnection[]> {
  const { rows } = await sql<RecoveringConnection>`
    insert into recovery_accounts as a (workspace_id, connection_id, epoch, since, next_look_at)
    select workspace_id, id, ${epoch}::bigint, ${at}::timestamptz, ${at}::timestamptz from connections
    where credentials is not null and status in ('active', 'error', 'needs_permissions') and not is_sandbox_id(workspace_id)
    order by workspace_id, id
    on conflict (workspace_id, connection_id) do update
      set epoch = excluded.epoch, state = 'reading', since = excluded.since, tries = 0,
          next_look_at = excluded.next_look_at, run_id = null, found = '{}', nights_kept = 0, error = null
    returning workspace_id, connection_id`.execute(tx)
  return rows
}

export async function noteDropped(
  tx: Queryable,
  epoch: string,
  dropped: { pushes: number; mails: number },
): Promise<void> {
  await sql`
    update recoveries set pushes_dropped = ${dropped.pushes}, mails_dropped = ${dropped.mails}
    where epoch = ${epoch}`.execute(tx)
}
