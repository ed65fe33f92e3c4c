import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '../../platform/api-error.ts'
import { markerOf } from './pms/pms-act.ts'
import { decimalOf } from './pms/pms-draft.ts'
import { assertStay, confirmationCode, differingNights, describeDates, nightsOf, partyOf } from './rules.ts'

describe('a stay', () => {
  it('is its nights, without the day of departure', () => {
    assert.deepEqual(nightsOf({ checkIn: '2026-02-27', checkOut: '2026-03-02' }), [
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    assert.deepEqual(differingNights(['2026-01-01', '2026-01-02'], ['2026-01-02', '2026-01-03']), [
      '2026-01-01',
      '2026-01-03',
    ])
  })

  it('has at least one night and at most two years of them', () => {
    const refused = (checkOut: string) =>
      assert.throws(() => assertStay({ checkIn: '2026-01-01', checkOut }), ApiError)
    refused('2026-01-01')
    refused('2025-12-31')
    refused('2028-01-03')
    assertStay({ checkIn: '2026-01-01', checkOut: '2026-01-02' })
    assertStay({ checkIn: '2026-01-01', checkOut: '2028-01-02' })
  })

  it('has a party only where somebody said how many come', () => {
    assert.equal(partyOf({}), null)
    const none = { infants: null, pets: null }
    assert.deepEqual(partyOf({ adults: 2 }), { adults: 2, children: null, total: 2, ...none })
    assert.deepEqual(partyOf({ children: 1 }), { adults: null, children: 1, total: null, ...none })
    assert.deepEqual(partyOf({ guestCount: 3 }), { adults: null, children: null, total: 3, ...none })
  })
})

it('codes use letters and digits that cannot be mistaken', () => {
  assert.equal(confirmationCode(new Uint8Array([0, 25, 26, 31, 32, 255])), 'DIR-AZ27A7')
})

it('many nights are told in few words', () => {
  const nights = nightsOf({ checkIn: '2026-01-01', checkOut: '2026-01-13' })
  assert.match(describeDates(nights), /2026-01-10 and 2 more$/)
})

it('JSON numbers become decimals', () => {
  assert.deepEqual([642.5, 0, 0.1 + 0.2, 1e-7, 1e12].map(decimalOf), [
    '642.5',
    '0',
    '0.30',
    '0.00',
    '1000000000000',
  ])
})

describe('what is written to a PMS', () => {
  it('has a marker of its own for each workspace and key', () => {
    const markers = ['1', '2'].flatMap((workspaceId) =>
      ['a', 'b'].map((key) => markerOf({ workspaceId }, key)),
    )
    assert.equal(new Set(markers).size, 4)
    for (const marker of markers) assert.match(marker, /^[a-z0-9]{20}$/)
    assert.equal(markerOf({ workspaceId: '1' }, 'a'), markers[0])
  })
})
