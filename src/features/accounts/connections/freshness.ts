/** How old an account's data can be, from the state of its connection. */
import type { AccountFreshness, DataFreshness } from '../../../contract/freshness.ts'

const staleAfterMs = 24 * 3_600_000

export interface FreshnessFacts {
  accountId: string
  accountName: string | null
  status: string
  disconnectedAt: Date | null
  lastSyncedAt: Date | null
  /** The first full reading since connecting is under way. */
  importing: boolean
  fixUrl: string
}

const blockedStates = new Set(['disconnected', 'error', 'needs_permissions'])

/** What holds up the account's readings; null: nothing. */
function findTrouble(facts: FreshnessFacts, now: Date): { stale: boolean; reason: string } | null {
  const { status, disconnectedAt, lastSyncedAt, importing } = facts
  if (blockedStates.has(status)) {
    const since = disconnectedAt === null ? '' : `_since_${disconnectedAt.toISOString()}`
    return { stale: true, reason: `host_disconnected${since}` }
  }
  if (status !== 'active') return { stale: true, reason: 'host_not_activated' }
  const isOld = lastSyncedAt === null || now.getTime() - lastSyncedAt.getTime() > staleAfterMs
  if (importing) return { stale: isOld, reason: 'importing' }
  if (lastSyncedAt === null) return { stale: true, reason: 'never_synced' }
  return isOld ? { stale: true, reason: 'sync_lag_>_24h' } : null
}

export function accountFreshness(facts: FreshnessFacts, now: Date): AccountFreshness {
  const { stale = false, reason } = findTrouble(facts, now) ?? {}
  return {
    accountId: facts.accountId,
    ...(facts.accountName === null ? {} : { accountName: facts.accountName }),
    lastSyncedAt: facts.lastSyncedAt?.toISOString() ?? null,
    stale,
    ...(reason === undefined ? {} : { reason }),
    ...(blockedStates.has(facts.status) ? { fixUrl: facts.fixUrl } : {}),
  }
}

const byId = new Intl.Collator('en', { numeric: true }).compare

/** The most recently read account decides, and data is stale only when all accounts are. */
export function dataFreshness(all: readonly FreshnessFacts[], now: Date): DataFreshness {
  const accounts = all
    .map((facts) => accountFreshness(facts, now))
    .sort((a, b) => byId(a.accountId, b.accountId))
  const freshest = accounts
    .toSorted((a, b) => (a.lastSyncedAt ?? '').localeCompare(b.lastSyncedAt ?? ''))
    .at(-1)
  const stale = accounts.every((account) => account.stale)
  const reason = stale
    ? (freshest?.reason ?? 'never_synced')
    : accounts.some((account) => account.stale)
      ? 'partial_account_staleness'
      : undefined
  const fixUrl = accounts.find((account) => account.fixUrl !== undefined)?.fixUrl
  return {
    lastSyncedAt: freshest?.lastSyncedAt ?? null,
    stale,
    ...(reason === undefined ? {} : { reason }),
    ...(fixUrl === undefined ? {} : { fixUrl }),
    ...(accounts.length === 0 ? {} : { accounts }),
  }
}
