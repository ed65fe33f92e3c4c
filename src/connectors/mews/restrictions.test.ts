import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitsOf, rulesFor, shownLimits } from './restrictions.ts'
import type { Night, RateOffer } from './restrictions.ts'
import { demand } from '../../connector-kit/answers.ts'
import { VendorRestriction as Restriction } from './vendor.ts'
import type { VendorRestriction } from './vendor.ts'

const offer: RateOffer = {
  category: { Id: 'c1', Type: 'Room' },
  rate: { Id: 'r1', BaseRateId: 'base', GroupId: 'g1' },
  timeZone: 'Europe/Berlin',
  startOffset: Temporal.Duration.from('PT15H'),
  now: Temporal.Instant.from('2026-07-01T10:00:00Z'),
}

type Conditions = NonNullable<VendorRestriction['Conditions']>
type Exceptions = VendorRestriction['Exceptions']

const restriction = (Conditions: Conditions, Exceptions: Exceptions = null): VendorRestriction => ({
  Conditions,
  Exceptions,
})

// The day is a Wednesday.
const night: Night = { date: '2026-07-15', price: 100, currency: 'EUR' }

function limits(restrictions: VendorRestriction | VendorRestriction[], at: Partial<Night> = {}) {
  return limitsOf(rulesFor([restrictions].flat(), offer), offer, { ...night, ...at })
}

describe('a Mews restriction', () => {
  it('without exceptions forbids staying, arriving or leaving', () => {
    const effects = ['Stay', 'Start', 'End'].map((Type) => {
      const { isClosed, closedToArrival, closedToDeparture } = limits(restriction({ Type }))
      return [isClosed, closedToArrival, closedToDeparture]
    })
    assert.deepEqual(effects, [
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ])
  })

  it('with exceptions that are all empty is one without', () => {
    const nulls = { MinLength: null, MaxLength: null, MinAdvance: null, MaxAdvance: null, MinPrice: null }
    assert.equal(limits(restriction({ Type: 'Stay' }, nulls)).isClosed, true)
  })

  it('of a type nobody knows, or with a length that cannot be read, closes its nights', () => {
    for (const Type of ['Arrival', 'toString', null]) {
      assert.equal(limits(restriction({ Type }, { MinLength: 'P0M2DT0H0M0S' })).isClosed, true, String(Type))
    }
    assert.equal(limits(restriction({ Type: 'Stay' }, { MinLength: 'two nights' })).isClosed, true)
  })

  it('closes more, never less, where its conditions or exceptions cannot be read', () => {
    const read = (row: object) => limits(demand(Restriction, row, 'a restriction')).isClosed
    const open = { Type: 'Stay', StartUtc: '2026-08-01T00:00:00Z' }
    assert.equal(read({ Conditions: open }), false)
    for (const row of [
      { Exceptions: { MinLength: 'P0M2DT0H0M0S' } },
      { Conditions: 'all' },
      { Conditions: { ...open, StartUtc: 'in August' } },
      { Conditions: { Type: 'Stay', Days: ['Someday'] } },
      { Conditions: { Type: 'Stay' }, Exceptions: { MinLength: 'P0M2DT0H0M0S', MinPrice: 'cheap' } },
      { Conditions: { Type: 'Stay' }, Exceptions: { MinLength: 'P0M2DT0H0M0S', MinPrice: { Value: 'x' } } },
    ])
      assert.equal(read(row), true, JSON.stringify(row))
  })

  it('is about a rate itself, its base rate, its group, or all', () => {
    const touches = (conditions: object) => limits(restriction({ Type: 'Stay', ...conditions })).isClosed
    for (const conditions of [
      {},
      { ExactRateId: 'r1' },
      { BaseRateId: 'r1' },
      { BaseRateId: 'BASE' },
      { RateGroupId: 'g1' },
      { ResourceCategoryId: 'C1' },
      { ResourceCategoryType: 'Room' },
      { ExactRateId: 'r1', ResourceCategoryId: 'c1' },
    ]) {
      assert.equal(touches(conditions), true, JSON.stringify(conditions))
    }
    for (const conditions of [
      { ExactRateId: 'base' },
      { BaseRateId: 'other' },
      { RateGroupId: 'g2' },
      { ResourceCategoryId: 'c2' },
      { ResourceCategoryType: 'Suite' },
      { ExactRateId: 'r1', ResourceCategoryId: 'c2' },
    ]) {
      assert.equal(touches(conditions), false, JSON.stringify(conditions))
    }
  })

  it('holds on both ends of its interval, by the days of the hotel', () => {
    const rule = restriction({
      Type: 'Stay',
      StartUtc: '2026-07-14T22:00:00Z',
      EndUtc: '2026-07-16T22:00:00Z',
    })
    const closed = ['2026-07-14', '2026-07-15', '2026-07-16', '2026-07-17', '2026-07-18'].map(
      (date) => limits(rule, { date }).isClosed,
    )
    assert.deepEqual(closed, [false, true, true, true, false])
    assert.equal(limits(restriction({ Type: 'Stay', EndUtc: '2026-07-13T22:00:00Z' })).isClosed, false)
  })

  it('holds on its days of the week only', () => {
    assert.equal(limits(restriction({ Type: 'Start', Days: ['Wednesday'] })).closedToArrival, true)
    assert.equal(limits(restriction({ Type: 'Start', Days: ['Friday', 'Saturday'] })).closedToArrival, false)
    assert.equal(limits(restriction({ Type: 'Start', Days: [] })).closedToArrival, true)
  })

  it('that lets longer stays through is a shortest stay; the strictest of several counts', () => {
    const rules = [
      restriction({ Type: 'Start' }, { MinLength: 'P0M2DT0H0M0S' }),
      restriction({ Type: 'Stay' }, { MinLength: 'P0M3DT0H0M0S', MaxLength: 'P0M14DT0H0M0S' }),
      restriction({ Type: 'Start' }, { MaxLength: 'P0M7DT0H0M0S' }),
    ]
    const shownLimits = limits(rules)
    assert.deepEqual(shownLimits, {
      isClosed: false,
      closedToArrival: false,
      closedToDeparture: false,
      minNights: 3,
      maxNights: 7,
    })
  })

  it('on leaving with lengths closes the day, which cannot tell them', () => {
    assert.equal(limits(restriction({ Type: 'End' }, { MinLength: 'P0M3DT0H0M0S' })).closedToDeparture, true)
  })

  it('no stay can meet closes the arrival', () => {
    const nightLimits = limits([
      restriction({ Type: 'Stay' }, { MinLength: 'P0M5DT0H0M0S' }),
      restriction({ Type: 'Stay' }, { MaxLength: 'P0M2DT0H0M0S' }),
    ])
    assert.deepEqual(shownLimits(nightLimits), {
      minNights: null,
      maxNights: null,
      closedToArrival: true,
      closedToDeparture: false,
    })
  })

  it('on booking early or late depends on today', () => {
    // It is fourteen days and three hours before the arrival.
    const closed = (exceptions: Exceptions) =>
      limits(restriction({ Type: 'Start' }, exceptions)).closedToArrival
    assert.equal(closed({ MinAdvance: 'P0M14DT0H0M0S' }), false)
    assert.equal(closed({ MinAdvance: 'P0M14DT4H0M0S' }), true)
    assert.equal(closed({ MaxAdvance: 'P0M14DT0H0M0S' }), true)
    assert.equal(closed({ MaxAdvance: 'P0M15DT0H0M0S' }), false)
    const both = { MinAdvance: 'P0M30DT0H0M0S', MinLength: 'P0M2DT0H0M0S' }
    assert.deepEqual([closed(both), limits(restriction({ Type: 'Start' }, both)).minNights], [true, null])
  })

  it('on the price is judged by the price of the night', () => {
    const closed = (exceptions: Exceptions, at: Partial<Night> = {}) =>
      limits(restriction({ Type: 'Stay' }, exceptions), at).isClosed
    assert.equal(closed({ MinPrice: { Currency: 'EUR', Value: 100 } }), false)
    assert.equal(closed({ MinPrice: { Currency: 'EUR', Value: 100.01 } }), true)
    assert.equal(closed({ MaxPrice: { Currency: 'EUR', Value: 99 } }), true)
    assert.equal(closed({ MinPrice: { Currency: 'USD', Value: 1 } }), true)
    assert.equal(closed({ MinPrice: { Currency: 'EUR', Value: 1 } }, { price: null }), true)
  })
})
