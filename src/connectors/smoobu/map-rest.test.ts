import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { toCalendarDays } from './calendar.ts'
import { countryCode } from '../../connector-kit/country-code.ts'
import { inbound } from './inbound.ts'
import { toListing } from './map-listing.ts'
import { beginWalk, boundsOf as partsOf, watermarkOf } from '../../connector-kit/change-walk.ts'
import { advance, firstDay, isChangedSince } from './reservation-walk.ts'
import { readRows, signals } from './signals.ts'

describe('Smoobu apartments', () => {
  it('are put together from the list and the details', () => {
    const record = toListing(
      { id: 398101, name: 'Harbour Loft' },
      {
        location: {
          street: '',
          zip: '10317',
          city: 'Berlin',
          country: 'Germany',
          latitude: '52.5',
          longitude: '13.4',
        },
        timeZone: 'Europe/Berlin',
        rooms: { maxOccupancy: 4, bedrooms: 2, bathrooms: 1, doubleBeds: 1, singleBeds: 3, kingSizeBeds: 0 },
        equipments: ['Internet', 'Balcony/Terrace', 'internet', 7],
        currency: 'EUR',
        type: { name: 'Apartment' },
      },
    )
    assert.equal(recordChecks.listing.problem(record), null)
    assert.deepEqual(
      [record.name, record.street, record.countryCode, record.latitude, record.timeZone, record.unitCount],
      ['Harbour Loft', null, 'DE', '52.5', 'Europe/Berlin', 1],
    )
    assert.deepEqual([record.details?.beds, record.details?.bathrooms], [4, '1'])
    assert.deepEqual(
      record.amenities?.map(({ amenityKey }) => amenityKey),
      ['internet', 'balcony_terrace'],
    )
  })

  it('claim neither a place nor a zone that was never set', () => {
    const record = toListing(
      { id: 1 },
      { location: { latitude: '0.000', longitude: 0 }, timeZone: 'Mars/Base' },
    )
    assert.equal(recordChecks.listing.problem(record), null)
    assert.ok(!('latitude' in record) && !('timeZone' in record))
    assert.deepEqual([record.name, record.details?.beds], ['Apartment 1', null])
  })

  it('have countries by name', () => {
    const names = ['Germany', 'Deutschland', 'österreich', 'IT', 'Atlantis', null]
    assert.deepEqual(names.map(countryCode), ['DE', 'DE', 'AT', 'IT', null, null])
  })
})

describe('Smoobu rates', () => {
  const listing = { externalId: '7', unitCount: 1 }
  it('are open only where the vendor says so', () => {
    const data = {
      7: {
        '2026-06-01': { price: 120.5, min_length_of_stay: 3, available: 1 },
        '2026-06-02': { price: null, min_length_of_stay: null, available: 4 },
        '2026-06-03': { price: 99, min_length_of_stay: 0, available: 0 },
      },
    }
    const days = toCalendarDays({ data }, listing, '2026-06-01', '2026-06-04')
    const closed = { available: false, availableUnits: 0, minNights: null }
    assert.deepEqual(days, [
      { date: '2026-06-01', available: true, availableUnits: 1, price: '120.5', minNights: 3 },
      { date: '2026-06-02', available: true, availableUnits: 1, price: null, minNights: null },
      { date: '2026-06-03', ...closed, price: '99' },
      { date: '2026-06-04', ...closed, price: null },
    ])
  })

  it('are refused rather than guessed', () => {
    const wrong = [{}, { data: [] }, { data: { 8: {} } }, { data: { 7: [] } }, null]
    for (const answer of wrong) {
      assert.throws(() => toCalendarDays(answer, listing, '2026-06-01', '2026-06-01'), JSON.stringify(answer))
    }
    const [doubtful] = toCalendarDays(
      { data: { 7: { '2026-06-01': { available: 'perhaps', price: 99 } } } },
      listing,
      '2026-06-01',
      '2026-06-01',
    )
    assert.equal(doubtful?.available, false)
  })
})

describe('the walk through Smoobu bookings', () => {
  const now = new Date('2026-05-11T09:30:00Z')
  const changed = (modifiedAt: unknown) => ({ id: 1, modifiedAt })

  it('asks for a day more and keeps what changed in the minute of the bound', () => {
    assert.equal(firstDay('2026-05-01T00:10:00Z'), '2026-04-30')
    const since = '2026-05-01T10:30:40Z'
    const verdicts = ['2026-05-01 10:30', '2026-05-01 10:29', null, 'yesterday'].map((stamp) =>
      isChangedSince(changed(stamp), since),
    )
    assert.deepEqual(verdicts, [true, false, true, true])
  })

  it('ends with the changes since it began, and never later than that', () => {
    const start = beginWalk(now, null)
    assert.deepEqual(partsOf(start, null), [null, '2026-05-11T09:25:00.000Z'])
    const read = advance(start, [changed('2026-05-11 11:30'), changed('2026-05-02 08:00')], null)
    assert.equal(watermarkOf(read), '2026-05-11T09:25:00.000Z')
    assert.equal(watermarkOf(advance(start, [changed('2026-05-02 08:00')], null)), '2026-05-02T08:00:00Z')
    assert.equal(watermarkOf(start), null)
  })
})

describe('Smoobu answers', () => {
  const wait = (headers: Record<string, string>) =>
    signals.verdictOf?.({ status: 429, headers, text: '', json: undefined })

  it('tell how long to wait in seconds or as a moment', () => {
    assert.deepEqual(wait({ 'x-ratelimit-retry-after': '15' }), {
      kind: 'rate_limited',
      retryAfterMs: 15_000,
    })
    const date = 'Mon, 11 May 2026 09:30:00 GMT'
    const moment = String(Date.parse(date) / 1000 + 20)
    assert.deepEqual(wait({ 'x-ratelimit-retry-after': moment, date }), {
      kind: 'rate_limited',
      retryAfterMs: 20_000,
    })
    for (const headers of [
      {},
      { 'x-ratelimit-retry-after': moment },
      { 'x-ratelimit-retry-after': 'soon' },
    ]) {
      assert.deepEqual(wait(headers), { kind: 'rate_limited' })
    }
  })

  it('without the list that was asked for are refused', () => {
    for (const answer of [null, [], {}, { bookings: {} }]) assert.throws(() => readRows(answer, 'bookings'))
    assert.deepEqual(readRows({ bookings: [], total_items: 3 }, 'bookings'), { rows: [], total: 3 })
  })
})

describe('Smoobu deliveries', () => {
  const hints = (body: unknown) =>
    inbound.receive({ headers: {}, body, rawBody: Buffer.from('') }, { externalId: 'settings', secrets: {} })

  it('are hints to read what they name', () => {
    for (const action of ['newReservation', 'updateReservation', 'cancelReservation', 'deleteReservation']) {
      assert.deepEqual(hints({ action, user: 1, data: { id: 52 } }), [
        { entity: 'reservations', externalId: '52' },
      ])
    }
    const data = { 7: { '2026-06-01': {} }, note: {}, 0: {} }
    assert.deepEqual(hints({ action: 'updateRates', data }), [{ entity: 'calendar', externalId: '7' }])
  })

  it('about anything else are passed over', () => {
    for (const action of ['newMessage', 'newTimelineEvent', 'toString']) {
      assert.deepEqual(hints({ action, data: { id: 52 } }), [])
    }
    assert.deepEqual(hints({ action: 'newReservation', data: { id: 0 } }), [])
  })
})
