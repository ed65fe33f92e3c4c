import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '../../../platform/api-error.ts'
import type { StoredNight } from '../../../records/calendar/public.ts'
import { parseNightWindow } from '../../../http/params/night-window.ts'
import { toDay } from './rules.ts'

const night: StoredNight = {
  listing_id: '1',
  date: '2026-07-01',
  is_known: true,
  available: null,
  price: null,
  min_nights: null,
  max_nights: null,
  closed_to_arrival: null,
  closed_to_departure: null,
  available_units: null,
  unit_count: 1,
  default_price: '100.00',
  weekend_price: null,
  currency: 'EUR',
  listing_min_nights: 2,
  listing_max_nights: null,
  stays: 0,
  leaving: 0,
  uncounted: 0,
  blocked: 0,
}

it('a night of the weekend without a price of its own costs what weekends cost', () => {
  const shown = (date: string, price: string | null = null) =>
    toDay({ ...night, date, price, weekend_price: '150.00' }).price
  // 2026-07-04 is a Saturday.
  assert.deepEqual(
    ['2026-07-03', '2026-07-04', '2026-07-05', '2026-07-06'].map((date) => shown(date)),
    [100, 150, 150, 100],
  )
  assert.equal(shown('2026-07-04', '90'), 90)
})

describe('the window of a calendar', () => {
  it('includes both ends', () => {
    assert.deepEqual(parseNightWindow({ from: '2026-07-01', to: '2026-07-01' }), {
      from: '2026-07-01',
      to: '2026-07-01',
      days: 1,
      requestedDays: 1,
    })
  })

  it('is cut after its 366th day', () => {
    assert.deepEqual(parseNightWindow({ from: '2027-03-01', to: '2028-02-29' }).days, 366)
    assert.deepEqual(parseNightWindow({ from: '2027-03-01', to: '2028-03-01' }), {
      from: '2027-03-01',
      to: '2028-02-29',
      days: 366,
      requestedDays: 367,
    })
  })

  it('names the end that is wrong', () => {
    const fieldOf = (query: { from?: string; to?: string }) => {
      try {
        return parseNightWindow(query)
      } catch (error) {
        return error instanceof ApiError && [error.code, error.status, error.extra.field]
      }
    }
    const wrong = (field: string) => ['invalid_params', 400, field]
    assert.deepEqual(fieldOf({}), wrong('from'))
    assert.deepEqual(fieldOf({ from: '2026-07-01' }), wrong('to'))
    assert.deepEqual(fieldOf({ from: '2026-02-29', to: '2026-07-01' }), wrong('from'))
    assert.deepEqual(fieldOf({ from: '0000-12-31', to: '0001-01-01' }), wrong('from'))
    assert.deepEqual(fieldOf({ from: '+002026-07-01', to: '2026-07-01' }), wrong('from'))
    assert.deepEqual(fieldOf({ from: '2026-07-02', to: '2026-07-01' }), wrong('to'))
  })
})

describe('a night', () => {
  const day = (stored: Partial<StoredNight>) => {
    const { available, price, minNights, availableUnits } = toDay({ ...night, ...stored })
    return { available, price, minNights, availableUnits }
  }
  const open = { available: true, price: 100, minNights: 2, availableUnits: 1 }

  it('that is not stored is open at the default price', () => {
    assert.deepEqual(day({}), open)
    assert.deepEqual(day({ default_price: null, listing_min_nights: null }), {
      ...open,
      price: null,
      minNights: 1,
    })
    assert.equal(day({ unit_count: 6 }).availableUnits, 6)
    assert.equal(day({ unit_count: 0 }).available, false)
  })

  it('that is stored goes before the defaults', () => {
    assert.deepEqual(day({ available: true, price: '80.10', min_nights: 5, available_units: 1 }), {
      ...open,
      price: 80.1,
      minNights: 5,
    })
    assert.equal(day({ available: true, price: '0', available_units: 1 }).price, 0)
  })

  it('is closed when it is marked so or no unit is left', () => {
    const closed = { available: false, availableUnits: 0 }
    for (const stored of [
      { available: false, available_units: 3 },
      { available: true, available_units: 0 },
    ]) {
      assert.deepEqual(day(stored), { ...open, ...closed })
    }
  })

  it('asks for at least one night', () => {
    assert.equal(day({ min_nights: 0 }).minNights, 1)
  })
})
