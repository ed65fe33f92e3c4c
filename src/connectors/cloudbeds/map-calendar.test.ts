import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { baseRate, toCalendarDays } from './map-calendar.ts'

const night = { date: '2026-05-10', rate: 90.5, roomsAvailable: 3, minLos: 0, maxLos: 14, blocked: false }
const range = { from: '2026-05-10', to: '2026-05-11', unitCount: 2 }
const rate = (...nights: object[]) => ({
  rateID: '1',
  roomRateDetailed: nights.map((own) => ({ ...night, ...own })),
})

describe('a calendar', () => {
  it('has every day; one that is missing is closed', () => {
    const [first, second] = toCalendarDays(rate({}), range)
    assert.deepEqual([first?.available, first?.availableUnits, first?.price], [true, 2, '90.5'])
    assert.deepEqual([first?.minNights, first?.maxNights], [null, 14])
    assert.deepEqual(second, { date: '2026-05-11', available: false, availableUnits: 0 })
    assert.ok(toCalendarDays(undefined, range).every(({ available }) => !available))
  })

  it('closes a night that is blocked although rooms are left', () => {
    const [day] = toCalendarDays(rate({ blocked: true }), range)
    assert.deepEqual([day?.available, day?.availableUnits], [false, 0])
  })

  it('takes the rate that is of no plan and derived from none', () => {
    const plain = { ...rate({}), rateID: 'plain', isDerived: false }
    const plan = { ...plain, rateID: 'plan', ratePlanID: '7' }
    const derived = { ...plain, rateID: 'derived', isDerived: true }
    const code = { ...plain, rateID: 'code', promoCode: 'SALE' }
    assert.equal(baseRate([derived, code, plan, plain])?.rateID, 'plain')
    assert.equal(baseRate([derived, code, plan])?.rateID, 'plan')
    assert.equal(baseRate([{ rateID: 'bare' }]), undefined)
  })
})
