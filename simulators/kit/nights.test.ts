import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, setNights, withoutNights } from './nights.ts'

test('a period keeps what is outside of the nights taken from it, and falls in two around them', () => {
  const period = { id: 1, from: '2026-03-01', to: '2026-03-10' }
  const left = (from: string, to: string) =>
    withoutNights([period], { from, to }, (whole) => ({ ...whole, id: 2 })).map(({ id, ...range }) => [
      id,
      range.from.slice(-2),
      range.to.slice(-2),
    ])
  assert.deepEqual(left('2026-03-04', '2026-03-06'), [
    [1, '01', '03'],
    [2, '07', '10'],
  ])
  assert.deepEqual(left('2026-02-01', '2026-03-01'), [[2, '02', '10']])
  assert.deepEqual(left('2026-03-10', '2026-03-11'), [[1, '01', '09']])
  assert.deepEqual(left('2026-02-01', '2026-04-01'), [])
  assert.deepEqual(left('2026-03-11', '2026-03-12'), [[1, '01', '10']])
})

test('what was set for a night stays unless it is set again', () => {
  const nights = new Map<number, Map<string, { price?: number; least?: number }>>()
  setNights(nights, 5, daysOf({ from: '2026-02-28', to: '2026-03-01' }), { price: 90, least: 2 })
  setNights(nights, 5, ['2026-03-01'], { price: 80 })
  assert.deepEqual(
    [...(nights.get(5) ?? [])],
    [
      ['2026-02-28', { price: 90, least: 2 }],
      ['2026-03-01', { price: 80, least: 2 }],
    ],
  )
})
