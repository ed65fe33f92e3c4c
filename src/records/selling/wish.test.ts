import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { StoredNight } from '../calendar/night-queries.ts'
import { channelNightOf, addMarkup } from './wish.ts'

const night = (more: Partial<StoredNight> = {}): StoredNight => ({
  listing_id: '1',
  date: '2027-03-01',
  is_known: true,
  available: true,
  price: '100.00',
  min_nights: null,
  max_nights: null,
  closed_to_arrival: null,
  closed_to_departure: null,
  available_units: null,
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
const plain = { markupPercent: null, currency: 'EUR' }

describe('what a channel is to show for a night', () => {
  it('is open as far as our calendar is, with its rules', () => {
    assert.deepEqual(
      channelNightOf(night({ min_nights: 3, listing_max_nights: 20, closed_to_arrival: true }), plain),
      {
        date: '2027-03-01',
        available: true,
        units: 1,
        unitsLeft: 1,
        price: '100.00',
        minNights: 3,
        maxNights: 20,
        closedToArrival: true,
        closedToDeparture: false,
        stays: 0,
      },
    )
  })

  it('is closed where a stay holds it or the host does, and counts the rooms that are left', () => {
    assert.equal(channelNightOf(night({ stays: 1 }), plain).available, false)
    assert.equal(channelNightOf(night({ available: false }), plain).available, false)
    const rooms = channelNightOf(night({ unit_count: 5, available_units: 5, stays: 2 }), plain)
    assert.deepEqual([rooms.available, rooms.units, rooms.stays], [true, 3, 2])
  })

  it('tells of stays also those that are leaving and units that followed calendars close', () => {
    assert.equal(channelNightOf(night({ unit_count: 9, stays: 2, leaving: 3, blocked: 1 }), plain).stays, 6)
  })

  it('is open to arrivals and departures where nothing was set', () => {
    const shown = channelNightOf(night(), plain)
    assert.deepEqual([shown.closedToArrival, shown.closedToDeparture], [false, false])
  })

  it('is closed altogether where the listing was taken off the channel', () => {
    const off = channelNightOf(night({ stays: 0 }), { ...plain, isUnlisted: true })
    assert.deepEqual([off.available, off.units, off.unitsLeft, off.price], [false, 0, 1, '100.00'])
  })

  it('has the price of the night with the markup, rounded once to what the currency has', () => {
    const at = (markupPercent: string, currency = 'EUR', price = '99.99') =>
      addMarkup(price, { markupPercent, currency })
    assert.equal(at('15'), '114.99')
    assert.equal(at('-10'), '89.99')
    assert.equal(at('0.5', 'JPY', '10050'), '10100')
    assert.equal(at('12.345', 'KWD', '10.005'), '11.240')
    assert.equal(channelNightOf(night({ price: null }), plain).price, null)
    assert.equal(addMarkup('99.99', { markupPercent: '15', currency: null }), '114.99')
  })

  it('is never further from the exact price than half of the smallest coin', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    const tenths = fc.integer({ min: -999, max: 5000 })
    fc.assert(
      fc.property(cents, tenths, (price, percent) => {
        const shown = addMarkup((price / 100).toFixed(2), {
          markupPercent: (percent / 10).toFixed(1),
          currency: 'EUR',
        })
        const exact = BigInt(price) * BigInt(1000 + percent)
        const off = BigInt(Math.round(Number(shown) * 100)) * 1000n - exact
        assert.ok(off >= -500n && off <= 500n, `${price} with ${percent}: ${shown}`)
      }),
    )
  })
})
