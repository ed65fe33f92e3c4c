/** The feeds by a parser that knows nothing of how they were written: expanded day by day they are what a channel should show. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import fc from 'fast-check'
import type { StoredNight } from '../../../../records/calendar/public.ts'
import { noRates } from '../../../../records/rates/public.ts'
import { channelNightOf } from '../../../../records/selling/public.ts'
import { renderAvailability } from './availability.ts'
import { currencies, mostDays } from './facts.ts'
import { feedNights, feedWindow } from './nights.ts'
import { renderRates } from './rates.ts'

const first = Temporal.PlainDate.from('2027-03-01')
const day = (n: number) => String(first.add({ days: n }))

const stay = fc.integer({ min: 1, max: 1500 })
const maybe = <V>(value: fc.Arbitrary<V>) => fc.option(value, { nil: null, freq: 2 })
const price = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2))

const stored = fc.record({
  available: fc.constantFrom(true, true, false, null),
  price: maybe(price),
  min_nights: maybe(stay),
  max_nights: maybe(stay),
  closed_to_arrival: maybe(fc.boolean()),
  closed_to_departure: maybe(fc.boolean()),
  available_units: maybe(fc.integer({ min: 0, max: 4 })),
  stays: fc.integer({ min: 0, max: 2 }),
  leaving: fc.constantFrom(0, 0, 1),
  uncounted: fc.constantFrom(0, 0, 1),
  blocked: fc.constantFrom(0, 0, 1),
})

const calendar = fc
  .record({
    unit_count: fc.integer({ min: 1, max: 4 }),
    default_price: maybe(price),
    weekend_price: maybe(price),
    currency: fc.constant('EUR'),
    listing_min_nights: maybe(stay),
    listing_max_nights: maybe(stay),
    nights: fc.array(stored, { minLength: 1, maxLength: 120 }),
  })
  .map(({ nights, ...ofListing }) =>
    nights.map((night, n): StoredNight => ({
      ...ofListing,
      ...night,
      listing_id: '7',
      date: day(n),
      is_known: true,
    })),
  )
const pricing = fc.record({
  markupPercent: maybe(fc.integer({ min: 0, max: 9999 }).map((hundredths) => (hundredths / 100).toFixed(2))),
  currency: fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', null),
  isHidden: fc.constantFrom(false, false, false, true),
})

const root = (text: string): XmlElement => {
  const { root: element } = parseXml(text)
  assert.ok(element)
  return element
}
const elements = (of: XmlElement, name: string) =>
  of.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)
const at = (of: XmlElement, ...path: string[]): XmlElement => {
  const [name, ...rest] = path
  if (name === undefined) return of
  const [child] = elements(of, name)
  assert.ok(child, `${of.name} has no ${name}`)
  return at(child, ...rest)
}

/** By date, from the strings. */
function daysOf(text: string) {
  const unit = at(root(text), 'unitAvailability')
  const [begin, end] = ['beginDate', 'endDate'].map((name) => at(unit, 'dateRange', name).text)
  assert.ok(begin !== undefined && end !== undefined)
  const count = Temporal.PlainDate.from(begin).until(end).days + 1
  assert.ok(count <= mostDays)
  const configured = at(unit, 'unitAvailabilityConfiguration')
  const letters = (name: string, allowed: RegExp) => {
    const value = at(configured, name).text
    assert.equal(value.length, count, name)
    assert.match(value, allowed)
    return [...value]
  }
  const numbers = (name: string) => {
    const values = at(configured, name).text.split(',').map(Number)
    assert.equal(values.length, count, name)
    for (const value of values) assert.ok(Number.isInteger(value) && value >= 0 && value <= 999, name)
    return values
  }
  const open = letters('availability', /^[YN]+$/)
  const over = letters('changeOver', /^[CIOX]+$/)
  letters('stayIncrement', /^D+$/)
  assert.ok(numbers('minPriorNotify').every((days) => days === 1))
  const [units, least, most] = ['availableUnitCount', 'minStay', 'maxStay'].map(numbers)
  return Array.from({ length: count }, (_, n) => ({
    date: String(Temporal.PlainDate.from(begin).add({ days: n })),
    available: open[n] === 'Y',
    units: units?.[n],
    minNights: least?.[n],
    maxNights: most?.[n],
    closedToArrival: over[n] === 'O' || over[n] === 'X',
    closedToDeparture: over[n] === 'I' || over[n] === 'X',
  }))
}

/** By date, from the stretches; a date that stands in two has no price. */
function pricesOf(text: string): Map<string, string> {
  const [rate] = elements(root(text), 'lodgingRate')
  const prices = new Map<string, string>()
  if (!rate) return prices
  for (const override of elements(at(rate, 'nightlyRates', 'nightlyOverrides'), 'override')) {
    for (const range of elements(at(override, 'nights'), 'range')) {
      const last = Temporal.PlainDate.from(at(range, 'max').text)
      for (
        let date = Temporal.PlainDate.from(at(range, 'min').text);
        Temporal.PlainDate.compare(date, last) <= 0;
        date = date.add({ days: 1 })
      ) {
        assert.ok(!prices.has(String(date)), `${String(date)} has two prices`)
        prices.set(String(date), at(override, 'amount').text)
      }
    }
  }
  return prices
}

describe('the feeds of a listing', () => {
  it('are what a channel should show, night by night', () => {
    fc.assert(
      fc.property(calendar, pricing, (nights, given) => {
        const rendered = feedNights(nights, given)
        const days = daysOf(renderAvailability('7', rendered))
        const prices = pricesOf(
          renderRates({ listingId: '7', pricing: given, rates: noRates, nights: rendered }),
        )
        const isTaken = given.currency !== null && currencies.has(given.currency)
        const expected = nights.map((night) => {
          const wanted = channelNightOf(night, { ...given, isUnlisted: given.isHidden })
          const isPriced = isTaken && wanted.price !== null && Number(wanted.price) > 0
          const isOpen = wanted.available && isPriced
          return {
            date: wanted.date,
            available: isOpen,
            units: isOpen ? wanted.units : 0,
            minNights: Math.min(wanted.minNights, 999),
            maxNights: Math.min(wanted.maxNights ?? 999, 999),
            closedToArrival: wanted.closedToArrival,
            closedToDeparture: wanted.closedToDeparture,
            price: isPriced ? wanted.price : undefined,
          }
        })
        assert.deepEqual(
          days.map((one) => ({ ...one, price: prices.get(one.date) })),
          expected,
        )
        assert.ok(prices.size <= nights.length)
      }),
      { numRuns: 400 },
    )
  })

  it('begin with the month and have as many days as a range may have', () => {
    assert.deepEqual(feedWindow('2027-03-31'), { first: '2027-03-01', last: '2030-02-28' })
    assert.deepEqual(feedWindow('2027-03-01'), feedWindow('2027-03-31'))
  })
})
