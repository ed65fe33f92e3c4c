/** Events and what became of them, straight in the database. */
import { sql } from 'kysely'
import { appendEvents, openWrite, type NewEvent } from '../../src/platform/outbox.ts'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import { until } from '../harness/until.ts'

export async function emit(
  t: { db: Queryable; clock: { now(): Date } },
  scope: Scope,
  events: readonly Partial<NewEvent>[],
): Promise<void> {
  const full = events.map((event) => ({
    type: 'reservation.created',
    data: { object: { id: '1' } },
    ...event,
  }))
  await t.db
    .transaction()
    .execute(async (tx) => appendEvents(await openWrite(tx, scope, t.clock.now()), full))
}

/** What the workers are told when something is queued; moves them on after the clock was. */
export async function wakeWorkers(db: Queryable): Promise<void> {
  await sql`select pg_notify('lodgewire_deliveries', '')`.execute(db)
}

/** Deliveries of a subscription in the order of their events. */
export function deliveriesOf(db: Queryable, scope: Scope, webhookId: string) {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('webhook_id', '=', webhookId)
    .orderBy('event_sequence')
    .execute()
}

/** Deliveries of a subscription that a worker has claimed, and of which no result is written. */
export async function claimedOf(db: Queryable, scope: Scope, webhookId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from delivery_turns t cross join lateral unnest(t.delivery_ids, t.numbers) as u (id, number)
    join deliveries d on d.workspace_id = t.workspace_id and d.id = u.id
    where t.workspace_id = ${scope.workspaceId} and t.webhook_id = ${webhookId} and d.state = 'pending'
      and d.attempts = u.number - 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** The attempts of a subscription, oldest first. */
export function attemptsOf(db: Queryable, scope: Scope, webhookId: string) {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('webhook_id', '=', webhookId)
    .orderBy('started_at')
    .orderBy('event_sequence')
    .orderBy('number')
    .execute()
}

/** Waits until the deliveries of a subscription, in the order of their events, are in these states. */
export function settledOf(
  db: Queryable,
  scope: Scope,
  webhookId: string,
  wanted: readonly string[],
): Promise<true> {
  return until(`deliveries that are ${wanted.join(', ')}`, async () => {
    const rows = await deliveriesOf(db, scope, webhookId)
    return rows.map(({ state }) => state).join() === wanted.join()
  }) as Promise<true>
}

/** Kept counts of attempts that do not equal the rows. */
export async function countDifferences(db: Queryable): Promise<unknown[]> {
  const { rows: workspaces } = await sql<{ id: string }>`select id from workspaces order by id`.execute(db)
  const differences: unknown[] = []
  for (const { id } of workspaces) {
    const { rows } = await sql`select * from delivery_count_differences(${id}::bigint)`.execute(db)
    differences.push(...rows.map((row) => ({ id, row })))
  }
  return differences
}
