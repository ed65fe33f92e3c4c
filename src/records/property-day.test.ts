import assert from 'node:assert/strict'
import { it } from 'node:test'
import { knownZone, startOfDay, todayAt } from './property-day.ts'

const day = Temporal.PlainDate.from('2026-03-29')

it('begins a day when it begins at the property', () => {
  assert.equal(startOfDay(day, 'Pacific/Auckland').toISOString(), '2026-03-28T11:00:00.000Z')
  assert.equal(startOfDay(day, 'America/Los_Angeles').toISOString(), '2026-03-29T07:00:00.000Z')
  assert.equal(startOfDay(day, null).toISOString(), '2026-03-29T00:00:00.000Z')
})

it('begins a day at its first moment where the clock skips midnight', () => {
  const skipped = Temporal.PlainDate.from('2024-09-08')
  assert.equal(startOfDay(skipped, 'America/Santiago').toISOString(), '2024-09-08T04:00:00.000Z')
})

it('names the day at the property, so that an arrival today is not taken for one of tomorrow', () => {
  const evening = new Date('2026-03-28T20:00:00Z')
  assert.equal(todayAt('Pacific/Auckland', evening), '2026-03-29')
  assert.equal(todayAt('America/Los_Angeles', evening), '2026-03-28')
  assert.equal(todayAt(null, evening), '2026-03-28')
})

it('takes UTC where a source names no zone that exists', () => {
  for (const zone of [null, '', 'Europe/Atlantis', 'GMT+25']) assert.equal(knownZone(zone), 'UTC')
  assert.equal(knownZone('Europe/Rome'), 'Europe/Rome')
  assert.equal(todayAt('Europe/Atlantis', new Date('2026-03-28T23:30:00Z')), '2026-03-28')
})
