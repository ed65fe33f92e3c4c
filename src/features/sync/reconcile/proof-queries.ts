import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ComparedDifference } from './compare.ts'

const keptDifferences = 100
/** Rows of `sync_seen` under this name; a run sees more stays than it compares. */
const compared = 'compared'

export async function insertProof(
  db: Queryable,
  scope: Scope,
  proof: { runId: string; connectionId: string; from: string; at: Date },
): Promise<void> {
  await sql`
    insert into reconciliations (workspace_id, run_id, connection_id, from_date, started_at)
    values (${scope.workspaceId}, ${proof.runId}, ${proof.connectionId}, ${proof.from}, ${proof.at})`.execute(
    db,
  )
}

/** Returns the first day that the run compares; undefined if an older version began it. */
export async function comparedFrom(db: Queryable, scope: Scope, runId: string): Promise<string | undefined> {
  const { rows } = await sql<{ from: string }>`
    select from_date::text as "from" from reconciliations
    where workspace_id = ${scope.workspaceId} and run_id = ${runId}`.execute(db)
  return rows[0]?.from
}

export interface ComparedStay {
  externalId: string
  /** In hex; null if it could not be stored. */
  ours: string | null
  theirs: string
}

/** A stay that came twice counts as its last form. Returns how many came for the first time. */
export async function storeCompared(
  db: Queryable,
  scope: Scope,
  runId: string,
  stays: readonly ComparedStay[],
): Promise<number> {
  if (stays.length === 0) return 0
  const { rows } = await sql<{ fresh: boolean }>`
    with given as (
      select g."externalId" as external_id, decode(g.ours, 'hex') as ours, decode(g.theirs, 'hex') as theirs,
             exists (select from sync_seen s
                     where s.workspace_id = ${scope.workspaceId} and s.run_id = ${runId} and s.entity = ${compared}
                       and s.external_id = g."externalId") as known
      from jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) as g ("externalId" text, ours text, theirs text)
    ), stored as (
      insert into sync_seen (workspace_id, run_id, entity, external_id, ours, theirs)
      select ${scope.workspaceId}, ${runId}, ${compared}, external_id, ours, theirs from given
      on conflict (workspace_id, run_id, entity, external_id) do update
        set ours = excluded.ours, theirs = excluded.theirs
    )
    select not known as fresh from given`.execute(db)
  return rows.filter(({ fresh }) => fresh).length
}

export interface ProofFindings {
  compared: number
  drifted: number
  missingHere: number
  goneUpstream: number
  mended: number
  differences: readonly ComparedDifference[]
}

export async function addFindings(
  db: Queryable,
  scope: Scope,
  runId: string,
  found: ProofFindings,
): Promise<void> {
  const { rows } = await sql<{ differences: ComparedDifference[] }>`
    select differences from reconciliations
    where workspace_id = ${scope.workspaceId} and run_id = ${runId} for update`.execute(db)
  const kept = [...(rows[0]?.differences ?? []), ...found.differences].slice(0, keptDifferences)
  await sql`
    update reconciliations
    set stays_compared = stays_compared + ${found.compared}, drifted = drifted + ${found.drifted},
        missing_here = missing_here + ${found.missingHere}, gone_upstream = gone_upstream + ${found.goneUpstream},
        mended = mended + ${found.mended}, differences = ${JSON.stringify(kept)}::jsonb,
        fields_differed = fields_differed + ${found.differences.filter(({ field }) => field !== null).length}
    where workspace_id = ${scope.workspaceId} and run_id = ${runId}`.execute(db)
}

/** The digest covers stays in order of their ids, so the order of arrival does not matter. */
export async function closeProof(
  db: Queryable,
  scope: Scope,
  runId: string,
  { state, unread, at }: { state: 'completed' | 'incomplete'; unread: number; at: Date },
): Promise<void> {
  const digest = (column: 'ours' | 'theirs') => sql`
    encode(sha256(convert_to(coalesce(string_agg(
      external_id || ' ' || coalesce(encode(${sql.ref(column)}, 'hex'), '-'), E'\n' order by external_id collate "C"),
      ''), 'UTF8')), 'hex')`
  await sql`
    update reconciliations p
    set state = ${state}, unread = ${unread}, finished_at = ${at}, stays_compared = seen.stays, digest = seen.ours,
        upstream_digest = seen.theirs
    from (select count(*)::int as stays, ${digest('ours')} as ours, ${digest('theirs')} as theirs from sync_seen
          where workspace_id = ${scope.workspaceId} and run_id = ${runId} and entity = ${compared}) seen
    where p.workspace_id = ${scope.workspaceId} and p.run_id = ${runId} and p.state = 'running'`.execute(db)
}
