import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleReasons, type StaleReason } from '../../../contract/ical.ts'
import { pauseAfterFailureMs } from './feed-pauses.ts'

const minutes = (interval: number, reason: StaleReason) =>
  [0, 1, 2, 3, 100].map(
    (failures) => pauseAfterFailureMs({ interval_minutes: interval, failures }, reason) / 60_000,
  )

test('a feed that fails is left alone for longer each time, up to an hour or its interval', () => {
  assert.deepEqual(minutes(15, 'timeout'), [15, 30, 60, 60, 60])
  assert.deepEqual(minutes(240, 'timeout'), [240, 240, 240, 240, 240])
})

test('a file that was read in part is read as often as a good one', () => {
  const often = (Object.keys(staleReasons) as StaleReason[]).filter((reason) => minutes(15, reason)[4] === 15)
  assert.deepEqual(often, ['damaged', 'unreadable_events', 'doubtful_events', 'empty_calendar'])
})
