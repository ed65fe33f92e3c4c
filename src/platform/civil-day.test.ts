import assert from 'node:assert/strict'
import { it } from 'node:test'
import { civilDay, dayAfter, dayBefore } from './civil-day.ts'

it('reads a day that exists, so that a night is never sold on another', () => {
  for (const day of ['2026-05-01', '2028-02-29', '0001-01-01', '9999-12-31'])
    assert.equal(String(civilDay(day)), day)
})

it('reads no other text as a day, even where the calendar could guess one', () => {
  for (const wrong of [
    '2026-02-29',
    '2026-13-01',
    '2026-5-1',
    '20260501',
    '0000-01-01',
    '+002026-05-01',
    '2026-05-01T10:00',
    '',
  ])
    assert.equal(civilDay(wrong), null, wrong)
})

it('steps from day to day over the ends of months and years', () => {
  assert.equal(dayAfter('2026-12-31'), '2027-01-01')
  assert.equal(dayAfter('2028-02-28'), '2028-02-29')
  assert.equal(dayBefore('2027-01-01'), '2026-12-31')
})
