/** The progress of an account's import and its expected end. */
import type { Connector } from '../../../connector-kit/connector.ts'
import { laneAllowance, windowMarginMs } from '../../../connector-kit/ratelimit.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { syncedConnection } from '../../../upstream/connection-queries.ts'
import { forecastEnd } from './forecast.ts'
import { isImport } from './imports.ts'
import { latestImport, type SyncRunRow } from '../state/run-queries.ts'

export interface AccountImportProgress {
  status: 'running' | 'completed' | 'partial' | 'failed'
  /** Null if the vendor does not say. */
  entities: { entity: string; seen: number; expected: number | null; done: boolean }[]
  /** Null if done or unknown. */
  estimatedEndAt: string | null
  /** Why it does not continue, or what is missing. */
  error: string | null
}

/** Null if no import was requested. */
export async function importProgress(
  services: Services,
  scope: Scope,
  connectionId: string,
): Promise<AccountImportProgress | null> {
  const connection = await syncedConnection(services.db, scope, connectionId)
  if (!connection) return null
  const run = await latestImport(services.db, scope, connectionId)
  const isWaiting = run === undefined || (run.state === 'abandoned' && connection.importing)
  if (isWaiting) {
    return connection.status === 'active'
      ? { status: 'running', entities: [], estimatedEndAt: null, error: null }
      : null
  }
  const connector = services.connectors[connection.provider]
  const { state } = run
  return {
    status: state === 'abandoned' ? 'failed' : state,
    entities: run.entities.map((entity) => {
      const { seen = 0, expected = null, done = false } = run.progress[entity] ?? {}
      return { entity, seen, expected, done: done || run.finishedAt !== null }
    }),
    estimatedEndAt: connector
      ? (estimatedEnd(run, connector, services.clock.now())?.toISOString() ?? null)
      : null,
    error: state === 'failed' || state === 'partial' ? (run.errors.at(-1)?.message ?? null) : null,
  }
}

/** Also null while the vendor is unreachable. */
export function estimatedEnd(run: SyncRunRow, { manifest, operations }: Connector, now: Date): Date | null {
  if (run.state !== 'running' || run.finishedAt !== null) return null
  const lane = isImport(run) || run.kind === 'incremental' ? 'bookings' : 'history'
  return forecastEnd({
    now,
    startedAt: run.startedAt,
    parts: run.entities.map((entity) => {
      const { expected = null, seen = 0, done = false, calls = 0, ms = 0 } = run.progress[entity] ?? {}
      return { entity, expected, seen, done, calls, ms }
    }),
    callsMade: run.upstreamCalls,
    allowances: manifest.rateLimits.map((limit) => ({
      calls: laneAllowance(limit, lane),
      windowMs: limit.windowSeconds * 1000 + windowMarginMs,
    })),
    hasUnits: manifest.model === 'hotel' && operations.units !== undefined,
  })
}
