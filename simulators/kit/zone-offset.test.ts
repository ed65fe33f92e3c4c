import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayThere, wallClockMs } from './zone-offset.ts'

const shownAt = (day: string, time: string, zone: string) =>
  new Date(wallClockMs(day, time, zone)).toISOString().slice(0, 16)

test('times of a wall clock follow the zone through the year', () => {
  assert.equal(shownAt('2026-03-28', '15:00', 'Europe/Berlin'), '2026-03-28T14:00')
  assert.equal(shownAt('2026-03-29', '15:00', 'Europe/Berlin'), '2026-03-29T13:00')
  assert.equal(shownAt('2026-07-01', '00:00', 'Pacific/Honolulu'), '2026-07-01T10:00')
})

test('a midnight that a change of clocks skips is when the day begins', () => {
  const start = wallClockMs('2026-03-29', '00:00', 'Asia/Beirut')
  assert.equal(dayThere(start, 'Asia/Beirut'), '2026-03-29')
  assert.equal(dayThere(start - 1, 'Asia/Beirut'), '2026-03-28')
})
