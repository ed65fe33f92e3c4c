import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBackupDue } from './backup-schedule.ts'
import type { LastBackup } from './last-backup.ts'

const at = { hours: 3, minutes: 15 }
const last = (succeededAt: string | null, failedAt?: string): LastBackup => ({
  succeeded_at: succeededAt,
  backup: succeededAt === null ? null : 'lodgewire-20260601T031500Z',
  tried_at: failedAt ?? succeededAt ?? '',
  error: failedAt === undefined ? null : 'the disk is full',
})
const due = (one: LastBackup | null, now: string) => isBackupDue(one, at, new Date(now))

describe('a daily backup is due', () => {
  it('at once when there was none', () => {
    assert.equal(due(null, '2026-06-01T12:00:00Z'), true)
  })

  it('from its time of day on, once', () => {
    const yesterday = last('2026-06-01T03:15:20Z')
    assert.equal(due(yesterday, '2026-06-01T23:59:59Z'), false)
    assert.equal(due(yesterday, '2026-06-02T03:14:59Z'), false)
    assert.equal(due(yesterday, '2026-06-02T03:15:00Z'), true)
    assert.equal(due(last('2026-06-02T03:15:40Z'), '2026-06-02T03:16:00Z'), false)
  })

  it('at a start that comes after a missed night', () => {
    assert.equal(due(last('2026-06-01T03:15:20Z'), '2026-06-02T09:00:00Z'), true)
    assert.equal(due(last('2026-06-01T03:15:20Z'), '2026-06-03T01:00:00Z'), true)
  })

  it('not before a failed one has rested for a quarter of an hour', () => {
    const failed = last('2026-06-01T03:15:20Z', '2026-06-02T03:15:10Z')
    assert.equal(due(failed, '2026-06-02T03:20:00Z'), false)
    assert.equal(due(failed, '2026-06-02T03:30:10Z'), true)
    assert.equal(due(last(null, '2026-06-02T03:15:10Z'), '2026-06-02T03:30:10Z'), true)
  })

  it('when the clock was wrong at the last one', () => {
    assert.equal(due(last('2031-01-01T00:00:00Z'), '2026-06-02T12:00:00Z'), true)
  })
})
