import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ComparedDifference } from './compare.ts'

const shownProofs = 30

export interface ProofRow {
  run_id: string
  state: 'running' | 'completed' | 'incomplete' | 'abandoned'
  run_state: string
  from_date: string
  started_at: Date
  finished_at: Date | null
  stays_compared: number
  drifted: number
  missing_here: number
  gone_upstream: number
  mended: number
  unread: number
  fields_differed: number
  differences: ComparedDifference[]
  digest: string | null
  upstream_digest: string | null
}

/** Newest first. */
export async function proofRows(db: Queryable, scope: Scope, connectionId: string): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select p.run_id, p.state, r.state as run_state, p.from_date::text, p.started_at, p.finished_at, p.stays_compared,
           p.drifted, p.missing_here, p.gone_upstream, p.mended, p.unread, p.fields_differed, p.differences, p.digest,
           p.upstream_digest
    from reconciliations p
    join sync_runs r on r.workspace_id = p.workspace_id and r.id = p.run_id
    where p.workspace_id = ${scope.workspaceId} and p.connection_id = ${connectionId}
    order by p.run_id desc limit ${shownProofs}`.execute(db)
  return rows
}
