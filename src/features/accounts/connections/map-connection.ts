import type { AccessType } from '../../../contract/connect-session.ts'
import type { Connection, ImportProgress, ProviderConnection } from '../../../contract/connection.ts'
import { importStates } from '../../../contract/connection.ts'
import { clockWords } from '../../../connector-kit/clock-fault.ts'
import type { StoredDeprecation } from '../../../upstream/deprecation-queries.ts'
import type { SyncRunRow } from '../../sync/public.ts'
import type { FreshnessFacts } from './freshness.ts'
import type { ConnectionRow } from './queries.ts'

type ConnectionStatus = Connection['status']

function actionOf(row: ConnectionRow): Connection['action'] {
  if (row.action_reason !== 'reauth_required' && row.action_reason !== 'needs_permissions') return null
  const message = row.action_message ?? 'Connect the account again.'
  return { required: true, reason: row.action_reason, message }
}

const accessWords = {
  in_doubt: 'The provider refused the stored access. It is tried again before that is believed.',
  refused: 'The provider refuses the stored access. It is tried again by itself until it is accepted.',
} as const

function accessTroubleOf({
  status,
  refused,
}: Pick<ConnectionRow, 'status' | 'refused'>): Connection['accessTrouble'] {
  if (refused === null) return null
  const { refused_at: since, retry_at: nextTryAt, clock_ahead_ms: aheadMs } = refused
  const shown = {
    since: new Date(since).toISOString(),
    nextTryAt: new Date(nextTryAt).toISOString(),
    clockAheadSeconds: aheadMs === null ? null : Math.round(aheadMs / 1000),
  }
  if (aheadMs !== null) {
    const message = `The provider refused the stored access, and ${clockWords(aheadMs)}.`
    return { ...shown, state: 'clock_differs', message }
  }
  const state = status === 'error' ? 'refused' : 'in_doubt'
  return { ...shown, state, message: accessWords[state] }
}

/** Airbnb sends only a host's names. */
function hostOf({ provider, account_name: name }: ConnectionRow): Connection['host'] {
  if (provider !== 'airbnb' || name === null) return null
  const [displayName = name] = name.split(' ')
  return { displayName, displayNameLong: name, avatarUrl: null, avatarUrlLarge: null, activationStatus: null }
}

/** Address where the account's owner can fix the connection. */
export type FixUrlOf = (row: ConnectionRow) => string

/** A call that was not made for this long may have been replaced since. */
const deprecationShownMs = 30 * 86_400_000

function deprecationsOf({ vendor_deprecations: kept }: ConnectionRow, now: Date): Connection['deprecations'] {
  const from = new Date(now.getTime() - deprecationShownMs).toISOString()
  return Object.values((kept ?? {}) as Record<string, StoredDeprecation>)
    .filter(({ lastAt }) => lastAt >= from)
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
}

export function toConnection(row: ConnectionRow, now: Date, fixUrlOf?: FixUrlOf): Connection {
  const action = actionOf(row)
  return {
    id: row.id,
    provider: row.provider,
    status: row.status as ConnectionStatus,
    externalAccountId: row.external_account_id,
    createdAt: row.created_at.toISOString(),
    host: hostOf(row),
    action,
    ...(action && fixUrlOf ? { fixUrl: fixUrlOf(row) } : {}),
    accessTrouble: accessTroubleOf(row),
    deprecations: deprecationsOf(row, now),
  }
}

export const isConnected = (row: Pick<ConnectionRow, 'status'>) => row.status !== 'disconnected'

/** Operations can still be asked of it, although it may need a new sign-in. */
export const isReachable = ({ status }: Pick<ConnectionRow, 'status'>) =>
  isConnected({ status }) && status !== 'error'

/** The account part of the answer; the first of `rows` is the one shown. */
export function toAccounts(
  rows: readonly ConnectionRow[],
  now: Date,
  fixUrlOf: FixUrlOf,
  accessTypeOf: (granted: readonly string[] | null) => AccessType | null,
): Pick<ProviderConnection, 'accounts'> & Partial<Connection> {
  const [first] = rows
  if (!first) return {}
  const { provider: _, ...shown } = toConnection(first, now, fixUrlOf)
  return {
    ...shown,
    accounts: rows.map((row) => ({
      externalAccountId: row.external_account_id,
      name: row.account_name,
      pictureUrl: null,
      status: row.status as ConnectionStatus,
      connected: isReachable(row),
      ...accessFields(accessTypeOf(row.granted)),
    })),
  }
}

const accessFields = (accessType: AccessType | null) => (accessType === null ? {} : { accessType })

const isImportState = (state: string): state is ImportProgress['status'] =>
  (importStates as readonly string[]).includes(state)

/** Import progress; queued until a worker starts it. */
export function toImport(run: SyncRunRow | undefined, estimatedEnd: Date | null): ImportProgress {
  if (!run) return { status: 'queued', startedAt: null, finishedAt: null, estimatedEndAt: null, results: [] }
  const [error] = run.errors
  return {
    status: isImportState(run.state) ? run.state : 'failed',
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    estimatedEndAt: estimatedEnd?.toISOString() ?? null,
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

export function toFreshnessFacts(row: ConnectionRow, fixUrlOf: FixUrlOf): FreshnessFacts {
  return {
    accountId: row.external_account_id,
    accountName: row.account_name,
    status: row.status,
    disconnectedAt: row.disconnected_at,
    lastSyncedAt: row.last_success_at,
    importing: row.first_import_at === null,
    fixUrl: fixUrlOf(row),
  }
}
