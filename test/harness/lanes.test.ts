import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './child.ts'
import { lanesOf, waiting } from './lanes.ts'

test('every file is in one lane, and what waits is beside what works', () => {
  const [first = '', second = ''] = waiting
  const files = [first, 'test/e2e/a.test.ts', second, 'test/e2e/b.test.ts']
  assert.deepEqual(
    lanesOf(files).map((lane) => lane.files),
    [
      ['test/e2e/a.test.ts', 'test/e2e/b.test.ts'],
      [first, second],
    ],
  )
  assert.deepEqual(
    lanesOf([first]).map((lane) => lane.files),
    [[first]],
  )
  assert.deepEqual(
    lanesOf(['test/api/a.test.ts']).map((lane) => lane.files),
    [['test/api/a.test.ts']],
  )
})

test('those that wait are there', () => {
  assert.deepEqual(
    waiting.filter((file) => !existsSync(path.join(root, file))),
    [],
  )
})
