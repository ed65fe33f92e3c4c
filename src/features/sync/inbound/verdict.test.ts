import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays } from '../../../connector-kit/dates.ts'
import type { StoredNight } from '../../../records/calendar/public.ts'
import { reasonBefore, reasonInNights } from './verdict.ts'

type VerdictInput = Parameters<typeof reasonInNights>[0]

const now = new Date('2026-06-15T12:00:00Z')
const checkIn = '2026-07-01'
const home: VerdictInput = {
  keeper: 'us',
  is_archived: false,
  is_read: true,
  unit_count: 1,
  min_nights: null,
  max_nights: null,
  own: [],
}
const question = { listingExternalId: '1', checkIn, nights: 3, confirmationCode: null }

/** Builds free nights from arrival to departure day, changed by `told`. */
const calendar = (
  told: Record<number, Partial<StoredNight>> = {},
  days = question.nights + 1,
): StoredNight[] =>
  Array.from({ length: days }, (_, index) => ({
    ...{ listing_id: '1', date: addDays(checkIn, index), is_known: true, available: true, price: null },
    ...{ min_nights: null, max_nights: null, closed_to_arrival: null, closed_to_departure: null },
    ...{ available_units: null, unit_count: 1, default_price: null, weekend_price: null, currency: null },
    ...{ listing_min_nights: null, listing_max_nights: null, stays: 0, leaving: 0, uncounted: 0, blocked: 0 },
    ...told[index],
  }))
const reason = (told: Record<number, Partial<StoredNight>>, asked: Partial<VerdictInput> = {}) =>
  reasonInNights({ ...home, ...asked }, calendar(told), question)

describe('nights', () => {
  it('that nobody has are free, and the one of the departure is not asked for', () => {
    assert.equal(reason({}), undefined)
    assert.equal(reason({ 3: { stays: 1, available: false } }), undefined)
  })

  it('that somebody has, or that are closed, are not', () => {
    assert.equal(reason({ 1: { stays: 1 } }), 'taken')
    assert.equal(reason({ 2: { uncounted: 1 } }), 'closed')
    assert.equal(reason({ 0: { available: false } }), 'closed')
  })

  it('follow the rules of the calendar, and those of the listing where it has none', () => {
    assert.equal(reason({ 0: { min_nights: 4 } }), 'min_nights')
    assert.equal(reason({ 1: { min_nights: 4 } }), undefined, 'the arrival decides')
    assert.equal(reason({}, { min_nights: 4 }), 'min_nights')
    assert.equal(reason({ 0: { min_nights: 2 } }, { min_nights: 4 }), undefined)
    assert.equal(reason({ 0: { max_nights: 2 } }), 'max_nights')
    assert.equal(reason({ 0: { closed_to_arrival: true } }), 'no_arrival')
    assert.equal(reason({ 3: { closed_to_departure: true } }), 'no_departure')
  })
})

describe('a stay that is here already', () => {
  const own = [{ checkIn: addDays(checkIn, -2), checkOut: addDays(checkIn, 2) }]

  it('is not held against itself, whatever closed its nights', () => {
    const nights = { 0: { stays: 1, available: false }, 1: { stays: 1, uncounted: 1, unit_count: 0 } }
    assert.equal(reason(nights, { own }), undefined)
    assert.equal(reason(nights, { own: [...own, ...own] }), undefined, 'told of by two accounts')
  })

  it('does not get the nights of others', () => {
    assert.equal(reason({ 0: { stays: 1 }, 2: { stays: 1 } }, { own }), 'taken')
  })

  it('may go on being as short and as long, and from and to the days, as it is', () => {
    const same = [{ checkIn, checkOut: addDays(checkIn, 3) }]
    const rules = {
      0: { min_nights: 7, max_nights: 2, closed_to_arrival: true },
      3: { closed_to_departure: true },
    }
    assert.equal(reason(rules, { own: same }), undefined)
    const shorter = reasonInNights({ ...home, own: same }, calendar(rules), { ...question, nights: 2 })
    assert.equal(shorter, 'min_nights')
  })
})

describe('before any night is looked at', () => {
  const before = (asked: Partial<VerdictInput>, wanted = {}) =>
    reasonBefore({ ...home, ...asked }, { ...question, ...wanted }, now)

  it('days that are over anywhere, and those too far ahead, are refused', () => {
    assert.equal(before({}), undefined)
    assert.equal(before({}, { checkIn: '2026-06-14' }), undefined, 'yesterday is today somewhere')
    assert.equal(before({}, { checkIn: '2026-06-13' }), 'over')
    assert.equal(before({}, { checkIn: '0000-01-01' }), 'over')
    assert.equal(before({}, { checkIn: '9999-12-31' }), 'too_far')
    const own = [{ checkIn: '2026-06-10', checkOut: '2026-06-20' }]
    assert.equal(before({ own }, { checkIn: '2026-06-10' }), undefined, 'a stay that has begun is changed')
    assert.equal(before({ own }, { checkIn: '0000-01-01', nights: 1125 }), 'over')
  })

  it('what may be sold where we do not see it is refused', () => {
    assert.equal(before({ is_archived: true }), 'archived')
    assert.equal(before({ keeper: 'other', is_archived: true }), 'archived')
    assert.equal(before({ keeper: 'other', is_read: false }), 'unread')
    assert.equal(before({ is_read: false }), undefined, 'our own calendar is what it is')
  })

  it('of what the asking account keeps its own calendar decides, less the stays known here', () => {
    const asked = { keeper: 'asker', is_archived: true, is_read: false } as const
    assert.equal(before(asked), undefined)
    assert.equal(reason({ 0: { available: false } }, asked), undefined)
    assert.equal(reason({ 0: { stays: 1 } }, asked), 'taken')
  })
})
