import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findLibrary, isClockMoved, moveClockOfChildren, movedTo } from './moved-clock.ts'

const now = Date.parse('2026-12-01T00:00:00Z')

test('a moment before or after now becomes a number of seconds', () => {
  const offsets = ['2026-12-01T00:01', '2026-12-02', '2026-11-30T23:59:59', '2026-12-01'].map(
    (text) => movedTo(text, now, '/lib.so')['FAKETIME'],
  )
  assert.deepEqual(offsets, ['+60', '+86400', '-1', '+0'])
})

test('what is no moment, and a machine without the library, are refused', () => {
  for (const text of ['', 'tomorrow', '2026-02-30', '2026-12-01T00:00+02:00'])
    assert.throws(() => movedTo(text, now, '/lib.so'), /TEST_DATE takes a moment in UTC/, text)
  assert.throws(() => movedTo('2026-12-01', now, ''), /apt-get install faketime/)
})

test('a process whose environment was chosen has the moved clock, and the next one has the real one', async (t) => {
  if (isClockMoved) return t.skip('the clock of this run is moved already')
  if (findLibrary() === '') return t.skip('libfaketime is not installed: apt-get install faketime')
  const yearOf = async () =>
    (
      await promisify(execFile)(process.execPath, ['-p', 'new Date().getUTCFullYear()'], { env: {} })
    ).stdout.trim()
  const undo = moveClockOfChildren(movedTo('2044-06-01', Date.now()))
  const moved = await yearOf()
  undo()
  assert.deepEqual([moved, await yearOf()], ['2044', String(new Date().getUTCFullYear())])
})
