import type { Reconciliation, ReconciliationProof, ReconciliationSummary } from '../../../contract/sync.ts'
import type { ReportedConnection } from '../state/report-queries.ts'
import { nextComparison } from '../state/rules.ts'
import type { ProofRow } from './report-queries.ts'

function isProven({
  state,
  drifted,
  missing_here,
  gone_upstream,
  mended,
  unread,
  ...row
}: ProofRow): boolean {
  const settled = drifted + missing_here + gone_upstream === mended && unread === 0
  return state === 'completed' && settled && row.digest !== null && row.digest === row.upstream_digest
}

function toSummary(row: ProofRow): ReconciliationSummary {
  return {
    run_id: row.run_id,
    state: row.state === 'running' && row.run_state === 'failed' ? 'paused' : row.state,
    proven: isProven(row),
    from: row.from_date,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    stays_compared: row.stays_compared,
    stays_drifted: row.drifted,
    stays_missing_here: row.missing_here,
    stays_gone_upstream: row.gone_upstream,
    stays_mended: row.mended,
    stays_unread: row.unread,
    fields_differed: row.fields_differed,
    digest: row.digest,
    upstream_digest: row.upstream_digest,
  }
}

function toProof(row: ProofRow): ReconciliationProof {
  return {
    ...toSummary(row),
    differences: row.differences.map(({ externalId, ...difference }) => ({
      external_id: externalId,
      ...difference,
    })),
  }
}

export function toReconciliation(
  connection: ReportedConnection,
  rows: readonly ProofRow[],
  { everyHours }: { everyHours: number },
): Reconciliation {
  const [latest] = rows
  const proven = rows.find(isProven)
  const next =
    connection.status === 'active'
      ? nextComparison({
          importing: connection.first_import_at === null,
          lastFullAt: connection.last_full_at,
          lastReconciledAt: connection.last_reconciled_at,
          wantedAt: connection.reconciliation_wanted_at,
          everyHours,
        })
      : null
  return {
    connection_id: connection.id,
    provider: connection.provider,
    external_account_id: connection.external_account_id,
    next_at: next?.toISOString() ?? null,
    latest: latest ? toProof(latest) : null,
    last_proven_at: proven?.finished_at?.toISOString() ?? null,
    history: rows.map(toSummary),
  }
}
