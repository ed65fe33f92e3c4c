/** Deliveries that were open in a backup: they may have gone out since, so they wait for the operator. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'

/** Withholds every delivery that is not finished. Returns how many. */
export async function holdOpenDeliveries(tx: Queryable, epoch: string, at: Date): Promise<number> {
  // Claims of the processes that ran when the backup was taken lead nowhere.
  await sql`
    update delivery_turns
    set delivery_ids = '{}', numbers = '{}', claimed_at = '{}', version = version + 1
    where delivery_ids <> '{}'`.execute(tx)
  await sql`update webhooks set snapshot_pending = false where snapshot_pending`.execute(tx)
  const { numAffectedRows } = await sql`
    with held as (
      update deliveries
      set state = 'withheld', finished_at = ${at}, attempt_id = null, attempt_at = null, claimed_until = null,
          replay_from = null
      where state in ('waiting', 'pending', 'sending')
      returning workspace_id, id
    )
    insert into held_deliveries (workspace_id, delivery_id, epoch)
    select workspace_id, id, ${epoch} from held
    on conflict (workspace_id, delivery_id) do update set epoch = excluded.epoch, outcome = null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Sends held deliveries after all. Those that were deleted since are left out. */
export async function releaseHeldDeliveries(tx: Queryable, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (
      update held_deliveries set outcome = 'released' where outcome is null returning workspace_id, delivery_id
    )
    update deliveries d set state = 'pending', next_attempt_at = ${at}, finished_at = null
    from held
    where d.workspace_id = held.workspace_id and d.id = held.delivery_id and d.state = 'withheld'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Held deliveries are never sent. */
export async function dropHeldDeliveries(tx: Queryable): Promise<number> {
  const { numAffectedRows } =
    await sql`update held_deliveries set outcome = 'dropped' where outcome is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export interface HeldCount {
  workspace_id: string
  webhook_id: string
  held: number
}

export async function heldDeliveryCounts(db: Queryable): Promise<HeldCount[]> {
  const { rows } = await sql<HeldCount>`
    select d.workspace_id, d.webhook_id, count(*)::int as held
    from held_deliveries h join deliveries d on d.workspace_id = h.workspace_id and d.id = h.delivery_id
    where h.outcome is null
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
