import { sql } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { RowFailure } from '../../../connector-kit/paginate.ts'
import { describeWarning, type RowWarning } from '../../../connector-kit/tolerance/unread-fields.ts'
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

export interface RecordReadResult {
  failed: readonly RowFailure[]
  succeeded: readonly string[]
  /** Stored without some fields; counted in `succeeded`. */
  warned?: readonly RowWarning[]
  /** Unchanged since the last reading, with its warnings; counted in `succeeded`. */
  unchanged?: readonly string[]
  at: Date
}

/** Records rows that failed or lost fields, and deletes those that now succeeded. */
export async function noteFailures(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string,
  { failed, succeeded, warned = [], unchanged = [], at }: RecordReadResult,
): Promise<void> {
  const kept = [...unchanged, ...warned.map(({ externalId }) => externalId)]
  if (succeeded.length > 0)
    await sql`${deleteFailures(scope, connectionId, entity, succeeded)}
      and (severity = 'failure' or external_id <> all(${kept}::text[])) ${prepared}`.execute(db)
  await noteWarnings(db, scope, connectionId, entity, warned, at)
  if (failed.length === 0) return
  const rows = [...new Map(failed.map((failure) => [failure.externalId, failure])).values()]
  await sql`
    insert into sync_failures as f (workspace_id, connection_id, entity, external_id, message, excerpt, first_at, last_at)
    select ${scope.workspaceId}, ${connectionId}, ${entity}, left("externalId", 200), left(message, 1000),
           left(excerpt, 1000), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("externalId" text, message text, excerpt text)
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set message = excluded.message, excerpt = excluded.excerpt, severity = excluded.severity, fields = null,
          attempts = f.attempts + 1, last_at = excluded.last_at`.execute(db)
}

/** Names unreadable fields and the kind of value found, never the value. */
export async function noteWarnings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  entity: string,
  warned: readonly RowWarning[],
  at: Date,
): Promise<void> {
  if (warned.length === 0) return
  const rows = [...new Map(warned.map((warning) => [warning.externalId, warning])).values()].map(
    ({ externalId, unread }) => ({
      externalId,
      message: describeWarning(unread),
      fields: unread.slice(0, 50),
    }),
  )
  await sql`
    insert into sync_failures as f (workspace_id, connection_id, entity, external_id, severity, message, fields, first_at, last_at)
    select ${scope.workspaceId}, ${connectionId}, ${entity}, left("externalId", 200), 'warning', left(message, 1000), fields, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("externalId" text, message text, fields jsonb)
    on conflict (workspace_id, connection_id, entity, external_id) do update
      set severity = excluded.severity, message = excluded.message, fields = excluded.fields, excerpt = null,
          attempts = case when f.severity = 'warning' then f.attempts + 1 else 1 end, last_at = excluded.last_at`.execute(
    db,
  )
}

/** Failed records due for a retry, with growing pauses for most of a day. */
export async function failuresToRetry(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
): Promise<FollowUp[]> {
  const { rows } = await sql<FollowUp>`
    select entity, external_id as "externalId" from sync_failures
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and severity = 'failure' and entity = any(${fetchEntities}::text[]) and external_id <> 'unknown' and attempts <= 10
      and last_at + interval '1 minute' * power(2, attempts) <= ${now}
    order by last_at limit 50`.execute(db)
  return rows
}
