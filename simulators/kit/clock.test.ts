import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SimulatorClock } from './clock.ts'

const start = '2026-06-01T08:00:00Z'

test('a clock runs as fast as it is told, and can be moved', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  const clock = new SimulatorClock(start, 10)
  let moves = 0
  clock.onAdvance(() => (moves += 1))
  assert.equal(clock.nowMs(), Date.parse(start))
  t.mock.timers.tick(1500)
  assert.equal(clock.nowMs() - Date.parse(start), 15_000)
  clock.advanceSeconds(60)
  assert.equal(clock.nowMs() - Date.parse(start), 75_000)
  assert.equal(moves, 1)
  t.mock.timers.tick(100)
  assert.equal(clock.nowMs() - Date.parse(start), 76_000)
})

test('without more it is the time outside', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  const clock = new SimulatorClock()
  t.mock.timers.tick(250)
  assert.equal(clock.nowMs(), 1_000_250)
})
