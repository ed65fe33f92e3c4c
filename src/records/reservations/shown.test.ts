import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPreviousNames } from './shown.ts'

const money = { totalPrice: 500, currency: 'EUR', paymentStatus: null }

test('what changed is told under the older names too', () => {
  assert.deepEqual(listPreviousNames({ checkIn: '2026-05-01', source: null, status: 'pending' }, {}), {
    checkIn: '2026-05-01',
    checkinDate: '2026-05-01',
    source: null,
    channel: null,
    status: 'pending',
  })
})

test('the policy is told where it changed with the money, and not where only the money did', () => {
  const now = { financials: { ...money, cancellationPolicy: 'strict' } }
  const cheaper = { ...now.financials, totalPrice: 1 }
  assert.deepEqual(listPreviousNames({ checkIn: '2026-05-01' }, now), {
    checkIn: '2026-05-01',
    checkinDate: '2026-05-01',
  })
  assert.deepEqual(listPreviousNames({ financials: cheaper }, now), { financials: cheaper })
  for (const [financials, cancellationPolicy] of [
    [{ ...money, cancellationPolicy: 'flexible' }, 'flexible'],
    [money, null],
    [null, null],
  ]) {
    assert.deepEqual(listPreviousNames({ financials }, now), { financials, cancellationPolicy })
  }
})
