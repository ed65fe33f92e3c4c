import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  conflictChanges,
  conflictsAfter,
  stretchesOfMoves,
  findTouching,
  isChanged,
  listConcernedStays,
  placeOf,
  type NightHolder,
  type StayMove,
  type OversoldNight,
} from './rules.ts'

const now = new Date('2026-06-15T12:00:00Z')
const holder = (id: string, more: Partial<NightHolder> = {}): NightHolder => ({
  id,
  connection_id: '1',
  source: 'direct',
  confirmation_code: `CODE-${id}`,
  ...more,
})
const night = (date: string, units: number, holders: readonly NightHolder[]): OversoldNight => ({
  listing_id: '9',
  date,
  units,
  holders,
})
const of = (...ids: string[]) => ids.map((id) => holder(id))
const always = { first: '2026-06-01', last: '2026-12-31' }
const pairs = (
  nights: readonly OversoldNight[],
  known: readonly [string, string][] = [],
  { first, last } = always,
) => {
  const { begun, ended } = conflictChanges(
    {
      stretches: [{ listingId: '9', first, last }],
      known: known.map(([stay_id, other_id]) => ({ listing_id: '9', stay_id, other_id })),
      nights,
    },
    now,
  )
  return {
    begun: begun.map(({ stay_id, other_id, nights: dates }) => [stay_id, other_id, ...dates]),
    ended: ended.map(({ stay_id, other_id }) => [stay_id, other_id]),
  }
}

describe('stays that hold the same night', () => {
  it('of a home are in conflict, each with each, once for all nights', () => {
    const first = night('2026-07-01', 1, of('2', '10', '30'))
    const second = night('2026-07-02', 1, of('2', '10'))
    assert.deepEqual(pairs([first, second]).begun, [
      ['2', '10', '2026-07-01', '2026-07-02'],
      ['2', '30', '2026-07-01'],
      ['10', '30', '2026-07-01'],
    ])
  })

  it('of a room type are in conflict about the last room only', () => {
    assert.deepEqual(pairs([night('2026-07-01', 3, of('1', '2', '3'))]).begun, [])
    assert.deepEqual(pairs([night('2026-07-01', 3, of('1', '2', '3', '4'))]).begun, [
      ['3', '4', '2026-07-01'],
    ])
    assert.equal(pairs([night('2026-07-01', 3, of('1', '2', '3', '4', '5'))]).begun.length, 3)
  })

  it('are no news while they stay so, and end when a night is no longer sold too often', () => {
    const sold = night('2026-07-01', 1, of('1', '2'))
    assert.deepEqual(pairs([sold], [['1', '2']]), { begun: [], ended: [] })
    assert.deepEqual(pairs([sold], [['1', '3']]), {
      begun: [['1', '2', '2026-07-01']],
      ended: [['1', '3']],
    })
  })

  it('are no news on nights that were only looked at because a pair with a changed night reaches there', () => {
    const changed = night('2026-07-01', 1, of('1', '2'))
    const beyond = night('2026-07-05', 1, of('1', '2', '3'))
    assert.deepEqual(pairs([changed, beyond], [['1', '2']], { first: '2026-07-01', last: '2026-07-02' }), {
      begun: [],
      ended: [],
    })
  })

  it('are news only on nights of this listing that changed, the first and the last of them included', () => {
    const begun = (date: string, stretches: { listingId: string; first: string; last: string }[]) =>
      conflictChanges({ stretches, known: [], nights: [night(date, 1, of('1', '2'))] }, now).begun.length
    const [june, july] = [
      { listingId: '9', first: '2026-06-20', last: '2026-06-22' },
      { listingId: '9', first: '2026-07-01', last: '2026-07-03' },
    ]
    for (const date of ['2026-06-20', '2026-07-01', '2026-07-03']) assert.equal(begun(date, [june, july]), 1)
    for (const date of ['2026-06-19', '2026-06-30', '2026-07-04']) assert.equal(begun(date, [june, july]), 0)
    assert.equal(begun('2026-07-02', [{ ...july, listingId: '8' }]), 0)
  })

  it('do not begin to be in conflict on nights that are over, and do not cease to be', () => {
    const over = night('2026-06-01', 1, of('1', '2'))
    assert.deepEqual(pairs([over]), { begun: [], ended: [] })
    assert.deepEqual(pairs([over], [['1', '2']]), { begun: [], ended: [] })
    assert.deepEqual(pairs([over, night('2026-06-14', 1, of('1', '2'))]).begun, [['1', '2', '2026-06-14']])
  })

  it('are not, where two accounts told of one booking of a channel', () => {
    const here = holder('1', { source: 'airbnb', confirmation_code: 'HM1' })
    const there = { ...here, id: '2', connection_id: '2' }
    assert.deepEqual(pairs([night('2026-07-01', 1, [here, there])]).begun, [])
    // Two rooms of one booking are two stays. A PMS numbers its own bookings, so equal codes there mean nothing.
    assert.equal(pairs([night('2026-07-01', 1, [here, { ...there, connection_id: '1' }])]).begun.length, 1)
    const direct = { source: 'direct', confirmation_code: '1001' }
    assert.equal(
      pairs([night('2026-07-01', 1, [holder('1', direct), holder('2', { ...direct, connection_id: '2' })])])
        .begun.length,
      1,
    )
  })

  it('are, where a third stay is sold beside the one that two accounts told of', () => {
    const here = holder('1', { source: 'airbnb', confirmation_code: 'HM1' })
    const there = { ...here, id: '2', connection_id: '2' }
    assert.deepEqual(pairs([night('2026-07-01', 1, [here, there, holder('3')])]).begun, [
      ['1', '3', '2026-07-01'],
    ])
  })

  it('are one booking on each channel whose codes are unique, by channel and code', () => {
    for (const source of ['airbnb', 'booking.com', 'vrbo']) {
      const here = holder('1', { source, confirmation_code: 'A' })
      const there = { ...here, id: '2', connection_id: '2' }
      const begun = (other: Partial<NightHolder>) =>
        pairs([night('2026-07-01', 1, [here, { ...there, ...other }])]).begun.length
      assert.equal(begun({}), 0, source)
      assert.equal(begun({ confirmation_code: 'B' }), 1, source)
      assert.equal(begun({ source: 'other' }), 1, source)
    }
    const [airbnb, vrbo] = ['airbnb', 'vrbo'].map((source, n) =>
      holder(String(n), { source, confirmation_code: 'A', connection_id: String(n) }),
    )
    assert.equal(
      pairs([
        night(
          '2026-07-01',
          1,
          [airbnb, vrbo].filter((one) => one !== undefined),
        ),
      ]).begun.length,
      1,
    )
  })
})

describe('a stay', () => {
  const place = (check_in: string, check_out: string) => ({ listing_id: '9', check_in, check_out })
  const move = (
    from: [string, string] | null,
    to: [string, string] | null,
    isInConflict = false,
  ): StayMove => ({
    id: '1',
    from: from && place(...from),
    to: to && { ...place(...to), ...holder('1') },
    isInConflict,
  })
  const isLookedAt = (one: StayMove) => findTouching([one], now).length > 0

  it('is looked at when it takes or leaves nights to come, or is in conflict', () => {
    assert.equal(isLookedAt(move(null, ['2026-07-01', '2026-07-03'])), true)
    assert.equal(isLookedAt(move(['2026-07-01', '2026-07-03'], null)), true)
    assert.equal(isLookedAt(move(['2026-07-01', '2026-07-03'], ['2026-07-01', '2026-07-03'])), false)
    assert.equal(isLookedAt(move(null, ['2026-05-01', '2026-05-03'])), false)
    assert.equal(isLookedAt(move(null, null)), false)
    // Today may still be the 14th somewhere, and who leaves on that day takes no night to come.
    assert.equal(isLookedAt(move(null, ['2026-06-12', '2026-06-14'])), false)
    assert.equal(isLookedAt(move(null, ['2026-06-12', '2026-06-15'])), true)
    assert.equal(isLookedAt(move(['2026-05-01', '2026-05-03'], ['2026-05-01', '2026-05-03'], true)), true)
  })

  it('is looked at when its arrival, its departure or its listing alone changes', () => {
    const from: [string, string] = ['2026-07-01', '2026-07-03']
    assert.equal(isLookedAt(move(from, ['2026-07-02', '2026-07-03'])), true)
    assert.equal(isLookedAt(move(from, ['2026-07-01', '2026-07-04'])), true)
    const moved = move(from, from)
    assert.equal(isLookedAt({ ...moved, to: moved.to && { ...moved.to, listing_id: '8' } }), true)
  })

  it('takes its nights while it stands', () => {
    const stay = { ...place('2026-07-01', '2026-07-03'), status: 'confirmed', lapses_at: null }
    assert.deepEqual(placeOf(stay, now), place('2026-07-01', '2026-07-03'))
    assert.equal(placeOf({ ...stay, status: 'cancelled' }, now), null)
    assert.equal(placeOf({ ...stay, lapses_at: now }, now), null)
  })

  it('has the nights looked at that it had and has, those that are over only when it is in conflict', () => {
    const stretch = (first: string, last: string) => ({ listingId: '9', first, last })
    assert.deepEqual(
      stretchesOfMoves([move(['2026-06-10', '2026-06-16'], ['2026-06-20', '2026-06-22'])], now),
      [stretch('2026-06-14', '2026-06-15'), stretch('2026-06-20', '2026-06-21')],
    )
    assert.deepEqual(stretchesOfMoves([move(null, ['2026-06-10', '2026-06-16'], true)], now), [
      stretch('2026-06-10', '2026-06-15'),
    ])
    assert.deepEqual(stretchesOfMoves([move(null, ['2026-06-10', '2026-06-16'])], now), [
      stretch('2026-06-14', '2026-06-15'),
    ])
    assert.deepEqual(stretchesOfMoves([move(['2026-06-20', '2026-06-22'], null)], now), [
      stretch('2026-06-20', '2026-06-21'),
    ])
  })

  it('shows its conflicts in the order of their ids', () => {
    const pair = (stay_id: string, other_id: string) => ({ listing_id: '9', stay_id, other_id, nights: [] })
    const changes = { begun: [pair('9', '100'), pair('2', '9')], ended: [pair('9', '50')] }
    assert.deepEqual(conflictsAfter('9', ['20', '50'], changes), ['2', '20', '100'])
    assert.deepEqual(conflictsAfter('7', ['8'], changes), ['8'])
  })

  it('is told of where a conflict of it begins or ends', () => {
    const begun = [{ listing_id: '9', stay_id: '1', other_id: '2', nights: [] }]
    const ended = [{ listing_id: '9', stay_id: '2', other_id: '3' }]
    assert.deepEqual([...listConcernedStays({ begun, ended })], ['1', '2', '3'])
    assert.equal(isChanged({ begun, ended }), true)
    assert.equal(isChanged({ begun, ended: [] }), true)
    assert.equal(isChanged({ begun: [], ended }), true)
    assert.equal(isChanged({ begun: [], ended: [] }), false)
  })
})
