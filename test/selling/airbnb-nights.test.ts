/** Nights and prices set by the routes of Airbnb: in our calendar where it is sold there, in Airbnb's where Airbnb keeps the listing. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addDays } from '../../src/connector-kit/dates.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { seldom, startSellingWorld, type SellingWorld } from './world.ts'
import { until } from '../harness/until.ts'
import { keepBy, recordsOf } from '../reads/records.ts'

type Row = Record<string, unknown>
const base = '/v1/channels/airbnb/listings'

let world: SellingWorld
/** Sold from our calendar, and kept by Airbnb. */
let [sold, kept] = [
  { id: '', airbnbId: '' },
  { id: '', airbnbId: '' },
]
let days: string[]
before(async () => {
  world = await startSellingWorld()
  const [first, second] = world.homes
  assert.ok(first && second)
  ;[sold, kept] = [first, second]
  const mapped = await world.map({ airbnbId: sold.airbnbId, listingId: sold.id })
  assert.equal(mapped.status, 200, mapped.text)
  await world.inStep(sold.id)
  // Nights on which nobody stays in either home, far from those that the others book.
  days = await freeDays()
})
after(() => world?.close())

async function freeDays(): Promise<string[]> {
  const today = world.app.clock.now().toISOString().slice(0, 10)
  const from = addDays(today, 40)
  const open = async (id: string) => {
    const { body } = await world.app.get(`/v1/availability/${id}?from=${from}&to=${addDays(from, 200)}`)
    const nights = body['days'] as { date: string; available: boolean }[]
    return nights.filter(({ available }) => available).map(({ date }) => date)
  }
  const [one, other] = [await open(sold.id), await open(kept.id)]
  return one.filter((date) => other.includes(date))
}
const day = () => days.splice(0, 3)[0] ?? assert.fail('no free nights are left')

const set = (path: 'pricing' | 'availability', id: string, operations: Row[], query = '', key?: string) =>
  world.send('PUT', `${base}/${id}/${path}${query}`, { type: 'calendar', operations }, key)
const calendarOf = ({ body }: { body: object }) => (body as { calendar: Row }).calendar
const nights = async (id: string, from: string, to = from, path = 'availability', more = '') => {
  const answer = await world.app.get(`${base}/${id}/${path}?from=${from}&to=${to}${more}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as { data: Row[]; source: string; settings: Row; dataFreshness: Row }
}

describe('a listing that our calendar is written to Airbnb of', { concurrency: false }, () => {
  it('has its nights set here, from where they are sent', async () => {
    const [date, last] = [day(), day()]
    const operation = {
      ...{ dates: [date, `${last}:${last}`], daily_price: 211.5, availability: 'available', min_nights: 2 },
      ...{ max_nights: 9, closed_to_arrival: true, closed_to_departure: true, notes: 'The roof is done.' },
    }
    const rehearsed = await set('pricing', sold.id, [operation], '?dry_run=true')
    assert.deepEqual([rehearsed.status, rehearsed.body['dryRun']], [200, true], rehearsed.text)
    assert.notEqual((await nights(sold.id, date)).data[0]?.['price'], 211.5)
    const done = await set('pricing', sold.id, [operation], '', 'nights-1')
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(calendarOf(done), {
      ...{ nights: 2, source: 'our_calendar', heldNights: [], confirmed: false },
    })
    assert.equal((await set('pricing', sold.id, [operation], '', 'nights-1')).text, done.text)
    await world.inStep(sold.id)
    const there = await world.night(sold.airbnbId, date)
    assert.deepEqual([there.daily_price, there.min_nights], [211.5, 2])
    const shown = await nights(sold.id, date, date, 'pricing')
    assert.equal(shown.source, 'our_calendar')
    assert.deepEqual(shown.data[0], {
      ...{ date, available: true, availableUnits: 1, price: 211.5, minNights: 2, maxNights: 9 },
      ...{ closedToArrival: true, closedToDeparture: true, notes: 'The roof is done.' },
    })
    assert.equal(typeof shown.settings['defaultDailyPrice'], 'number')
  })

  it('is told of a rule alone, of a night that no calendar ever told of', async () => {
    const { app, connectionId } = world
    const far = addDays(world.app.clock.now().toISOString().slice(0, 10), 340)
    await sql`delete from calendar_days where listing_id = ${sold.id} and date = ${far}`.execute(app.db)
    const answer = await set('availability', sold.id, [{ dates: [far], closed_to_departure: true }])
    assert.equal(answer.status, 200, answer.text)
    const { rows } = await sql<{ changed: string | null }>`
      select changed_from as changed from selling_links
      where workspace_id = ${app.workspace.id} and connection_id = ${connectionId}
        and (changed_from <= ${far} or exists (select from channel_nights n where n.workspace_id = ${app.workspace.id}
          and n.external_id = selling_links.external_id and n.date = ${far} and n.closed_to_departure))`.execute(
      app.db,
    )
    assert.equal(rows.length, 1)
    await world.inStep(sold.id)
  })

  it('keeps a sold night closed, whoever opens it, and opens what the host closed', async () => {
    const date = day()
    const stay = { checkIn: date, checkOut: addDays(date, 1), guest: { firstName: 'Ada' }, adults: 1 }
    const booked = await world.send('POST', '/v1/reservations', { listingId: sold.id, ...stay })
    assert.equal(booked.status, 201, booked.text)
    await world.inStep(sold.id)
    for (const availability of ['available', 'default']) {
      const operation = { start_date: date, end_date: addDays(date, 1), availability }
      const done = await set('availability', sold.id, [operation])
      assert.deepEqual([done.status, calendarOf(done)['heldNights']], [200, [date]], done.text)
      await world.inStep(sold.id)
      assert.equal((await world.night(sold.airbnbId, date)).availability, 'unavailable')
    }
    const free = addDays(date, 1)
    await set('availability', sold.id, [{ dates: [free], availability: 'unavailable' }])
    await world.inStep(sold.id)
    assert.equal((await world.night(sold.airbnbId, free)).availability, 'unavailable')
    await set('availability', sold.id, [{ dates: [free], availability: 'available' }])
    await world.inStep(sold.id)
    assert.equal((await world.night(sold.airbnbId, free)).availability, 'available')
    // The stay goes: what was opened under it is open.
    await world.send('POST', `/v1/reservations/${String(booked.body['id'])}/cancel`, {})
    await world.inStep(sold.id)
    assert.equal((await world.night(sold.airbnbId, date)).availability, 'available')
  })

  it('is not written around: what our calendar says of every night is refused', async () => {
    const put = (path: string, body: object) => world.send('PUT', `${base}/${sold.id}/${path}`, body)
    for (const [path, body, field] of [
      [
        'pricing',
        { type: 'standard', settings: { default_daily_price: 90, cleaning_fee: 1 } },
        'default_daily_price',
      ],
      ['pricing', { type: 'currency', currency: 'JPY' }, 'listing_currency'],
      ['pricing', { type: 'model', modelType: 'LOS_RECORD' }, 'pricing_model'],
      ['pricing', { type: 'los', records: [{ date: '2027-07-01', guests: 1, prices: [9] }] }, 'los_records'],
      ['pricing', { type: 'rate-plan', records: [{ id: 'a', name: 'A', price_factor: 0.5 }] }, 'rate_plans'],
      ['availability', { type: 'rules', rules: { default_min_nights: 3 } }, 'default_min_nights'],
      ['availability', { type: 'rules', rules: { day_of_week_check_in: [6] } }, 'day_of_week_check_in'],
    ] as const) {
      const error = errorOf(await put(path, body), 409, 'invalid_state')
      assert.equal(error['field'], field)
      assert.ok(String(error['fix']).includes(`PUT /v1/availability/${sold.id}`))
    }
    const fee = await put('pricing', { type: 'standard', settings: { cleaning_fee: 44.5 } })
    assert.deepEqual([fee.status, fee.body['result']?.['cleaningFee']], [200, 44.5], fee.text)
    const rules = await put('availability', { type: 'rules', rules: { turnover_days: 0 } })
    assert.equal(rules.status, 200, rules.text)
  })

  it('has no price of its own there while a markup is on it', async () => {
    const markup = (markupPercent: number | null) =>
      world.send('PUT', `/v1/listings/${sold.id}/markups`, { channel: 'airbnb', markupPercent })
    assert.equal((await markup(10)).status, 200)
    const date = day()
    const error = errorOf(
      await set('pricing', sold.id, [{ dates: [date], daily_price: 100 }]),
      409,
      'invalid_state',
    )
    assert.equal(error['field'], 'operations[0].daily_price')
    assert.equal((await set('pricing', sold.id, [{ dates: [date], min_nights: 3 }])).status, 200)
    await world.send('PUT', `/v1/availability/${sold.id}`, { dates: [date], price: 100 })
    assert.equal((await nights(sold.id, date)).data[0]?.['price'], 110)
    await markup(null)
    await world.inStep(sold.id)
  })
})

describe('a listing that Airbnb keeps', { concurrency: false }, () => {
  it('has its nights set there, and seen there', async () => {
    const date = day()
    const operation = { dates: [date], daily_price: 77, availability: 'unavailable', min_nights: 2 }
    const rehearsed = await set('availability', kept.id, [operation], '?dry_run=true')
    assert.equal(rehearsed.body['dryRun'], true, rehearsed.text)
    const done = await set('availability', kept.id, [operation])
    assert.equal(done.status, 200, done.text)
    const { source, nights: count, warning } = calendarOf(done)
    assert.deepEqual([source, count, warning], ['airbnb_calendar', 1, undefined])
    await until(
      'Airbnb to show it',
      async () => (await world.night(kept.airbnbId, date)).availability === 'unavailable',
      seldom,
    )
    const { daily_price, min_nights } = await world.night(kept.airbnbId, date)
    assert.deepEqual([daily_price, min_nights], [77, 2])
    const shown = await nights(kept.id, date)
    assert.deepEqual(
      [shown.source, shown.data[0]?.['available'], shown.data[0]?.['price']],
      ['airbnb_calendar', false, 77],
    )
  })

  it('answers what Airbnb refuses as refused, and stays as it was', async () => {
    const date = day()
    const before = (await nights(kept.id, date)).data[0]?.['price']
    const refused = await set('pricing', kept.id, [{ dates: [date], daily_price: 0 }])
    const error = errorOf(refused, 422, 'airbnb_rejected')
    assert.equal(error['message'], 'airbnb refused: operations.0.daily_price must be > 0.')
    assert.equal(error['channel'], 'airbnb')
    assert.equal((await nights(kept.id, date)).data[0]?.['price'], before)
    const taken = await set('pricing', kept.id, [{ dates: [date], daily_price: 71 }])
    assert.deepEqual([taken.status, calendarOf(taken)['confirmed']], [200, true], taken.text)
    assert.deepEqual([taken.body['written'], taken.body['stored']], [['daily_price'], true])
  })

  it('whose host has to sign in again is not written, as by the routes beside it', async () => {
    const date = day()
    const status = (value: string) =>
      sql`update connections set status = ${value} where provider = 'airbnb'`.execute(world.app.db)
    await status('error')
    try {
      const shut = await set('pricing', kept.id, [{ dates: [date], daily_price: 72 }])
      errorOf(shut, 403, 'connection_reauth_required')
    } finally {
      await status('active')
    }
    const { rows } = await sql`
      select from calendar_pushes where listing_id = ${kept.id} and date = ${date}`.execute(world.app.db)
    assert.deepEqual(rows, [])
  })

  it('is not opened where a stay holds the night', async () => {
    const date = day()
    const { rows } = await sql<{ id: string }>`
      select id from connections where id <> ${world.connectionId} limit 1`.execute(world.app.db)
    assert.deepEqual(rows, [])
    const stay = { listing_id: kept.id, check_in: date, check_out: addDays(date, 1), status: 'confirmed' }
    await recordsOf(world.app.db, world.app.scope).reservation(stay)
    const before = await world.night(kept.airbnbId, date)
    const operations = [{ dates: [date], availability: 'available', daily_price: 93 }]
    const done = await set('availability', kept.id, operations)
    assert.deepEqual(calendarOf(done)['heldNights'], [date], done.text)
    const { rows: sent } = await sql<{ available: boolean | null; price: string }>`
      select available, price from calendar_pushes where listing_id = ${kept.id} and date = ${date}`.execute(
      world.app.db,
    )
    assert.deepEqual(sent, [{ available: null, price: '93' }])
    assert.equal((await world.night(kept.airbnbId, date)).availability, before.availability)
  })

  it('takes no more of a night than its calendar is known to take', async () => {
    const date = day()
    for (const [name, value] of [
      ['closed_to_arrival', true],
      ['closed_to_departure', false],
      ['notes', 'x'],
      ['availability', 'default'],
    ] as const) {
      const error = errorOf(
        await set('availability', kept.id, [{ dates: [date], [name]: value }]),
        422,
        'unsupported_field',
      )
      assert.deepEqual(error['fields'], [`operations[0].${name}`])
    }
  })
})

describe('operations', { concurrency: false }, () => {
  it('that do not fit are refused before anything is stored', async () => {
    const elsewhere = {
      dates: ['2027-07-10'],
      availability: 'unavailable',
      busy_subtype: 'OUTSIDE_RESERVATION',
    }
    const error = errorOf(await set('pricing', sold.id, [elsewhere]), 422, 'unsupported_field')
    assert.ok(String(error['fix']).includes('POST /v1/reservations'))
    const nothing = errorOf(
      await set('availability', sold.id, [{ dates: ['2027-07-10'], notes: 'x', colour: 1 }]),
      400,
      'invalid_body',
    )
    assert.equal(nothing['field'], 'operations[0].colour')
  })

  it('that the write policy does not let through are not stored', async () => {
    const policy = (calendar: object) => world.send('PATCH', '/v1/connect/airbnb/write-policy', { calendar })
    const date = day()
    for (const id of [sold.id, kept.id]) {
      await policy({ rates: false, restrictions: false })
      for (const [operation, field] of [
        [{ daily_price: 100 }, 'calendar.rates'],
        [{ min_nights: 3 }, 'calendar.restrictions'],
      ] as const) {
        const refused = await set('pricing', id, [{ dates: [date], ...operation }])
        assert.equal(errorOf(refused, 409, 'pms_writes_off')['field'], field)
      }
      const rules = { type: 'rules', rules: { turnover_days: 1 } }
      errorOf(await world.send('PUT', `${base}/${id}/availability`, rules), 409, 'pms_writes_off')
      await policy({ rates: true, restrictions: true })
    }
  })

  it('that the owner no longer allows to be written wait, say so, and go out when he does again', async () => {
    const { app, simulator } = world
    const grant = (words: string[] | null) =>
      sql`update connections set granted = ${words}::text[] where provider = 'airbnb'`.execute(app.db)
    const date = day()
    await grant(['reservations_web_hooks', 'messages_read'])
    simulator.calls.clear()
    const done = await set('pricing', sold.id, [{ dates: [date], min_nights: 6 }])
    assert.equal(done.status, 200, done.text)
    const shown = async () => (await world.exposure(sold.id, date, date)).channels[0]?.nights[0]
    await until('the night to be held back', async () => (await shown())?.state === 'failed', seldom)
    assert.match(String((await shown())?.error), /did not allow `property_management`/)
    assert.deepEqual(
      simulator.calls.list().filter(({ method }) => method !== 'GET'),
      [],
    )
    await grant(null)
    world.wait(601)
    await world.inStep(sold.id)
    assert.equal((await world.night(sold.airbnbId, date)).min_nights, 6)
  })
})

describe('a listing that somebody else writes', { concurrency: false }, () => {
  const read = { type: 'rules', rules: { turnover_days: 1 } }
  const refused = async (id: string, currentStatus: string) => {
    const operations = [{ dates: ['2027-07-10'], availability: 'available' }]
    for (const answer of [
      await set('availability', id, operations),
      await set('pricing', id, operations),
      await world.send('PUT', `${base}/${id}/availability`, read),
      await world.send('PUT', `${base}/${id}/pricing`, { type: 'standard', settings: { cleaning_fee: 1 } }),
    ]) {
      assert.equal(errorOf(answer, 409, 'invalid_state')['currentStatus'], currentStatus)
    }
  }

  it('is not written beside a PMS', async () => {
    const { app, connector, connectionId } = world
    const [pms] = [await recordsOf(app.db, app.scope).account('hostaway', '8899001')]
    app.services.connectors['hostaway'] = {
      ...connector,
      manifest: { ...connector.manifest, category: 'pms' },
    }
    await keepBy(app.db, app.scope, kept.id, { connectionId: pms.connectionId, externalId: 'x9' })
    await refused(kept.id, 'written by hostaway')
    const { source } = await nights(kept.id, '2027-07-10')
    assert.equal(source, 'other_calendar')
    await sql`update listings set connection_id = ${connectionId}, external_id = ${kept.airbnbId}
      where id = ${kept.id}`.execute(app.db)
  })

  it('is not written through a link that only reads, and is shown as Airbnb has it', async () => {
    const made = await world.send('POST', '/v1/listings', { name: 'House of our own', currency: 'EUR' })
    const own = String(made.body['id'])
    const mapped = await world.map({ airbnbId: kept.airbnbId, listingId: own, syncEnabled: false })
    assert.equal(mapped.status, 200, mapped.text)
    await refused(own, 'read only')
    assert.equal((await nights(own, '2027-07-10')).source, 'other_calendar')
    const { data, source } = await nights(own, '2027-07-10', '2027-07-10', 'availability', '&source=live')
    assert.equal(source, 'airbnb')
    assert.equal(data[0]?.['price'], (await world.night(kept.airbnbId, '2027-07-10')).daily_price)
  })
})
