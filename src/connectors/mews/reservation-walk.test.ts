import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, beginWalk, intervalOf, unread, watermarkOf } from './reservation-walk.ts'
import type { ReservationCursor } from './reservation-walk.ts'

const now = '2026-07-01T10:00:00.700Z'
const row = (Id: string, UpdatedUtc: string | null) => ({ Id, UpdatedUtc })
const read = (
  place: ReservationCursor,
  rows: unknown[],
  inner: string | null = null,
  changes: string[] = [],
) => advance(place, { rows, changes, inner })

/** Lists the stages that follow when no more rows come. */
function rest(place: ReservationCursor | null): [string, string, string][] {
  const stages: [string, string, string][] = []
  for (let at = place; at !== null; at = read(at, []).next) {
    stages.push([at.stage, intervalOf(at).StartUtc.slice(0, 10), intervalOf(at).EndUtc.slice(0, 10)])
  }
  return stages
}

describe('a full walk', () => {
  it('reads everything, then what changed since it began, by every kind of change', () => {
    const place = beginWalk(null, now)
    assert.equal(place.begunAt, '2026-07-01T10:00:00Z')
    const first = read(place, [row('a', '2026-06-01T00:00:00Z')], 'a')
    assert.deepEqual([first.next?.stage, first.next?.inner], ['all', 'a'])
    assert.deepEqual(
      rest(first.next).map(([stage, from]) => [stage, from]),
      [
        ['all', '2026-07-01'],
        ['changed', '2026-07-01'],
        ['priced', '2026-07-01'],
        ['named', '2026-07-01'],
      ],
    )
  })

  it('gives a row again only if it changed meanwhile', () => {
    const place = beginWalk(null, now)
    const rows = [row('a', '2026-07-01T10:00:02Z'), row('b', '2026-06-01T00:00:00Z')]
    const { next } = read(place, rows)
    assert.equal(next?.stage, 'changed')
    const later = [row('a', '2026-07-01T10:00:02Z'), row('b', '2026-07-01T10:00:05Z')]
    assert.deepEqual(unread(next as ReservationCursor, later), [later[1]])
  })

  it('hands on the newest change there was, but none from after its beginning', () => {
    const place = beginWalk(null, now)
    assert.equal(watermarkOf(place), '2026-07-01T10:00:00Z')
    const quiet = read(place, [row('a', '2026-06-01T00:00:00Z')], null, ['2026-06-03T00:00:00Z']).read
    assert.equal(watermarkOf(quiet), '2026-06-03T00:00:00Z')
    const busy = read(place, [row('a', '2026-07-01T10:00:09Z')]).read
    assert.equal(watermarkOf(busy), '2026-07-01T10:00:00Z')
  })
})

describe('an incremental walk', () => {
  it('starts at its bound, that moment included, and reads no older row', () => {
    const place = beginWalk('2026-06-30T00:00:00Z', now)
    assert.deepEqual(intervalOf(place), { StartUtc: '2026-06-30T00:00:00Z', EndUtc: '2026-09-18T00:00:00Z' })
    assert.deepEqual(
      rest(place).map(([stage]) => stage),
      ['changed', 'priced', 'named'],
    )
  })

  it('goes through a long absence in intervals that the vendor takes', () => {
    const stages = rest(beginWalk('2026-01-01T00:00:00Z', now))
    const changed = stages.filter(([stage]) => stage === 'changed')
    assert.deepEqual(changed, [
      ['changed', '2026-01-01', '2026-03-22'],
      ['changed', '2026-03-22', '2026-06-10'],
      ['changed', '2026-06-10', '2026-08-29'],
    ])
    assert.equal(stages.length, 9)
  })

  it('gives a row once although its price and its guest changed too', () => {
    const place = beginWalk('2026-06-30T00:00:00Z', now)
    const { next } = read(place, [row('a', '2026-06-30T01:00:00Z')])
    assert.equal(next?.stage, 'priced')
    assert.deepEqual(unread(next as ReservationCursor, [row('a', '2026-06-30T01:00:00Z'), row('b', null)]), [
      row('b', null),
    ])
  })

  it('stays where it was when nothing changed', () => {
    const place = beginWalk('2026-06-30T00:00:00Z', now)
    assert.equal(watermarkOf(read(place, []).read), '2026-06-30T00:00:00Z')
  })

  it('does not stumble over a row that does not say when it changed', () => {
    const place = beginWalk('2026-06-30T00:00:00Z', now)
    const { read: reached } = read(place, [row('a', null), row('b', 'yesterday'), null, 7])
    assert.equal(watermarkOf(reached), '2026-06-30T00:00:00Z')
  })
})
