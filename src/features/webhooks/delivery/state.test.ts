import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endpointChange, jitter, moves, retryDelaysMs, settle, type Outcome } from './state.ts'

const finishedAt = new Date('2026-06-15T12:00:00.000Z')
const outcomes: Outcome[] = ['accepted', 'failed', 'interrupted', 'withheld']

describe('states of a delivery', () => {
  it('are left only by the moves there are', () => {
    for (const outcome of outcomes) {
      for (const retries of [true, false]) {
        for (let failures = 0; failures <= 5; failures++) {
          const { state } = settle({ failures, retries }, outcome, { finishedAt, random: 0.5 })
          assert.ok(moves.sending.includes(state), `${outcome} leads to ${state}`)
        }
      }
    }
  })

  it('follow the published schedule: 1 min, 5 min, 30 min, 2 h, 24 h, then given up', () => {
    const seconds = [0, 1, 2, 3, 4, 5].map((failures) => {
      const { nextAttemptAt } = settle({ failures, retries: true }, 'failed', { finishedAt, random: 0.5 })
      return nextAttemptAt && (nextAttemptAt.getTime() - finishedAt.getTime()) / 1000
    })
    assert.deepEqual(seconds, [60, 300, 1800, 7200, 86_400, null])
    const last = settle({ failures: 5, retries: true }, 'failed', { finishedAt, random: 0.5 })
    assert.deepEqual([last.state, last.failures], ['exhausted', 6])
  })

  it('spread by a tenth either way', () => {
    const delays = [0, 1].map((random) => {
      const { nextAttemptAt } = settle({ failures: 0, retries: true }, 'failed', { finishedAt, random })
      return Number(nextAttemptAt) - finishedAt.getTime()
    })
    const [first] = retryDelaysMs
    assert.deepEqual(delays, [first * (1 - jitter), first * (1 + jitter)])
  })

  it('an interruption costs no retry', () => {
    const { state, failures } = settle({ failures: 5, retries: true }, 'interrupted', {
      finishedAt,
      random: 0,
    })
    assert.deepEqual([state, failures], ['pending', 5])
  })

  it('what is not to be repeated ends with its first failure', () => {
    const { state } = settle({ failures: 0, retries: false }, 'failed', { finishedAt, random: 0.5 })
    assert.equal(state, 'exhausted')
  })
})

describe('what attempts do to their subscription', () => {
  const at = (second: number) => new Date(finishedAt.getTime() + second * 1000)
  const attempt = (outcome: Outcome, second: number, exhausted = false, status: number | null = 500) => ({
    outcome,
    exhausted,
    finishedAt: at(second),
    status,
  })

  it('a success clears what failed before it, not what failed after it', () => {
    const change = endpointChange([
      attempt('failed', 1, true),
      attempt('accepted', 2, false, 204),
      attempt('failed', 3, true),
      attempt('failed', 4, false, null),
    ])
    assert.deepEqual(change, {
      succeeded: true,
      failed: 2,
      exhausted: 1,
      lastSuccessAt: at(2),
      lastFailureAt: at(4),
      lastDeliveredAt: at(4),
      lastStatus: null,
    })
  })

  it('an interruption says nothing about the receiver', () => {
    assert.equal(endpointChange([attempt('interrupted', 1), attempt('withheld', 2)]), null)
  })
})
