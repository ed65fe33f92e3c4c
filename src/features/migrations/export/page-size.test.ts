import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstRows, nextPageRows } from './page-size.ts'

it('short lines are read many at once, long ones few, and neither without end', () => {
  const afterLinesOf = (length: number) => nextPageRows(firstRows, firstRows * length)
  assert.deepEqual([1, 250, 2000, 15_000, 1_000_000].map(afterLinesOf), [2000, 1600, 200, 26, 20])
})
