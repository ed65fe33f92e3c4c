import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean } from './did-you-mean.ts'

test('a slip and the beginning of a name are understood, another word is not', () => {
  const names = ['from', 'to', 'limit', 'cursor', 'check_in_after', 'check_in_before', 'status']
  const suggestionFor = (value: string) => didYouMean(value, names)
  assert.deepEqual(
    ['limt', 'limti', 'Cursr', 'statsu', 'check_in', 'check_in_aftr', 'frm', 'rfom'].map(suggestionFor),
    ['limit', 'limit', 'cursor', 'status', 'check_in_after', 'check_in_after', 'from', 'from'],
  )
  assert.deepEqual(['foo', 'x', 'zz', 'page'].map(suggestionFor), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
