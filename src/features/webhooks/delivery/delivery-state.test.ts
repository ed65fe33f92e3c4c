import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseRetryAfter } from './send-attempt.ts'
import {
  disableAfterExhausted,
  sumEndpointChange,
  exhaustedWeight,
  jitter,
  retryDelaysMs,
  settleDelivery,
  type AttemptOutcome,
} from './delivery-state.ts'

const finishedAt = new Date('2026-06-15T12:00:00.000Z')
const outcomes: AttemptOutcome[] = ['accepted', 'failed', 'interrupted', 'withheld']

describe('states of a delivery', () => {
  it('are others once it was sent, so that none is sent for ever', () => {
    for (const outcome of outcomes) {
      for (const retries of [true, false]) {
        for (let failures = 0; failures <= 5; failures++) {
          const { state } = settleDelivery({ failures, retries, replayFrom: null }, outcome, {
            finishedAt,
            random: 0.5,
          })
          assert.ok(!['waiting', 'sending'].includes(state), `${outcome} leads to ${state}`)
        }
      }
    }
  })

  it('follow the published schedule: 1 min, 5 min, 30 min, 2 h, 24 h, then given up', () => {
    const seconds = [0, 1, 2, 3, 4, 5].map((failures) => {
      const { nextAttemptAt } = settleDelivery({ failures, retries: true, replayFrom: null }, 'failed', {
        finishedAt,
        random: 0.5,
      })
      return nextAttemptAt && (nextAttemptAt.getTime() - finishedAt.getTime()) / 1000
    })
    assert.deepEqual(seconds, [60, 300, 1800, 7200, 86_400, null])
    const last = settleDelivery({ failures: 5, retries: true, replayFrom: null }, 'failed', {
      finishedAt,
      random: 0.5,
    })
    assert.deepEqual([last.state, last.failures], ['exhausted', 6])
  })

  it('spread by a tenth either way', () => {
    const delays = [0, 1].map((random) => {
      const { nextAttemptAt } = settleDelivery({ failures: 0, retries: true, replayFrom: null }, 'failed', {
        finishedAt,
        random,
      })
      return Number(nextAttemptAt) - finishedAt.getTime()
    })
    const [first] = retryDelaysMs
    assert.deepEqual(delays, [first * (1 - jitter), first * (1 + jitter)])
  })

  it('an interruption costs no retry', () => {
    const settlement = settleDelivery({ failures: 5, retries: true, replayFrom: null }, 'interrupted', {
      finishedAt,
      random: 0,
    })
    const nextAttemptAt = new Date('2026-06-15T12:01:00.000Z')
    assert.deepEqual(settlement, { state: 'pending', failures: 5, nextAttemptAt })
  })

  it('what is not to be repeated ends with its first failure', () => {
    const { state } = settleDelivery({ failures: 0, retries: false, replayFrom: null }, 'failed', {
      finishedAt,
      random: 0.5,
    })
    assert.equal(state, 'exhausted')
  })
})

describe('a failure', () => {
  const options = { finishedAt, random: 0.5 }
  const attempted = { failures: 2, retries: true, replayFrom: null }

  it('is counted, so that the next pause is the longer one', () => {
    const { state, failures } = settleDelivery(attempted, 'failed', options)
    assert.deepEqual([state, failures], ['pending', 3])
  })

  it('is none where nothing was sent, since the listing is inactive', () => {
    const settlement = settleDelivery(attempted, 'withheld', options)
    assert.deepEqual(settlement, { state: 'withheld', failures: 2, nextAttemptAt: null })
  })

  it('counts toward disabling the webhook only with the last retry', () => {
    const weight = (one: typeof attempted) =>
      exhaustedWeight(one, settleDelivery(one, 'failed', options), false)
    assert.equal(weight(attempted), 0)
    assert.equal(weight({ ...attempted, failures: 5 }), 1)
    assert.equal(weight({ ...attempted, retries: false }), 0)
  })
})

describe('what receivers ask for', () => {
  const attempted = { failures: 0, retries: true, replayFrom: null }
  const secondsUntilNext = (options: { pauseMs?: number; gone?: boolean }) => {
    const { nextAttemptAt } = settleDelivery(attempted, 'failed', { finishedAt, random: 0.5, ...options })
    return nextAttemptAt && (nextAttemptAt.getTime() - finishedAt.getTime()) / 1000
  }

  it('a longer pause is kept, a shorter one is no reason to hurry', () => {
    assert.deepEqual(
      [secondsUntilNext({ pauseMs: 600_000 }), secondsUntilNext({ pauseMs: 5_000 })],
      [600, 60],
    )
  })

  it('who is gone is not asked again, and counts for enough to be disabled', () => {
    const settlement = settleDelivery(attempted, 'failed', { finishedAt, random: 0.5, gone: true })
    assert.equal(settlement.state, 'exhausted')
    assert.equal(exhaustedWeight(attempted, settlement, true), disableAfterExhausted)
  })

  it('seconds and dates are read, nonsense is not', () => {
    const at = new Date('2026-06-15T12:00:00.000Z')
    const cases: [string | undefined, number | null][] = [
      ['120', 120_000],
      ['0', null],
      ['Mon, 15 Jun 2026 12:05:00 GMT', 300_000],
      ['Mon, 15 Jun 2026 11:00:00 GMT', null],
      ['999999999', 24 * 3_600_000],
      ['soon', null],
      ['-5', null],
      [undefined, null],
    ]
    for (const [value, pauseMs] of cases) assert.equal(parseRetryAfter(value, at), pauseMs, String(value))
  })
})

describe('a replay', () => {
  it('that fails leaves everything as it was', () => {
    for (const replayFrom of ['pending', 'succeeded', 'exhausted'] as const) {
      for (const outcome of outcomes.filter((one) => one !== 'accepted')) {
        const attempted = { failures: 6, retries: true, replayFrom }
        const settlement = settleDelivery(attempted, outcome, { finishedAt, random: 0.5 })
        assert.deepEqual(settlement, { state: replayFrom, failures: 6, nextAttemptAt: null })
        assert.equal(exhaustedWeight(attempted, settlement, false), 0)
      }
    }
  })

  it('that is accepted ends the delivery', () => {
    const attempted = { failures: 6, retries: true, replayFrom: 'exhausted' as const }
    assert.equal(settleDelivery(attempted, 'accepted', { finishedAt, random: 0 }).state, 'succeeded')
  })
})

describe('what attempts do to their subscription', () => {
  const at = (second: number) => new Date(finishedAt.getTime() + second * 1000)
  const attempt = (outcome: AttemptOutcome, second: number, exhausted = 0, status: number | null = 500) => ({
    outcome,
    exhausted,
    finishedAt: at(second),
    status,
  })

  it('a success clears what failed before it, not what failed after it', () => {
    const change = sumEndpointChange([
      attempt('failed', 1, 1),
      attempt('accepted', 2, 0, 204),
      attempt('failed', 3, 1),
      attempt('failed', 4, 0, null),
    ])
    assert.deepEqual(change, {
      succeeded: true,
      failed: 2,
      exhausted: 1,
      lastSuccessAt: at(2),
      lastFailureAt: at(4),
      lastDeliveredAt: at(4),
      lastStatus: null,
      heldUntil: null,
    })
  })

  it('a receiver that never answered has no success, and one that always did no failure', () => {
    const failed = sumEndpointChange([attempt('failed', 1)])
    assert.deepEqual([failed?.succeeded, failed?.lastSuccessAt, failed?.lastFailureAt], [false, null, at(1)])
    const accepted = sumEndpointChange([attempt('accepted', 1, 0, 204)])
    assert.deepEqual(
      [accepted?.succeeded, accepted?.lastSuccessAt, accepted?.lastFailureAt],
      [true, at(1), null],
    )
    const mended = sumEndpointChange([attempt('failed', 1), attempt('accepted', 2, 0, 204)])
    assert.deepEqual([mended?.failed, mended?.lastFailureAt, mended?.lastStatus], [0, at(1), 204])
  })

  it('a receiver that asks for a pause gets nothing until it is over', () => {
    const asked = (pauseMs: number | null) =>
      sumEndpointChange([{ ...attempt('failed', 1), pauseMs }])?.heldUntil
    assert.deepEqual(asked(60_000), at(61))
    assert.equal(asked(null), null)
    assert.equal(asked(0), null)
  })

  it('an interruption says nothing about the receiver', () => {
    assert.equal(sumEndpointChange([attempt('interrupted', 1), attempt('withheld', 2)]), null)
  })
})
