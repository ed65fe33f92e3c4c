import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoredNight } from './night-queries.ts'
import { brokenCalendarRules, findStayRuleReason, leastLeft, type ListingRules } from './stay-rules.ts'

const night = (date: string, more: Partial<StoredNight> = {}): StoredNight => ({
  listing_id: '1',
  date,
  is_known: true,
  available: true,
  price: '100',
  min_nights: null,
  max_nights: null,
  closed_to_arrival: null,
  closed_to_departure: null,
  available_units: 1,
  unit_count: 1,
  default_price: null,
  weekend_price: null,
  currency: 'EUR',
  listing_min_nights: null,
  listing_max_nights: null,
  stays: 0,
  leaving: 0,
  uncounted: 0,
  blocked: 0,
  ...more,
})
const home: ListingRules = { min_nights: null, max_nights: null, unit_count: 1, person_capacity: 4 }
const first = night('2026-07-01')
const second = night('2026-07-02')
const departure = night('2026-07-03')

interface Stay {
  nights?: StoredNight[]
  departure?: StoredNight | undefined
  listing?: Partial<ListingRules>
  guests?: number
}
const brokenOf = ({ nights = [first, second], listing = {}, guests = 2, ...more }: Stay) =>
  brokenCalendarRules(
    nights,
    'departure' in more ? more.departure : departure,
    { ...home, ...listing },
    guests,
  )

describe('a stay', () => {
  it('can be booked where nothing forbids it', () => {
    assert.deepEqual(brokenOf({}), [])
    assert.deepEqual(brokenOf({ departure: undefined }), [], 'the day of departure need not be known')
    assert.equal(findStayRuleReason([first, second], departure, home, 2), undefined)
  })

  it('is refused as taken where another stay has a night of it, else as closed', () => {
    assert.deepEqual(brokenOf({ nights: [first, { ...second, stays: 1 }] }), ['taken'])
    assert.deepEqual(brokenOf({ nights: [{ ...first, available: false }, second] }), ['closed'])
    assert.deepEqual(
      brokenOf({
        nights: [
          { ...first, available: false },
          { ...second, stays: 1 },
        ],
      }),
      ['taken'],
    )
  })

  it('needs a unit on every night and none on the day of departure', () => {
    const rooms = { unit_count: 3, available_units: 3 }
    assert.equal(leastLeft([night('2026-07-01', rooms), night('2026-07-02', { ...rooms, stays: 2 })]), 1)
    assert.deepEqual(brokenOf({ nights: [night('2026-07-01', { ...rooms, stays: 2 })] }), [])
    assert.deepEqual(brokenOf({ departure: { ...departure, stays: 1 } }), [])
  })

  it('keeps to the lengths of its arrival day, which win over those of the listing', () => {
    assert.deepEqual(brokenOf({ listing: { min_nights: 3 } }), ['min_nights'])
    assert.deepEqual(brokenOf({ listing: { min_nights: 2, max_nights: 2 } }), [])
    assert.deepEqual(brokenOf({ listing: { max_nights: 1 } }), ['max_nights'])
    assert.deepEqual(brokenOf({ nights: [{ ...first, min_nights: 3 }, second] }), ['min_nights'])
    assert.deepEqual(
      brokenOf({ nights: [{ ...first, min_nights: 2 }, second], listing: { min_nights: 5 } }),
      [],
    )
    assert.deepEqual(
      brokenOf({ nights: [{ ...first, max_nights: 2 }, second], listing: { max_nights: 1 } }),
      [],
    )
    assert.deepEqual(brokenOf({ nights: [first, { ...second, min_nights: 3, max_nights: 1 }] }), [])
  })

  it('has one night at least, also where a calendar asks for none', () => {
    assert.deepEqual(brokenOf({ nights: [{ ...first, min_nights: 0 }] }), [])
    assert.deepEqual(brokenCalendarRules([], departure, { ...home, min_nights: 0 }, 2), ['min_nights'])
  })

  it('neither arrives nor departs on a day that is closed to it, and may pass over one', () => {
    const closed = { closed_to_arrival: true, closed_to_departure: true }
    assert.deepEqual(brokenOf({ nights: [{ ...first, closed_to_arrival: true }, second] }), ['no_arrival'])
    assert.deepEqual(brokenOf({ departure: { ...departure, closed_to_departure: true } }), ['no_departure'])
    assert.deepEqual(brokenOf({ nights: [first, { ...second, ...closed }] }), [])
    assert.deepEqual(brokenOf({ nights: [{ ...first, closed_to_departure: true }, second] }), [])
    assert.deepEqual(brokenOf({ departure: { ...departure, closed_to_arrival: true } }), [])
  })

  it('has no more guests than the home takes, where that is known', () => {
    assert.deepEqual(brokenOf({ guests: 4 }), [])
    assert.deepEqual(brokenOf({ guests: 5 }), ['too_many_guests'])
    assert.deepEqual(brokenOf({ guests: 50, listing: { person_capacity: null } }), [])
  })

  it('is told the weightiest reason first', () => {
    const nights = [{ ...first, stays: 1, min_nights: 3, closed_to_arrival: true }]
    assert.deepEqual(brokenOf({ nights, guests: 9 }), [
      'taken',
      'min_nights',
      'no_arrival',
      'too_many_guests',
    ])
    assert.equal(findStayRuleReason(nights, departure, home, 9), 'taken')
  })
})
