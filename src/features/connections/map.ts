import type { Connection, ImportProgress, ProviderConnection } from '../../contract/connection.ts'
import { importStates } from '../../contract/connection.ts'
import type { Run } from '../sync/public.ts'
import type { ConnectionRow } from './queries.ts'

type Status = Connection['status']

function actionOf(row: ConnectionRow): Connection['action'] {
  if (row.action_reason !== 'reauth_required' && row.action_reason !== 'needs_permissions') return null
  const message = row.action_message ?? 'Connect the account again.'
  return { required: true, reason: row.action_reason, message }
}

export function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    provider: row.provider,
    status: row.status as Status,
    externalAccountId: row.external_account_id,
    createdAt: row.created_at.toISOString(),
    host: null,
    action: actionOf(row),
  }
}

export const isConnected = (row: Pick<ConnectionRow, 'status'>) => row.status !== 'disconnected'

/** The part of the answer that is about the account; the first of `rows` is the one shown. */
export function toAccounts(
  rows: readonly ConnectionRow[],
): Pick<ProviderConnection, 'accounts'> & Partial<Connection> {
  const [first] = rows
  if (!first) return {}
  const { provider: _, ...shown } = toConnection(first)
  return {
    ...shown,
    accounts: rows.map((row) => ({
      externalAccountId: row.external_account_id,
      name: row.account_name,
      pictureUrl: null,
      status: row.status as Status,
      connected: isConnected(row),
    })),
  }
}

const isImportState = (state: string): state is ImportProgress['status'] =>
  (importStates as readonly string[]).includes(state)

/** How far the import is; queued until a worker takes it up. */
export function toImport(run: Run | undefined): ImportProgress {
  if (!run) return { status: 'queued', startedAt: null, finishedAt: null, results: [] }
  const [error] = run.errors
  return {
    status: isImportState(run.state) ? run.state : 'failed',
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    results: run.entities.map((entityType) => {
      const progress = run.progress[entityType]
      return {
        entityType,
        expected: progress?.expected ?? null,
        processed: progress?.seen ?? 0,
        changed: progress?.changed ?? 0,
        errors: progress?.failed ?? 0,
        done: run.finishedAt !== null || progress?.done === true,
      }
    }),
    ...(error && (run.state === 'failed' || run.state === 'partial') ? { error: error.message } : {}),
  }
}
