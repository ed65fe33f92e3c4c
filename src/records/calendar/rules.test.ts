import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { StoredNight, StoredStay } from './night-queries.ts'
import {
  allNightsOf,
  holdsNights,
  isFull,
  isTaken,
  listNightDifferences,
  nightChanges,
  stretchesOf,
  unitsLeft,
} from './rules.ts'

const night: StoredNight = {
  listing_id: '1',
  date: '2026-07-01',
  is_known: true,
  available: true,
  price: '100',
  min_nights: null,
  max_nights: null,
  closed_to_arrival: null,
  closed_to_departure: null,
  available_units: 1,
  unit_count: 1,
  default_price: '100.00',
  weekend_price: null,
  currency: 'EUR',
  listing_min_nights: null,
  listing_max_nights: null,
  stays: 0,
  leaving: 0,
  uncounted: 0,
  blocked: 0,
}
const left = (stored: Partial<StoredNight>) => unitsLeft({ ...night, ...stored })

describe('units left', () => {
  it('of a home: none while a stay stands, whatever the calendar says', () => {
    assert.equal(left({}), 1)
    assert.equal(left({ stays: 1 }), 0)
    assert.equal(left({ stays: 1, available_units: 7 }), 0)
    assert.equal(left({ stays: 2, uncounted: 2 }), 0)
  })

  it('of a home: none until the PMS has confirmed that a stay left', () => {
    assert.equal(left({ leaving: 1 }), 0)
    assert.equal(left({ leaving: 1, uncounted: 1 }), 0)
  })

  it('of several: what the calendar said, less the stays it does not know of', () => {
    const ten = { unit_count: 10 }
    assert.equal(left({ ...ten, available_units: 4, stays: 6 }), 4)
    assert.equal(left({ ...ten, available_units: 4, stays: 7, uncounted: 1 }), 3)
    assert.equal(left({ ...ten, available_units: 9, stays: 6 }), 4, 'never more than no stay stands on')
    assert.equal(left({ ...ten, available_units: 4, stays: 5, leaving: 1 }), 4, 'as before the stay left')
    assert.equal(left({ ...ten, available_units: 4, stays: 6, leaving: 1, uncounted: 1 }), 3)
    assert.equal(left({ ...ten, available_units: null, stays: 2 }), 8)
  })

  it('of several: fewer by each unit that a followed calendar closes', () => {
    assert.equal(left({ unit_count: 3, available_units: 3, blocked: 1 }), 2)
    assert.equal(left({ unit_count: 3, available_units: 3, stays: 1, uncounted: 1, blocked: 2 }), 0)
  })

  it('of those sold here: what the host opened, less what was sold', () => {
    assert.equal(left({ unit_count: 2, available_units: 2, stays: 1, uncounted: 1 }), 1)
    assert.equal(left({ unit_count: 2, available_units: 1, stays: 2, uncounted: 2 }), 0)
    assert.equal(left({ unit_count: 2, available_units: 2, available: false }), 0)
  })

  it('never rise with one more stay, and are never more than there are', () => {
    const count = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(count, count, count, count, count, (units, told, stays, leaving, uncounted) => {
        const of = { unit_count: units, available_units: told, stays, leaving, uncounted }
        const now = left(of)
        assert.ok(now >= 0 && now <= Math.max(0, units - stays - leaving))
        assert.ok(left({ ...of, stays: stays + 1, uncounted: uncounted + 1 }) <= now)
        assert.ok(left({ ...of, leaving: leaving + 1 }) <= now)
      }),
    )
  })

  it('are taken by stays or closed by the host', () => {
    assert.equal(isTaken({ ...night, stays: 1 }), true)
    assert.equal(isTaken({ ...night, available: false }), false)
    assert.equal(isTaken({ ...night, unit_count: 2, available_units: 2, stays: 1 }), false, 'one is left')
    assert.equal(isFull({ ...night, unit_count: 2, stays: 1, leaving: 1 }), true)
    assert.equal(isFull({ ...night, unit_count: 2, stays: 1, available_units: 0 }), false)
    assert.equal(isFull({ ...night, unit_count: 0 }), false, 'nobody stays')
  })
})

describe('what changed', () => {
  it('of nights: those that show something else', () => {
    const nights = ['2026-07-01', '2026-07-02', '2026-07-03'].map((date) => ({ ...night, date }))
    const after = nights.map((stored, n) => ({
      ...stored,
      ...[{ price: '100.00', min_nights: 1 }, { stays: 1 }, { price: '120', available: false }][n],
    }))
    assert.deepEqual(
      [...listNightDifferences(nights, after).values()]
        .flat()
        .map((one) => [one.date, one.pricing, one.availability]),
      [
        ['2026-07-02', false, true],
        ['2026-07-03', true, true],
      ],
    )
  })

  it('of a night: another shortest stay, wherever it is set', () => {
    const isShown = (before: Partial<StoredNight>, after: Partial<StoredNight>) =>
      listNightDifferences([{ ...night, ...before }], [{ ...night, ...after }]).size > 0
    assert.equal(isShown({ min_nights: 2 }, { min_nights: 3 }), true)
    assert.equal(isShown({ listing_min_nights: 2 }, { listing_min_nights: 3 }), true)
    assert.equal(isShown({}, { listing_min_nights: 3 }), true)
    assert.equal(isShown({ min_nights: 2 }, { min_nights: 2, listing_min_nights: 3 }), false)
    assert.equal(isShown({ min_nights: 0 }, { min_nights: 1 }), false, 'both are one night')
  })

  it('of a night: rules that quotes keep to, once a calendar has covered it', () => {
    const isShown = (before: Partial<StoredNight>, after: Partial<StoredNight>) =>
      listNightDifferences([{ ...night, ...before }], [{ ...night, ...after }]).size > 0
    for (const rule of [{ closed_to_arrival: true }, { closed_to_departure: true }, { max_nights: 7 }]) {
      assert.equal(isShown({}, rule), true, JSON.stringify(rule))
      assert.equal(isShown(rule, {}), true, JSON.stringify(rule))
      assert.equal(isShown({ is_known: false }, rule), false, JSON.stringify(rule))
    }
    assert.equal(isShown({ max_nights: 7 }, { max_nights: 9 }), true)
    assert.equal(isShown({ listing_max_nights: 7 }, { listing_max_nights: 9 }), true)
    assert.equal(isShown({ max_nights: 7 }, { max_nights: 7, listing_max_nights: 9 }), false)
    assert.equal(isShown({}, { closed_to_arrival: false, closed_to_departure: false }), false)
  })

  it('of nights of several listings: each with its own', () => {
    const before = ['1', '2', '1'].map((listing_id, n) => ({
      ...night,
      listing_id,
      date: `2026-07-0${n + 1}`,
    }))
    const changed = listNightDifferences(
      before,
      before.map((stored) => ({ ...stored, stays: 1 })),
    )
    assert.deepEqual(
      [...changed].map(([listingId, nights]) => [listingId, nights.length]),
      [
        ['1', 2],
        ['2', 1],
      ],
    )
  })

  it('of stays: nights taken and left from a day on', () => {
    const stay = (checkIn: string, checkOut: string, more: Partial<StoredStay> = {}): StoredStay => ({
      id: '7',
      listing_id: '1',
      check_in: checkIn,
      check_out: checkOut,
      status: 'confirmed',
      lapses_at: null,
      holds: true,
      ...more,
    })
    const changes = (before: StoredStay[], after: StoredStay[]) =>
      nightChanges(before, after, '2026-07-02').map((one) => [one.listingId, one.date, one.stands])
    assert.deepEqual(changes([], [stay('2026-07-01', '2026-07-04')]), [
      ['1', '2026-07-02', true],
      ['1', '2026-07-03', true],
    ])
    assert.deepEqual(changes([stay('2026-07-03', '2026-07-05')], [stay('2026-07-04', '2026-07-06')]), [
      ['1', '2026-07-03', false],
      ['1', '2026-07-05', true],
    ])
    assert.deepEqual(
      changes([stay('2026-07-03', '2026-07-04')], [stay('2026-07-03', '2026-07-04', { listing_id: '2' })]),
      [
        ['1', '2026-07-03', false],
        ['2', '2026-07-03', true],
      ],
    )
    assert.deepEqual(
      changes([stay('2026-07-03', '2026-07-04')], [stay('2026-07-03', '2026-07-04', { holds: false })]),
      [['1', '2026-07-03', false]],
    )
    assert.deepEqual(changes([stay('2026-07-03', '2026-07-04')], [stay('2026-07-03', '2026-07-04')]), [])
    assert.equal(changes([], [stay('2026-07-03', '9999-12-31')]).length, 1099)
  })

  it('dates in a row are one stretch', () => {
    assert.deepEqual(stretchesOf('1', ['2026-07-02', '2026-07-01', '2026-07-04', '2026-07-02']), [
      { listingId: '1', first: '2026-07-01', last: '2026-07-02' },
      { listingId: '1', first: '2026-07-04', last: '2026-07-04' },
    ])
  })
})

describe('a stay', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  const holds = (status: StoredStay['status'], lapsesAt: Date | null) =>
    holdsNights({ status, lapses_at: lapsesAt }, now)

  it('holds its nights unless it is cancelled or its time has run out', () => {
    assert.equal(holds('confirmed', null), true)
    assert.equal(holds('pending', null), true)
    assert.equal(holds('pending', new Date(now.getTime() + 1)), true)
    assert.equal(holds('pending', now), false)
    assert.equal(holds('cancelled', null), false)
    assert.equal(holds('cancelled', new Date(now.getTime() + 1)), false)
  })
})

it('every night of a listing begins where it is still yesterday and ends after three years', () => {
  assert.deepEqual(allNightsOf('1', new Date('2026-06-15T00:30:00Z')), {
    listingId: '1',
    first: '2026-06-14',
    last: '2029-06-18',
  })
})
