/** Deletes requests past their retention, with their counts. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Deletes lines that fell into the default partition, and subtracts them from the counts. */
export async function deleteUnpartitionedRequests(db: Queryable, before: Date): Promise<void> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct workspace_id from request_log_rest where created_at < ${before} order by workspace_id`.execute(
    db,
  )
  for (const { workspace_id: workspaceId } of rows) await deleteUnpartitionedOf(db, { workspaceId }, before)
}

async function deleteUnpartitionedOf(db: Queryable, { workspaceId }: Scope, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from request_log_rest where workspace_id = ${workspaceId} and created_at < ${before} returning *
    ), less as (
      select u.unit, floor(extract(epoch from g.created_at) / u.seconds)::bigint as bucket, g.operation_id,
             g.status / 100 as family, count(*) as n
      from gone g cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
      group by 1, 2, 3, 4
    ), held as (
      select c.unit, c.bucket, c.operation_id, c.family, l.n from request_counts c
      join less l using (unit, bucket, operation_id, family)
      where c.workspace_id = ${workspaceId}
      order by 1, 2, 3, 4 for update of c
    )
    update request_counts c set n = c.n - h.n from held h
    where c.workspace_id = ${workspaceId}
      and (c.unit, c.bucket, c.operation_id, c.family) = (h.unit, h.bucket, h.operation_id, h.family)`.execute(
    db,
  )
}

const hourMs = 3_600_000

/** Deletes the counts of days whose partition was dropped. */
export async function deleteRequestCounts(
  tx: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for (const [unit, ms] of [
    ['hour', hourMs],
    ['day', 24 * hourMs],
  ] as const)
    await sql`
      delete from request_counts c using workspaces w
      where c.workspace_id = w.id and c.unit = ${unit}
        and c.bucket >= ${from.getTime() / ms}::bigint and c.bucket < ${to.getTime() / ms}::bigint`.execute(
      tx,
    )
}
