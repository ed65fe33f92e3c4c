import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { root } from './child.ts'
import { isEndToEnd } from './lanes.ts'
import { isQuick } from './levels.ts'
import { readProcessorSeconds } from './processor-seconds.ts'

test('loops over everything are always quick, others by the processor that they use', () => {
  const seconds = { 'test/api/a.test.ts': 2, 'test/api/b.test.ts': 1, 'test/cross-cutting/a.test.ts': 30 }
  const files = [...Object.keys(seconds), 'test/api/new.test.ts']
  assert.deepEqual(
    files.filter((file) => isQuick(file, seconds)),
    ['test/cross-cutting/a.test.ts', 'test/api/new.test.ts'],
  )
})

/** Together with files under a second and PostgreSQL, this is five minutes on two processors. */
const mostSeconds = 130

test('what is quick stays so: a change that adds to it makes something cheaper', () => {
  const seconds = readProcessorSeconds()
  const files = globSync(
    ['src', 'simulators', 'test'].map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root },
  )
  const quick = files.filter((file) => !isEndToEnd(file) && isQuick(file, seconds))
  const used = quick.reduce((sum, file) => sum + (seconds[file] ?? 0), 0)
  assert.ok(used <= mostSeconds, `the quick files use ${used} s of a processor`)
  assert.ok(quick.length > files.length / 2, `${quick.length} of ${files.length} files are quick`)
})
