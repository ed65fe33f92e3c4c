import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFreeStay, occupiedUnits } from './free-stay.ts'

const stays = [
  { arrival: '2026-03-02', departure: '2026-03-05' },
  { arrival: '2026-03-06', departure: '2026-03-08' },
]

test('the departure day is free again', () => {
  assert.deepEqual(occupiedUnits(stays, '2026-03-01', '2026-03-07'), [0, 1, 1, 1, 0, 1])
})

test('a stay is laid into the first gap that is long enough', () => {
  assert.deepEqual(firstFreeStay(stays, 1, '2026-03-02', 1), {
    arrival: '2026-03-05',
    departure: '2026-03-06',
  })
  assert.deepEqual(firstFreeStay(stays, 1, '2026-03-02', 2), {
    arrival: '2026-03-08',
    departure: '2026-03-10',
  })
  assert.deepEqual(firstFreeStay(stays, 2, '2026-03-02', 2), {
    arrival: '2026-03-02',
    departure: '2026-03-04',
  })
})
