/** Whether nights changed since somebody looked at them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesChangedSince, rangeOf, type NightValues } from '../../web/console/src/calendar/night-values.ts'

const night = (date: string, more: Partial<NightValues> = {}): NightValues => ({
  date,
  available: true,
  price: 100,
  minNights: 1,
  ...more,
})
const seen = [night('2026-05-01'), night('2026-05-02', { price: null })]

test('the same nights have not changed', () => {
  assert.deepEqual(datesChangedSince(seen, structuredClone(seen), { price: 120 }), [])
})

test('another price, state, minimum, or a night that is new is a change', () => {
  for (const more of [{ price: 101 }, { price: null }, { available: false }, { minNights: 2 }])
    assert.deepEqual(datesChangedSince(seen, [night('2026-05-01', more)], { price: 999 }), ['2026-05-01'])
  assert.deepEqual(datesChangedSince([], seen, { price: 999 }), ['2026-05-01', '2026-05-02'])
})

test('a night that is already as wished is no change by somebody else', () => {
  const now = [night('2026-05-01', { price: 120 })]
  assert.deepEqual(datesChangedSince(seen, now, { price: 120 }), [])
  assert.deepEqual(datesChangedSince(seen, now, { price: 121 }), ['2026-05-01'])
  assert.deepEqual(datesChangedSince(seen, now, { available: false, price: 120 }), ['2026-05-01'])
})

test('a range leaves out nights without a value', () => {
  assert.deepEqual(rangeOf([...seen, night('2026-05-03', { price: 80 })], 'price'), [80, 100])
  assert.equal(rangeOf([night('2026-05-01', { price: null })], 'price'), null)
})
