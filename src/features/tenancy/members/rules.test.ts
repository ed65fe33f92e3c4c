import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { invitationStatus, isNarrowerRole, mailWindowMs, nextMailAttemptAt } from './rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a role', () => {
  it('is narrower where it allows less, so that sessions of the wider one end', () => {
    assert.equal(isNarrowerRole('owner', 'manager'), true)
    assert.equal(isNarrowerRole('manager', 'read_only'), true)
    assert.equal(isNarrowerRole('read_only', 'owner'), false)
    assert.equal(isNarrowerRole('manager', 'manager'), false)
  })
})

describe('an invitation', () => {
  const status = (more: Partial<Parameters<typeof invitationStatus>[0]>) =>
    invitationStatus({ confirmed_at: null, mail: 'sent', expires_at: later(1), ...more }, now)

  it('is what became of it, and of its mail until then', () => {
    assert.equal(status({ confirmed_at: now, mail: 'failed', expires_at: now }), 'accepted')
    assert.equal(status({ mail: 'failed', expires_at: now }), 'failed')
    assert.equal(status({ expires_at: now }), 'expired')
    for (const mail of ['pending', 'sent', 'logged'] as const) assert.equal(status({ mail }), mail)
  })
})

it('mails to one address are counted over a quarter of an hour', () => {
  assert.equal(mailWindowMs, 900_000)
})

describe('a mail that could not be sent', () => {
  const never = later(1_000_000)

  it('is tried again after longer and longer pauses, an hour at most', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map(
      (attempts) => (Number(nextMailAttemptAt(attempts, now, never)) - now.getTime()) / 1000,
    )
    assert.deepEqual(pauses, [10, 30, 60, 300, 900, 3_600, 3_600, 3_600])
  })

  it('is given up where its link would have expired by then', () => {
    assert.deepEqual(nextMailAttemptAt(1, now, later(11)), later(10))
    assert.equal(nextMailAttemptAt(1, now, later(10)), null)
  })
})
