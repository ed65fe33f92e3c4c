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

/** Adds up the counts that lines changed, over all workspaces. Returns how many lines it read. */
export async function addUpAuditChanges(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`select add_up_audit_changes(${limit}) as added`.execute(db)
  return rows[0]?.added ?? 0
}

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
