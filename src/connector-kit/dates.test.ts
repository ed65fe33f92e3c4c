import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  civilDate,
  compareInstants,
  dayRuns,
  daysFrom,
  firstInstant,
  hourOfDay,
  inStretches,
  latestInstant,
  momentIn,
  stretches,
  utcInstant,
  utcInstantOrDay,
} from './dates.ts'

const day = fc
  .integer({ min: 0, max: 60_000 })
  .map((days) => Temporal.PlainDate.from('1980-01-01').add({ days }).toString())
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

describe('days one after the other', () => {
  it('are all of them, to the last day that is written with four digits of a year', () => {
    assert.deepEqual(daysFrom('2028-02-28', '2028-03-01'), ['2028-02-28', '2028-02-29', '2028-03-01'])
    assert.deepEqual(daysFrom('2026-06-15', '2026-06-15'), ['2026-06-15'])
    assert.deepEqual(daysFrom('2026-06-15', '2026-06-14'), [])
    assert.deepEqual(daysFrom('9999-12-30', '9999-12-31'), ['9999-12-30', '9999-12-31'])
  })

  it('are cut into pieces that hold each of them once', () => {
    assert.deepEqual(stretches('9999-12-29', '9999-12-31', 2), [
      { from: '9999-12-29', to: '9999-12-30' },
      { from: '9999-12-31', to: '9999-12-31' },
    ])
    assert.deepEqual(stretches('2026-06-15', '2026-06-14', 2), [])
    const length = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(day, length, fc.integer({ min: 1, max: 100 }), (from, days, longest) => {
        const to = addDays(from, days)
        const pieces = stretches(from, to, longest).map((piece) => daysFrom(piece.from, piece.to))
        assert.deepEqual(pieces.flat(), daysFrom(from, to))
        assert.ok(pieces.every((piece, at) => piece.length === longest || at === pieces.length - 1))
      }),
    )
  })

  it('are read piece by piece, and what every piece gives is kept in order', async () => {
    const period = { from: '2026-06-01', to: '2026-06-05' }
    const found = await inStretches(period, 2, async ({ from, to }) => [from, to])
    assert.deepEqual(found, [
      '2026-06-01',
      '2026-06-02',
      '2026-06-03',
      '2026-06-04',
      '2026-06-05',
      '2026-06-05',
    ])
  })

  it('groups days into runs of consecutive ones, over the ends of months and years', () => {
    const days = ['2026-02-28', '2026-03-01', '2026-03-03', '2026-12-31', '2027-01-01']
    assert.deepEqual(dayRuns(days), [
      { from: '2026-02-28', to: '2026-03-01' },
      { from: '2026-03-03', to: '2026-03-03' },
      { from: '2026-12-31', to: '2027-01-01' },
    ])
    assert.deepEqual(dayRuns([]), [])
  })
})

describe('civilDate', () => {
  it('gives back every date that exists, unchanged, with or without a time behind it', () => {
    fc.assert(
      fc.property(day, time, (date, clock) => {
        assert.equal(civilDate(date), date)
        assert.equal(civilDate(`${date} ${clock}`), date)
        assert.equal(civilDate(`${date}T${clock}+14:00`), date)
      }),
    )
  })
  it('reads a date with blanks around it, which is no reason to lose a booking', () => {
    assert.equal(civilDate(' 2026-05-01 '), '2026-05-01')
  })
  it('refuses dates that do not exist', () => {
    for (const wrong of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '26-01-01',
      '2026-1-1',
      'tomorrow',
      '2026-01-01x',
      '2026-01-01x T10:00',
      '2026-01-01 10:3',
    ]) {
      assert.throws(() => civilDate(wrong), /not a date/, wrong)
    }
  })
  it('reads nothing as nothing', () => {
    for (const empty of [null, undefined, '', ' ', '0000-00-00', '0000-00-00 00:00:00']) {
      assert.equal(civilDate(empty), null)
      assert.equal(utcInstant(empty), null)
    }
  })
})

describe('utcInstant', () => {
  it('takes a timestamp without zone as UTC', () => {
    fc.assert(
      fc.property(day, time, (date, clock) => {
        assert.equal(utcInstant(`${date} ${clock}`), `${date}T${clock}Z`)
        assert.equal(utcInstant(`${date}T${clock}Z`), `${date}T${clock}Z`)
      }),
    )
  })
  it('takes a bare day as its first moment, and keeps fractions', () => {
    assert.equal(utcInstant('2026-05-01'), '2026-05-01T00:00:00Z')
    assert.equal(utcInstant('2026-05-01T10:30'), '2026-05-01T10:30:00Z')
    assert.equal(utcInstant('2026-05-01T10:30:00.123+00:00'), '2026-05-01T10:30:00.123Z')
  })
  it('writes a moment of offset 0 like the same moment of UTC, so that it is no change', () => {
    for (const offset of ['+00:00', '-0000', '+00'])
      assert.equal(
        utcInstant(`2026-05-01T10:30:00.120${offset}`),
        utcInstant('2026-05-01T10:30:00.120Z'),
        offset,
      )
  })
  it('brings other zones to UTC', () => {
    assert.equal(utcInstant('2026-05-01T10:30:00+02'), '2026-05-01T08:30:00Z')
    assert.equal(utcInstant('2026-05-01T10:30:00+00:30'), '2026-05-01T10:00:00Z')
    assert.equal(utcInstant(' 2026-05-01 10:30:00 '), '2026-05-01T10:30:00Z')
    assert.equal(utcInstant('2026-05-01T10:30:00+02:00'), '2026-05-01T08:30:00Z')
    assert.equal(utcInstant('2026-05-01T22:30:00.25-0400'), '2026-05-02T02:30:00.25Z')
    assert.equal(utcInstant('2026-05-01 10:30:00 UTC'), '2026-05-01T10:30:00Z')
    assert.equal(utcInstant('2026-05-01T10:30:00.1234567Z'), '2026-05-01T10:30:00.123456Z')
  })
  it('refuses impossible times and zones', () => {
    for (const wrong of [
      '2026-05-01T10:30:00+99:00',
      '2026-05-01 24:00:00',
      '2026-05-01 10:60:00',
      '2026-05-01 10:30:60',
      '2026-05-01 10:30:00 CET',
      'on 2026-05-01 10:30:00',
      'now',
      '1777629000',
    ]) {
      assert.throws(() => utcInstant(wrong), /not a timestamp: /, wrong)
    }
  })
  it('quotes only the beginning of an unreadable text, which can hold a whole page', () => {
    assert.throws(() => utcInstant('x'.repeat(5_000)), {
      name: 'UnreadableValue',
      message: `not a timestamp: ${'x'.repeat(40)}`,
    })
  })
})

describe('moments that a vendor gives in several ways', () => {
  it('are read from the first field that is filled', () => {
    assert.equal(
      firstInstant(undefined, '', '0000-00-00 00:00:00', '2026-05-01 10:30:00', '2026-04-01'),
      '2026-05-01T10:30:00Z',
    )
    assert.equal(firstInstant(null, undefined), null)
  })
  it('stay a day where only the day was given, since midnight is nobody’s word', () => {
    assert.equal(utcInstantOrDay(' 2026-05-01 '), '2026-05-01')
    assert.equal(utcInstantOrDay('2026-05-01T10:30:00+02:00'), '2026-05-01T08:30:00Z')
    assert.equal(utcInstantOrDay(null), null)
    assert.throws(() => utcInstantOrDay('on 2026-05-01'), /not a timestamp: on 2026-05-01/)
  })
  it('do not stop a walk through rows when one row has none', () => {
    assert.equal(momentIn({ at: '2026-05-01T10:30:00Z' }, 'at'), '2026-05-01T10:30:00Z')
    for (const row of [null, undefined, 'row', {}, { at: 'soon' }, { at: { day: 1 } }])
      assert.equal(momentIn(row, 'at'), null)
    assert.equal(momentIn({ at: 1_777_629_000 }, 'at', String), null, 'a number has no known unit')
  })
})

describe('hours and instants', () => {
  it('writes hours as HH:MM', () => {
    assert.deepEqual(['15:30', '9:05:00', ' 23:15 '].map(hourOfDay), ['15:30', '09:05', '23:15'])
    assert.deepEqual([0, 9, 23, 24, '15', null, undefined, ''].map(hourOfDay), [
      '00:00',
      '09:00',
      '23:00',
      '00:00',
      '15:00',
      null,
      null,
      null,
    ])
    for (const wrong of [-1, 25, 9.5, 'noon', '25:00', '3:00 PM', 'from 15:00'])
      assert.throws(() => hourOfDay(wrong), /not a hour/)
  })
  it('orders instants by time, not by text', () => {
    const [plain, half] = ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.5Z']
    assert.equal(compareInstants(half, plain), 1)
    assert.equal(latestInstant([plain, null, half, plain]), half)
    assert.equal(latestInstant([null]), null)
  })
  it('steps over the end of months', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29')
    assert.equal(addDays('2026-01-01', -1), '2025-12-31')
  })
})
