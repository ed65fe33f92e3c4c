import { sql } from 'kysely'
import { prepared } from './prepared-statements.ts'
import type { Queryable, Scope } from './tenant.ts'

export interface AuditLogRow {
  id: string
  at: Date
  actor: string
  action: string
  targets: readonly string[]
  outcome: 'begun' | 'done' | 'repeated' | 'refused' | 'failed'
  status: number | null
  code: string | null
  request_id: string | null
  ip: string | null
  details: Record<string, unknown> | null
  /** A workspace has at most one line with this value. */
  once: string | null
}

export async function insertLine(db: Queryable, scope: Scope, line: AuditLogRow): Promise<void> {
  const { id, at, actor, action, targets, outcome, status, code, request_id, ip, details, once } = line
  await sql`
    insert into audit_lines
      (workspace_id, id, at, actor, action, targets, outcome, status, code, request_id, ip, details, once)
    values (${scope.workspaceId}, ${id}, ${at}, ${actor}, ${action}, ${targets}::text[], ${outcome}, ${status}, ${code},
            ${request_id}, ${ip}, ${details === null ? null : JSON.stringify(details)}::jsonb, ${once})
    on conflict (workspace_id, once) where once is not null do nothing ${prepared}`.execute(db)
}

/** Writes a line that concerns the whole server into every live workspace. */
export async function insertEverywhere(
  db: Queryable,
  line: Pick<AuditLogRow, 'at' | 'actor' | 'action' | 'outcome' | 'details'>,
): Promise<void> {
  const { at, actor, action, outcome, details } = line
  await sql`
    insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome, details)
    select id, gen_random_uuid(), ${at}::timestamptz, ${actor}::text, ${action}::text, '{}', ${outcome}::text,
           ${details === null ? null : JSON.stringify(details)}::jsonb
    from workspaces where sandbox_of is null and parent_id is null and deactivated_at is null`.execute(db)
}

export interface AuditLogEnding {
  workspaceId: string
  at: Date
  id: string
  outcome: AuditLogRow['outcome']
  status: number | null
  code: string | null
  /** The work created these ids, besides the targets named when it began. */
  made: string | null
}

/** Completes lines that were begun, in any workspaces. */
export async function endLines(db: Queryable, endings: readonly AuditLogEnding[]): Promise<void> {
  await sql`
    update audit_lines l
    set outcome = e.outcome, status = e.status, code = e.code,
        targets = case when e.made is null or e.made = any(l.targets) then l.targets else l.targets || e.made end
    from jsonb_to_recordset(${JSON.stringify(endings)}::jsonb)
      as e ("workspaceId" bigint, at timestamptz, id uuid, outcome text, status integer, code text, made text)
    where l.workspace_id = e."workspaceId" and l.at = e.at and l.id = e.id and l.outcome = 'begun'`.execute(
    db,
  )
}

interface AuditCountChange {
  workspace_id: string
  hour: string
  action: string
  outcome: string
  actor: string
  n: string
}

/**
 * Adds up the counts that lines changed, over all workspaces. Returns how many lines it read. One process does it at a time, since
 * two would wait for each other's rows.
 */
export const addUpAuditChanges = (db: Queryable, limit: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('audit changes', 0))`.execute(tx)
    const { rows } = await sql<{ workspace_id: string; id: string }>`
      select workspace_id, id from audit_changes order by workspace_id, id limit ${limit}`.execute(tx)
    if (rows.length === 0) return 0
    // A server of the version before may have taken some; only what is deleted here counts.
    const { rows: taken } = await sql<AuditCountChange>`
      delete from audit_changes c using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (workspace_id bigint, id uuid)
      where c.workspace_id = t.workspace_id and c.id = t.id
      returning c.workspace_id, c.hour, c.action, c.outcome, c.actor, c.n`.execute(tx)
    const changes = sql`
      jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
        as l (workspace_id bigint, hour bigint, action text, outcome text, actor text, n bigint)
      cross join lateral audit_places(l.hour) p`
    await sql`
      insert into audit_counts as c (workspace_id, unit, bucket, action, outcome, actor, n)
      select l.workspace_id, p.unit, p.bucket, l.action, l.outcome, l.actor, sum(l.n)
      from ${changes}
      group by 1, 2, 3, 4, 5, 6 having sum(l.n) <> 0 order by 1, 2, 3, 4, 5, 6
      on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n`.execute(
      tx,
    )
    await sql`
      delete from audit_counts c using ${changes}
      where l.n < 0 and c.n = 0 and c.workspace_id = l.workspace_id and c.unit = p.unit and c.bucket = p.bucket
        and c.action = l.action and c.outcome = l.outcome and c.actor = l.actor`.execute(tx)
    return rows.length
  })

/** Returns how many lines were deleted. */
export async function forgetLines(
  db: Queryable,
  { workspaceId, before, limit }: { workspaceId: string; before: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select forget_audit_lines(${workspaceId}, ${before}, ${limit}) as gone`.execute(db)
  return rows[0]?.gone ?? 0
}

/** Lists workspaces that may have lines from before this time. */
export async function workspacesWithOldLines(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from retention where audit_from < ${before}::timestamptz order by audit_from`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Records when the oldest line is from. A line written meanwhile may be slightly older; it then stays that much longer. */
export async function noteOldestLine(db: Queryable, scope: Scope, now: Date): Promise<void> {
  await sql`
    update retention
    set audit_from = coalesce((select min(at) from audit_lines where workspace_id = ${scope.workspaceId}), ${now}::timestamptz)
    where workspace_id = ${scope.workspaceId}`.execute(db)
}
