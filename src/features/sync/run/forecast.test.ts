import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastEnd, type ForecastInput, type ForecastPart } from './forecast.ts'

const part = (entity: string, more: Partial<ForecastPart> = {}): ForecastPart => ({
  entity,
  expected: null,
  seen: 0,
  done: false,
  calls: 0,
  ms: 0,
  ...more,
})
const now = new Date('2026-06-15T12:00:00.000Z')
const secondsLeft = (parts: ForecastPart[], more: Partial<ForecastInput> = {}) => {
  const end = forecastEnd({
    now,
    startedAt: now,
    parts,
    callsMade: parts.reduce((sum, { calls }) => sum + calls, 0),
    allowances: [],
    hasUnits: false,
    ...more,
  })
  return end === null ? null : (end.getTime() - now.getTime()) / 1000
}
const listings = part('listings', { seen: 10, expected: 10, done: true, calls: 1, ms: 1000 })

test('nothing is known before the first page', () => {
  assert.equal(secondsLeft([part('listings'), part('reservations')]), null)
})

test('a vendor that does not count its bookings is forecast by its listings once they are being read', () => {
  assert.equal(secondsLeft([listings, part('reservations')]), null)
  // Each of 10 listings has 60, in pages of 100 at a second each.
  assert.equal(secondsLeft([listings, part('reservations', { seen: 100, calls: 1, ms: 1000 })]), 5)
  assert.equal(secondsLeft([listings, part('reservations', { seen: 600, calls: 6, ms: 6000 })]), null)
  const read = part('reservations', { seen: 100, calls: 1, ms: 1000, done: true })
  assert.equal(secondsLeft([listings, read, part('reviews')], {}), 1)
})

test('a list that did not begin is read in pages, whatever the listings before it took', () => {
  const each = part('listings', { seen: 10, expected: 10, done: true, calls: 13, ms: 13_000 })
  assert.equal(secondsLeft([each, part('reservations', { expected: 600 })]), 12)
})

test('the rest takes as long for each row as what was read', () => {
  const half = part('reservations', { expected: 200, seen: 100, calls: 1, ms: 3000 })
  assert.equal(secondsLeft([listings, half]), 3)
})

test('parts that did not begin are as large as what they belong to', () => {
  const read = part('reservations', { expected: 100, seen: 100, calls: 10, ms: 10_000, done: true })
  // 10 calendars take one call of a second each; only hotels have rooms.
  const parts = [listings, read, part('units'), part('calendar')]
  assert.equal(secondsLeft(parts), 10)
  assert.equal(secondsLeft(parts, { hasUnits: true }), 20)
  // Each booking has one conversation, in pages like the earlier ones, and one call for its messages.
  assert.equal(secondsLeft([read, part('conversations'), part('messages')]), 110)
})

test('an assumption that proved wrong is no forecast', () => {
  const read = part('reservations', { expected: 100, seen: 100, calls: 1, ms: 1000, done: true })
  assert.equal(secondsLeft([read, part('conversations', { seen: 120, calls: 2, ms: 2000 })]), null)
})

test('the vendor’s limit counts where it is slower than the pace so far', () => {
  const begun = part('messages', { expected: 150, seen: 10, calls: 10, ms: 100 })
  assert.equal(secondsLeft([begun]), 2)
  // 150 calls at 15 per 10 seconds end in the tenth window.
  assert.equal(secondsLeft([begun], { allowances: [{ calls: 15, windowMs: 10_000 }] }), 90)
})

test('an import with nothing left ends now', () => {
  assert.equal(secondsLeft([listings], { allowances: [{ calls: 1, windowMs: 60_000 }] }), 0)
})
