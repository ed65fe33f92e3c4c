import type { SyncFailure, SyncRun, SyncRunEntity, SyncRunError } from '../../../contract/sync.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import { estimatedEnd } from './import-progress.ts'
import type { FailureRow } from '../state/report-queries.ts'
import type { SyncRunRow, RunError } from '../state/run-queries.ts'

export function toSyncRun(
  run: SyncRunRow,
  connectionId: string,
  { connector, now }: { connector: Connector | undefined; now: Date },
): SyncRun {
  const end = connector ? estimatedEnd(run, connector, now) : null
  return {
    id: run.id,
    connection_id: connectionId,
    kind: run.kind,
    strategy: run.strategy,
    state: run.state,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    estimated_end_at: end?.toISOString() ?? null,
    duration_ms: Math.max(0, (run.finishedAt ?? run.heartbeatAt).getTime() - run.startedAt.getTime()),
    upstream_calls: run.upstreamCalls,
    retries: run.retries,
    entities: run.entities.map((entity) => toEntity(run, entity)),
    errors: run.errors.map(toRunError),
  }
}

function toEntity(run: SyncRunRow, entity: string): SyncRunEntity {
  const { expected = null, seen = 0, changed = 0, failed = 0, done = false } = run.progress[entity] ?? {}
  const bounds = run.bounds[entity]
  return {
    entity,
    window: bounds ? { since: bounds.since ?? null, from: bounds.from ?? null, to: bounds.to ?? null } : null,
    expected,
    seen,
    changed,
    failed,
    done: done || run.state === 'completed' || run.state === 'partial',
  }
}

function toRunError({ at, entity, message, externalId, answer, calls = [] }: RunError): SyncRunError {
  return {
    at,
    entity,
    external_id: externalId ?? null,
    message,
    answer: answer ?? null,
    calls: calls.map(({ ms, ...call }) => ({ ...call, duration_ms: ms })),
  }
}

export function toSyncFailure(row: FailureRow, connectionId: string): SyncFailure {
  return {
    id: row.id,
    connection_id: connectionId,
    entity: row.entity,
    external_id: row.external_id,
    severity: row.severity as SyncFailure['severity'],
    message: row.message,
    fields: (row.fields as SyncFailure['fields'] | null) ?? [],
    excerpt: row.excerpt,
    attempts: row.attempts,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  }
}
