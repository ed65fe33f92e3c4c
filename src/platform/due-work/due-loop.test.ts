import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestPauseMs, pauseUntil } from './due-loop.ts'

const now = new Date('2026-05-01T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

test('a worker sleeps until the next work is due', () => {
  assert.equal(pauseUntil(after(7_000), now, { busyMs: 250 }), 7_000)
})

test('it looks at least so often that a lost notice costs the longest pause', () => {
  assert.equal(pauseUntil(null, now, { busyMs: 250 }), longestPauseMs)
  assert.equal(pauseUntil(after(3_600_000), now, { busyMs: 250 }), longestPauseMs)
  assert.equal(pauseUntil(after(3_600_000), now, { busyMs: 250, longestMs: 5_000 }), 5_000)
})

test('work that others hold is looked for at the busy rhythm', () => {
  assert.equal(pauseUntil(after(-60_000), now, { busyMs: 250 }), 250)
  assert.equal(pauseUntil(after(10), now, { busyMs: 250 }), 250)
})
