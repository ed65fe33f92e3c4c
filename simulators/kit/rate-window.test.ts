import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateWindow } from './rate-window.ts'

test('a window says how many requests it still takes and when it takes the next', () => {
  const window = new RateWindow(2, 1000)
  assert.deepEqual([window.left('a', 0), window.opensInMs('a', 0)], [2, 0])
  window.take('a', 100)
  window.take('a', 400)
  assert.deepEqual([window.left('a', 500), window.isFull('a', 500)], [0, true])
  assert.equal(window.opensInMs('a', 500), 600)
  assert.equal(window.left('b', 500), 2)
  const opened = 500 + window.opensInMs('a', 500)
  assert.deepEqual([window.isFull('a', opened - 1), window.isFull('a', opened)], [true, false])
  assert.deepEqual([window.left('a', opened), window.opensInMs('a', opened)], [1, 0])
})
