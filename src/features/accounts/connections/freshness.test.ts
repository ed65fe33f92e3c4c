import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountFreshness, dataFreshness, type FreshnessFacts } from './freshness.ts'

const now = new Date('2026-06-15T12:00:00.000Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const facts = (more: Partial<FreshnessFacts> = {}): FreshnessFacts => ({
  accountId: '1',
  accountName: null,
  status: 'active',
  disconnectedAt: null,
  lastSyncedAt: ago(1),
  importing: false,
  fixUrl: 'http://lodgewire.test/fix',
  ...more,
})
const shown = (more: Partial<FreshnessFacts>) => {
  const { stale, reason, fixUrl } = accountFreshness(facts(more), now)
  return [stale, reason, fixUrl !== undefined]
}

test('an account that is read is fresh for 24 hours', () => {
  assert.deepEqual(shown({}), [false, undefined, false])
  assert.deepEqual(shown({ lastSyncedAt: ago(24) }), [false, undefined, false])
  assert.deepEqual(shown({ lastSyncedAt: ago(24.1) }), [true, 'sync_lag_>_24h', false])
})

test('an account that is not read is stale at once, and says since when', () => {
  const since = `host_disconnected_since_${ago(2).toISOString()}`
  assert.deepEqual(shown({ status: 'disconnected', disconnectedAt: ago(2) }), [true, since, true])
  assert.deepEqual(shown({ status: 'error', disconnectedAt: ago(2) }), [true, since, true])
  assert.deepEqual(shown({ status: 'error' }), [true, 'host_disconnected', true])
  assert.deepEqual(shown({ status: 'pending' }), [true, 'host_not_activated', false])
})

test('an account whose first import goes on, or never came to its end', () => {
  assert.deepEqual(shown({ importing: true, lastSyncedAt: null }), [true, 'importing', false])
  assert.deepEqual(shown({ importing: true }), [false, 'importing', false])
  assert.deepEqual(shown({ lastSyncedAt: null }), [true, 'never_synced', false])
})

test('all accounts have to be stale before the provider is', () => {
  const stale = facts({ accountId: '10', lastSyncedAt: ago(30) })
  const fresh = facts({ accountId: '9', lastSyncedAt: ago(1) })
  const some = dataFreshness([stale, fresh], now)
  assert.deepEqual(
    [some.stale, some.reason, some.lastSyncedAt],
    [false, 'partial_account_staleness', ago(1).toISOString()],
  )
  assert.deepEqual(
    some.accounts?.map(({ accountId }) => accountId),
    ['9', '10'],
  )
  const gone = facts({ accountId: '8', status: 'disconnected', lastSyncedAt: ago(50) })
  const none = dataFreshness([gone, stale], now)
  assert.deepEqual(
    [none.stale, none.reason, none.fixUrl],
    [true, 'sync_lag_>_24h', 'http://lodgewire.test/fix'],
  )
  assert.equal(dataFreshness([fresh], now).reason, undefined)
})

test('where nothing was ever connected there are no accounts', () => {
  const none = dataFreshness([], now)
  assert.deepEqual(none, { lastSyncedAt: null, stale: true, reason: 'never_synced' })
})
