import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { storedNights } from '../../src/records/calendar/public.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

const home = { currency: 'EUR', default_nightly_price: '120.50', min_nights: 2 }

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface Day {
  date: string
  available: boolean
  price: number | null
  minNights: number
  availableUnits: number
}

async function daysOf(space: Space, id: string, from: string, to: string): Promise<Day[]> {
  const { status, body } = await space.get(`/v1/availability/${id}?from=${from}&to=${to}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body['days'] as unknown as Day[]
}

describe('GET /v1/availability/{propertyId}', () => {
  it('has every night, stored or not', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    await space.rows.night(id, '2026-06-30', { available: false, price: '99.99', minNights: 4, units: 0 })
    await space.rows.night(id, '2026-07-02', { units: 1 })
    await space.rows.night(id, '2026-07-04', { available: false })
    assert.deepEqual((await space.get(`/v1/availability/${id}?from=2026-06-30&to=2026-07-02`)).body, {
      propertyId: id,
      currency: 'EUR',
      days: [
        { date: '2026-06-30', available: false, price: 99.99, minNights: 4, availableUnits: 0 },
        { date: '2026-07-01', available: true, price: 120.5, minNights: 2, availableUnits: 1 },
        { date: '2026-07-02', available: true, price: 120.5, minNights: 2, availableUnits: 1 },
      ],
      coverage: { requestedDays: 3, coveredDays: 3, missingDates: [] },
    })
  })

  it('says that a window was cut', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    const { body } = await space.get(`/v1/availability/${id}?from=2026-07-01&to=2027-08-05`)
    assert.deepEqual(body['coverage'], { requestedDays: 401, coveredDays: 366, missingDates: [] })
  })

  it('answers for a property that knows no calendar, price or currency', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const { body } = await space.get(`/v1/availability/${id}?from=2026-07-01&to=2026-07-01`)
    assert.equal(body['currency'], null)
    assert.deepEqual(body['days'], [
      { date: '2026-07-01', available: true, price: null, minNights: 1, availableUnits: 1 },
    ])
  })

  it('counts the rooms of a room type and closes when none is left', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ ...home, model: 'hotel', unit_count: 8 })
    await space.rows.night(id, '2026-07-02', { units: 3 })
    await space.rows.night(id, '2026-07-03', { units: 0 })
    await space.rows.night(id, '2026-07-04', { available: false, units: 5 })
    const days = await daysOf(space, id, '2026-07-01', '2026-07-04')
    assert.deepEqual(
      days.map((day) => [day.available, day.availableUnits]),
      [
        [true, 8],
        [true, 3],
        [false, 0],
        [false, 0],
      ],
    )
  })

  it('takes the older names of the window', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    const window = { startDate: '2026-07-01', endDate: '2026-07-03' }
    const { body } = await space.get(`/v1/availability/${id}?${new URLSearchParams(window)}`)
    assert.equal(body['coverage']?.['coveredDays'], 3)
    const mixed = await space.get(`/v1/availability/${id}?from=2026-07-02&endDate=2026-07-03`)
    assert.equal(mixed.body['coverage']?.['coveredDays'], 2)
    const twice = await space.get(`/v1/availability/${id}?from=2026-07-02&startDate=2026-07-01&to=2026-07-03`)
    assert.deepEqual([twice.status, twice.body['error']?.['code']], [400, 'invalid_params'])
  })

  it('cuts a window at 366 days', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    const dates = async (from: string, to: string) => {
      const days = await daysOf(space, id, from, to)
      return [days.length, days[0]?.date, days.at(-1)?.date]
    }
    assert.deepEqual(await dates('2027-01-01', '2028-01-01'), [366, '2027-01-01', '2028-01-01'])
    assert.deepEqual(await dates('2027-01-01', '2028-01-02'), [366, '2027-01-01', '2028-01-01'])
    assert.deepEqual(await dates('2028-01-01', '2028-12-31'), [366, '2028-01-01', '2028-12-31'])
    assert.deepEqual(await dates('2028-01-01', '9999-12-31'), [366, '2028-01-01', '2028-12-31'])
    assert.deepEqual(await dates('2026-07-01', '2026-07-01'), [1, '2026-07-01', '2026-07-01'])
  })

  it('has the leap day in leap years only', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    const dates = async (from: string, to: string) =>
      (await daysOf(space, id, from, to)).map((day) => day.date)
    assert.deepEqual(await dates('2028-02-28', '2028-03-01'), ['2028-02-28', '2028-02-29', '2028-03-01'])
    assert.deepEqual(await dates('2027-02-28', '2027-03-01'), ['2027-02-28', '2027-03-01'])
  })

  it('does not depend on the time zone of the database session', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(home)
    // In São Paulo the clocks skipped midnight at the beginning of 2018-11-04.
    const nights = await app.db.transaction().execute(async (tx) => {
      await sql`set local time zone 'America/Sao_Paulo'`.execute(tx)
      const stretch = { listingId: id, first: '2018-11-02', last: '2018-11-06' }
      return storedNights(tx, space.live, [stretch], app.clock.now())
    })
    assert.deepEqual(
      nights.map((night) => night.date),
      ['2018-11-02', '2018-11-03', '2018-11-04', '2018-11-05', '2018-11-06'],
    )
  })

  it('sees its own nights only', async () => {
    const space = await freshSpace(app)
    const other = await freshSpace(app)
    const id = await space.rows.listing(home)
    const neighbour = await space.rows.listing(home)
    const foreign = await other.rows.listing(home)
    await space.rows.night(neighbour, '2026-07-01', { available: false })
    await other.rows.night(foreign, '2026-07-01', { available: false })
    const [day] = await daysOf(space, id, '2026-07-01', '2026-07-01')
    assert.equal(day?.available, true)
  })

  const refused: [string, string][] = [
    ['', 'from'],
    ['from=2026-07-01', 'to'],
    ['to=2026-07-01', 'from'],
    ['startDate=2026-07-01', 'to'],
    ['from=2026-07-02&to=2026-07-01', 'to'],
    ['from=01.07.2026&to=2026-07-02', 'from'],
    ['from=2026-07-01T00:00:00Z&to=2026-07-02', 'from'],
    ['from=2026-07-01&to=2026-02-30', 'to'],
    ['from=2027-02-29&to=2027-03-01', 'from'],
    ['from=0000-01-01&to=2026-02-01', 'from'],
    ['from=&to=2026-02-01', 'from'],
    ['from=2026-07-01&from=2026-07-02&to=2026-07-03', 'from'],
    ['from=2026-07-01&to=2026-07-02%00', 'to'],
  ]
  for (const [query, field] of refused) {
    it(`refuses ${query || 'no window'}`, async () => {
      const space = await freshSpace(app)
      const own = await space.rows.listing()
      const answer = await space.get(`/v1/availability/${own}?${query}`)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [400, 'invalid_params', field],
      )
    })
  }

  it('refuses unknown parameters, inactive, foreign and malformed ids', async () => {
    const space = await freshSpace(app)
    const on = await space.rows.listing()
    const off = await space.rows.listing({ active: false, inactive_reason: 'deactivated' })
    const other = await freshSpace(app)
    const window = 'from=2026-07-01&to=2026-07-02'
    const asked: [Space, string, number, string][] = [
      [space, `${on}?${window}&units=2`, 400, 'unknown_params'],
      [space, `${off}?${window}`, 403, 'listing_inactive'],
      [other, `${on}?${window}`, 404, 'not_found'],
      [other, `${off}?${window}`, 404, 'not_found'],
      [space, `899999999?${window}`, 404, 'not_found'],
      [space, `0?${window}`, 400, 'invalid_param'],
    ]
    for (const [caller, url, status, code] of asked) {
      const answer = await caller.get(`/v1/availability/${url}`)
      assert.deepEqual([answer.status, answer.body['error']?.['code']], [status, code], url)
    }
  })
})
