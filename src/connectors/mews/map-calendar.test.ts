import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hotel } from './account.ts'
import { byNight, pricesByNight, publicRate, toCalendarDay } from './map-calendar.ts'
import { nightStart } from './map.ts'
import type { VendorRate } from './vendor.ts'

const zone = 'Europe/Berlin'
const base = { date: '2026-07-15', unitCount: 4, price: undefined, rules: [], offer: null }

describe('a Mews calendar', () => {
  it('begins its nights at the midnight of the hotel, in summer and in winter', () => {
    assert.equal(nightStart('2026-03-29', zone), '2026-03-28T23:00:00Z')
    assert.equal(nightStart('2026-03-30', zone), '2026-03-29T22:00:00Z')
    const starts = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']
    assert.deepEqual(
      [...byNight(starts, [1, 2], zone)],
      [
        ['2026-10-25', 1],
        ['2026-10-26', 2],
      ],
    )
  })

  it('begins a night whose midnight does not exist when that day begins', () => {
    // Beirut's clocks go forward at midnight.
    const start = nightStart('2026-03-29', 'Asia/Beirut')
    assert.deepEqual([...byNight([start], ['x'], 'Asia/Beirut')], [['2026-03-29', 'x']])
  })

  it('is refused when a night does not begin at midnight, or a value is missing', () => {
    assert.throws(() => byNight(['2026-07-15T00:00:00Z'], [1], zone), /no midnight/)
    assert.throws(() => byNight(['2026-07-14T22:00:00Z'], [1, 2], zone), /2 values for 1 nights/)
  })

  it('never offers less than nothing, nor more than there are rooms', () => {
    const left = [-2, 0, 3, 6].map((rooms) => {
      const { available, availableUnits } = toCalendarDay({ ...base, left: rooms })
      return [available, availableUnits]
    })
    assert.deepEqual(left, [
      [false, 0],
      [false, 0],
      [true, 3],
      [true, 4],
    ])
  })

  it('says nothing of restrictions where no rate is sold to everybody', () => {
    assert.deepEqual(toCalendarDay({ ...base, left: 1 }), {
      date: '2026-07-15',
      available: true,
      availableUnits: 1,
      price: null,
    })
  })
})

describe('prices of Mews', () => {
  const hotel = { timeZone: zone } as Hotel
  const money = { Currency: 'EUR', NetValue: 93.46, GrossValue: 100 }
  const pricing = {
    TimeUnitStartsUtc: ['2026-07-14T22:00:00Z', '2026-07-15T22:00:00Z'],
    CategoryPrices: [{ CategoryId: 'c1', AmountPrices: [money, null] }],
  }

  it('are with taxes or without, as the hotel quotes them', () => {
    const on = (kind: Hotel['pricing'], date: string) =>
      pricesByNight(pricing, 'c1', { ...hotel, pricing: kind }).get(date)?.amount
    assert.equal(on('Gross', '2026-07-15'), '100')
    assert.equal(on('Net', '2026-07-15'), '93.46')
    assert.equal(on('Gross', '2026-07-16'), null)
  })

  it('are not those of another room type', () => {
    assert.equal(pricesByNight(pricing, 'c2', { ...hotel, pricing: 'Gross' }).size, 0)
  })
})

describe('the rate that is shown', () => {
  const rate = (Id: string, more: Partial<VendorRate> = {}): VendorRate => ({
    Id,
    IsActive: true,
    IsEnabled: true,
    IsPublic: true,
    ...more,
  })

  it('is the default, else one that stands by itself, always the same', () => {
    const dependent = rate('a', { BaseRateId: 'c' })
    const [second, first] = [rate('d'), rate('c')]
    assert.equal(publicRate([dependent, second, first])?.Id, 'c')
    assert.equal(publicRate([dependent, first, rate('z', { IsDefault: true })])?.Id, 'z')
    assert.equal(publicRate([dependent])?.Id, 'a')
  })

  it('is none that only some may book', () => {
    const hidden = [
      { IsPublic: false },
      { IsPublic: null },
      { IsEnabled: false },
      { IsActive: false },
      { Type: 'Private' },
      { Type: 'AvailabilityBlock' },
    ]
    assert.equal(
      publicRate(hidden.map((more, index) => rate(String(index), { IsDefault: true, ...more }))),
      null,
    )
  })
})
