import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterRefusal, afterFailedTry, pauseAfter, type RefusedAccess } from './refused-access.ts'

const start = new Date('2027-01-01T00:00:00Z')
const minute = 60_000
const at = (minutes: number) => new Date(start.getTime() + minutes * minute)
const refused = (earlier: RefusedAccess | null, minutes: number, clockAheadMs: number | null = null) =>
  afterRefusal(earlier, { kind: 'credentials', at: at(minutes), clockAheadMs, random: 0.5 })

test('a second refusal is believed after two minutes, not before', () => {
  const first = refused(null, 0)
  assert.deepEqual([first.confirmedAt, first.retryAt], [null, at(3.5)])
  assert.deepEqual(refused(first, 1.9), first)
  assert.deepEqual(refused(first, 2).confirmedAt, at(2))
  assert.deepEqual(refused(refused(first, 2), 9).confirmedAt, at(2))
})

test('a refusal while the clocks differ is none, before and after a real one', () => {
  const wrong = refused(null, 0, 2 * 24 * 60 * minute)
  assert.equal(refused(wrong, 10, 5 * minute).confirmedAt, null)
  assert.deepEqual(refused(wrong, 10), refused(null, 10))
  assert.equal(refused(refused(null, 0), 10, 5 * minute).confirmedAt, null)
})

test('a refusal that is dated ahead by a clock that was wrong begins anew', () => {
  assert.deepEqual(refused(refused(null, 2880), 0), refused(null, 0))
})

test('tries in vain grow from five minutes to an hour', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 50].map((retries) => pauseAfter(retries, 0) / minute),
    [5, 10, 20, 40, 60, 60],
  )
  assert.equal(pauseAfter(4, 1) / minute, 48)
  const next = afterFailedTry(refused(null, 0), { at: at(10), atLeastMs: 90 * minute, random: 0 })
  assert.deepEqual([next.retryAt, next.retries], [at(100), 1])
})
