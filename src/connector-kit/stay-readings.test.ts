import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakdownOf } from './stay-readings.ts'
import {
  countedParty,
  financials,
  lineOf,
  namedGuest,
  namesIn,
  stayDates,
  withoutEmpty,
} from './stay-readings.ts'

describe('what a booking tells', () => {
  it('are dates in their order', () => {
    assert.deepEqual(stayDates('2026-05-01', '2026-05-03T10:00'), {
      checkIn: '2026-05-01',
      checkOut: '2026-05-03',
    })
    assert.throws(() => stayDates('2026-05-01', null), /without departure/)
    assert.throws(() => stayDates('2026-05-03', '2026-05-01'), /before arriving/)
  })

  it('is a guest only where somebody is named or can be reached', () => {
    assert.equal(namedGuest({ firstName: null, lastName: null, country: 'IT' }), null)
    assert.deepEqual(namedGuest({ email: 'a@example.com' }), { email: 'a@example.com' })
    assert.deepEqual(namesIn('Ines  da Silva'), { firstName: 'Ines', lastName: 'da Silva' })
    assert.deepEqual(
      [namesIn('Ines'), namesIn(null)],
      [
        { firstName: 'Ines', lastName: null },
        { firstName: null, lastName: null },
      ],
    )
    const nobody = { adults: null, children: null, infants: null, pets: null, total: null }
    assert.equal(countedParty(nobody), null)
    assert.deepEqual(countedParty({ ...nobody, adults: 0 }), { ...nobody, adults: 0 })
  })

  it('leaves out what is not told, which is not the same as zero', () => {
    assert.deepEqual(withoutEmpty({ a: 0, b: false, c: null, d: [], e: {}, f: '' }), {
      a: 0,
      b: false,
      f: '',
    })
    assert.equal(withoutEmpty({ a: undefined }), null)
    assert.equal(financials({ guest: { totalPrice: null, fees: lineOf(null, 'Fee') } }), null)
    assert.deepEqual(
      financials({
        guest: { totalPrice: '0', taxes: lineOf('1.50', 'Tax', 'tax') },
        host: { revenue: null },
      }),
      { guest: { totalPrice: '0', taxes: [{ amount: '1.50', name: 'Tax', type: 'tax' }] } },
    )
  })

  it('sums the lines of a price by what they are part of', () => {
    const lines = [
      { part: 'fees', amount: '1.10' },
      { part: 'taxes', amount: '2' },
      { part: 'fees', amount: '-0.10' },
    ] as const
    assert.deepEqual(breakdownOf(lines), { fees: '1', taxes: '2' })
  })
})
