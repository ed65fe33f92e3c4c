import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupsOf, separateLong } from './groups.ts'

test('every file is in one group, neighbours share one, and what takes longest comes first', () => {
  const files = ['b/2', 'a/1', 'a/3', 'a/2', 'b/1']
  assert.deepEqual(groupsOf(files, { 'a/1': 32, 'a/2': 44, 'a/3': 180, 'b/1': 60, 'b/2': 24 }), [
    ['a/3'],
    ['a/1', 'a/2'],
    ['b/1'],
    ['b/2'],
  ])
})

test('end-to-end tests stay by themselves, those of unknown length first', () => {
  const lengths = { 'test/e2e/a': 20, 'test/e2e/b': 300 }
  assert.deepEqual(groupsOf(['test/e2e/a', 'test/e2e/b', 'test/e2e/c', 'test/x', 'test/y'], lengths), [
    ['test/e2e/c'],
    ['test/e2e/b'],
    ['test/e2e/a'],
    ['test/x', 'test/y'],
  ])
})

test('what takes long can be left out', () => {
  const lengths = { a: 89, b: 90, c: 300 }
  assert.deepEqual(separateLong(['a', 'b', 'c', 'd'], lengths, 90), { long: ['b', 'c'], others: ['a', 'd'] })
  assert.deepEqual(separateLong(['c', 'd'], lengths, Infinity), { long: [], others: ['c', 'd'] })
})

test('files of unknown length are taken for short ones', () => {
  const files = Array.from({ length: 240 }, (_, number) => `a/${number}`)
  const groups = groupsOf(files, {})
  assert.deepEqual(groups.flat().toSorted(), files.toSorted())
  assert.deepEqual(
    groups.map(({ length }) => length),
    [160, 80],
  )
})

test('the last third of the work is in short groups', () => {
  const files = Array.from({ length: 20 }, (_, number) => `a/${String(number).padStart(2, '0')}`)
  const groups = groupsOf(files, Object.fromEntries(files.map((file) => [file, 30])))
  assert.deepEqual(
    groups.map(({ length }) => length),
    [5, 5, 4, 2, 2, 2],
  )
})
