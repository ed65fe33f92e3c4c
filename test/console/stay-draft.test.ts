/** Where a stay is dragged to, and what its channels show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksOf } from '../../web/console/src/calendar/night-marks.ts'
import { dragged, draggedByKey, holdAt } from '../../web/console/src/calendar/stay-draft.ts'

const stay = { id: '1', row: 0, checkIn: '2026-02-27', checkOut: '2026-03-02' }
const datesOf = ({ checkIn, checkOut }: typeof stay) => [checkIn, checkOut]

test('a stay moves as a whole, or by one of its ends, and keeps a night', () => {
  assert.deepEqual(datesOf(dragged(stay, 'whole', 2)), ['2026-03-01', '2026-03-04'])
  assert.deepEqual(datesOf(dragged(stay, 'departure', -2)), ['2026-02-27', '2026-02-28'])
  assert.deepEqual(datesOf(dragged(stay, 'departure', -9)), ['2026-02-27', '2026-02-28'])
  assert.deepEqual(datesOf(dragged(stay, 'arrival', 9)), ['2026-03-01', '2026-03-02'])
})

test('the ends of a bar change the dates, the rest moves it', () => {
  const bar = { left: 100, right: 200 }
  assert.deepEqual(
    [103, 150, 197].map((x) => holdAt(x, bar)),
    ['arrival', 'whole', 'departure'],
  )
})

test('only Alt with an arrow moves a stay by keyboard', () => {
  const press = (key: string, altKey: boolean, shiftKey: boolean) =>
    draggedByKey(stay, { key, altKey, shiftKey })
  assert.equal(press('ArrowRight', false, false), null)
  assert.equal(press('ArrowUp', true, false), null)
  const moved = press('ArrowLeft', true, false)
  assert.ok(moved)
  assert.deepEqual(datesOf(moved), ['2026-02-26', '2026-03-01'])
  const longer = press('ArrowRight', true, true)
  assert.ok(longer)
  assert.deepEqual(datesOf(longer), ['2026-02-27', '2026-03-03'])
})

test('a night that a channel still sells is marked as that, whatever was sent', () => {
  const night = (date: string, more: object = {}) => ({ date, state: 'sent', exposed: false, ...more })
  const channels = [
    { channel: 'airbnb', nights: [night('2026-05-01'), night('2026-05-02', { exposed: true })] },
    { channel: 'vrbo', nights: [night('2026-05-02', { state: 'confirmed' })] },
  ]
  const marks = marksOf({ channels } as never)
  assert.deepEqual(marks.get('2026-05-01'), [{ channel: 'airbnb', state: 'sent' }])
  assert.deepEqual(marks.get('2026-05-02'), [
    { channel: 'airbnb', state: 'exposed' },
    { channel: 'vrbo', state: 'confirmed' },
  ])
})
