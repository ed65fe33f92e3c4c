import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CalendarOperation } from '../../../../contract/channel-content/nights.ts'
import type { PricingBody } from '../../../../contract/channel-content/pricing.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { assertOnePart } from './assert-one-part.ts'
import { nightGroups, switchesOf } from './operations.ts'
import { toPricingChange } from './pricing-change.ts'

/** The field that is named by what is thrown. */
function refusedField(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof ApiError)
    assert.equal(error.code, 'invalid_body')
    return error.extra['field']
  }
  throw new assert.AssertionError({ message: 'nothing was refused' })
}

const [date, before] = ['2027-07-10', '2027-07-09']

describe('operations of nights', () => {
  it('that say nothing, or two things, are refused', () => {
    const price = { daily_price: 90 }
    const refused: [CalendarOperation, string][] = [
      [price, 'operations[0].dates'],
      [{ ...price, dates: [date], start_date: date }, 'operations[0].dates'],
      [{ ...price, start_date: date }, 'operations[0].dates'],
      [{ ...price, start_date: date, end_date: before }, 'operations[0].dates'],
      [{ ...price, dates: [`${date}:2027-02-30`] }, 'operations[0].dates'],
      [{ ...price, dates: ['0000-07-10'] }, 'operations[0].dates'],
      [{ dates: [date], busy_subtype: 'BLOCKED_BY_HOST' }, 'operations[0]'],
      [{ dates: [date], daily_price: 1.2345 }, 'operations[0].daily_price'],
      [{ dates: [date], min_nights: 5, max_nights: 4 }, 'operations'],
      [{ dates: [`${date}:2030-07-10`], ...price }, 'operations'],
    ]
    for (const [operation, field] of refused)
      assert.equal(
        refusedField(() => nightGroups([operation])),
        field,
        JSON.stringify(operation),
      )
    const apart = [
      { dates: [date], min_nights: 5 },
      { dates: [date], max_nights: 4 },
    ]
    assert.equal(
      refusedField(() => nightGroups(apart)),
      'operations',
    )
  })

  it('count night by night, the later ones more', () => {
    const operations: CalendarOperation[] = [
      { start_date: before, end_date: '2027-07-11', availability: 'unavailable', min_nights: 2 },
      { dates: [date], availability: 'default', daily_price: 0.1 },
    ]
    assert.deepEqual(nightGroups(operations), [
      { dates: [before, '2027-07-11'], settings: { available: false, minNights: 2 } },
      { dates: [date], settings: { available: true, minNights: 2, price: '0.1' } },
    ])
    assert.deepEqual(switchesOf(operations), ['rates', 'availability', 'restrictions'])
    assert.deepEqual(switchesOf([{ dates: [date], notes: 'x' }]), [])
  })
})

describe('a body with a type', () => {
  it('has the part that goes with it and no other', () => {
    const of = (type: 'rules' | 'calendar', more: object) => () =>
      assertOnePart({ type, ...more }, { rules: 'rules', calendar: 'operations' })
    assert.equal(refusedField(of('calendar', {})), 'operations')
    assert.equal(refusedField(of('rules', { operations: [] })), 'rules')
    assert.equal(refusedField(of('calendar', { operations: [], rules: {} })), 'rules')
  })

  it('becomes a change in the words of the vendor, with exact amounts', () => {
    const changes: [PricingBody, object | null][] = [
      [{ type: 'model', modelType: 'RATE_PLAN' }, { pricing_model: 'RATE_PLAN' }],
      [
        { type: 'standard', settings: { default_daily_price: 99.9, cleaning_fee: null, guests_included: 2 } },
        { default_daily_price: '99.9', cleaning_fee: null, guests_included: 2 },
      ],
      [
        { type: 'los', records: [{ date, guests: 2, prices: [100, 190.5] }] },
        { los_records: [{ date, guests: 2, prices: ['100', '190.5'] }] },
      ],
      [{ type: 'currency', currency: 'EUR' }, { listing_currency: 'EUR' }],
      [{ type: 'calendar', operations: [{ dates: [date], min_nights: 2 }] }, null],
    ]
    for (const [body, change] of changes) assert.deepEqual(toPricingChange(body), change)
  })

  it('is refused where prices contradict themselves', () => {
    const fee = (amount: number, amount_type: 'flat' | 'percent' = 'flat') => ({
      ...{ fee_type: 'PET', amount_type, amount },
    })
    const refused: [PricingBody, string][] = [
      [{ type: 'fees', settings: { cleaning_fee: 3 } }, 'settings.cleaning_fee'],
      [{ type: 'standard', settings: { standard_fees: [fee(3)] } }, 'settings.standard_fees'],
      [{ type: 'fees', settings: { standard_fees: [fee(3), fee(4)] } }, 'settings.standard_fees[1].fee_type'],
      [
        { type: 'fees', settings: { standard_fees: [fee(3.5, 'percent')] } },
        'settings.standard_fees[0].amount',
      ],
      [
        { type: 'fees', settings: { standard_fees: [fee(101, 'percent')] } },
        'settings.standard_fees[0].amount',
      ],
      [{ type: 'fees', settings: { standard_fees: [fee(1.0001)] } }, 'settings.standard_fees[0].amount'],
      [{ type: 'los', records: [{ id: 'a', name: 'A', price_factor: 1 }] }, 'records[0]'],
      [{ type: 'rate-plan', records: [{ date, guests: 1, prices: [1] }] }, 'records[0]'],
    ]
    for (const [body, field] of refused)
      assert.equal(
        refusedField(() => toPricingChange(body)),
        field,
        JSON.stringify(body),
      )
  })
})
