import { sql } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { RowFailure } from '../../../connector-kit/connector.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { fetchEntities, type FollowUp } from '../../../records/batch.ts'

export const deleteFailures = (
  scope: Scope,
  connectionId: string,
  entity: string,
  externalIds: readonly string[],
) => sql`
  delete from sync_failures
  where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and entity = ${entity}
    and external_id = any(${externalIds}::text[])`

/** Keeps what could not be read or stored, and forgets what by now could. */
export async function noteFailures(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string,
  { failed, succeeded, at }: { failed: readonly RowFailure[]; succeeded: readonly string[]; at: Date },
): Promise<void> {
  if (succeeded.length > 0)
    await sql`${deleteFailures(scope, connectionId, entity, succeeded)} ${prepared}`.execute(db)
  if (failed.length === 0) return
  const rows = [...new Map(failed.map((failure) => [failure.externalId, failure])).values()]
  await sql`
    insert into sync_failures as f (workspace_id, connection_id, entity, external_id, message, excerpt, first_at, last_at)
    select ${scope.workspaceId}, ${connectionId}, ${entity}, left("externalId", 200), left(message, 1000),
           left(excerpt, 1000), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("externalId" text, message text, excerpt text)
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set message = excluded.message, excerpt = excluded.excerpt, attempts = f.attempts + 1, last_at = excluded.last_at`.execute(
    db,
  )
}

/** Records worth another try: waiting longer each time, and given up after most of a day. */
export async function failuresToRetry(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
): Promise<FollowUp[]> {
  const { rows } = await sql<FollowUp>`
    select entity, external_id as "externalId" from sync_failures
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and entity = any(${fetchEntities}::text[]) and external_id <> 'unknown' and attempts <= 10
      and last_at + interval '1 minute' * power(2, attempts) <= ${now}
    order by last_at limit 50`.execute(db)
  return rows
}
