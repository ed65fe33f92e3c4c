import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedReadAt, observedMinutes } from './read-times.ts'

const at = (...seconds: number[]) => seconds.map((second) => new Date(second * 1000))

test('the pauses of somebody who asks twice each time are those between his visits', () => {
  assert.equal(observedMinutes(at(0, 2, 3600, 3602, 7200, 7201)), 60)
  assert.equal(observedMinutes(at(0, 900, 1800, 9000)), 15)
})

test('who came once, or twice within a minute, has no pause yet', () => {
  for (const reads of [at(), at(5), at(5, 6), at(5, 6, 7)]) assert.equal(observedMinutes(reads), null)
})

test('the next visit is a pause after the last', () => {
  assert.equal(expectedReadAt(at(0, 60), 1), '1970-01-01T00:02:00.000Z')
  assert.equal(expectedReadAt([], 1), null)
})
