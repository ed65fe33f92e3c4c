/** A stay begins today or later, by the calendar of the property. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshSpace } from '../api/rows.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { errorOf, guest, startPmsWorld, stay, type PmsWorld } from './pms-world.ts'

function refusesDay(answer: TestAnswer, code: string, field: string, sent: string, today: string) {
  const error = errorOf(answer, 400, code)
  assert.deepEqual([error['field'], error['value_received']], [field, sent])
  assert.match(String(error['message']), new RegExp(`begin on ${today} or later`))
}

describe('a listing that is kept here', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  })
  after(() => app.close())

  async function home(zone: string | null) {
    const own = await freshSpace(app)
    const id = await own.rows.listing({
      currency: 'EUR',
      default_nightly_price: '100',
      time_zone: zone,
      connection_id: null,
      external_id: null,
    })
    const send = (method: string, url: string, body: object, headers: Record<string, string> = {}) =>
      app.call(method, url, { key: own.liveKey, headers, body })
    return {
      ...own,
      send,
      id,
      book: (checkIn: string, checkOut: string, query = '', headers = {}) =>
        send('POST', `/v1/reservations${query}`, { listingId: id, checkIn, checkOut, guest }, headers),
      quote: (checkIn: string, checkOut: string) =>
        own.get(`/v1/quotes?property_id=${id}&check_in=${checkIn}&check_out=${checkOut}`),
    }
  }

  for (const [zone, yesterday, today] of [
    [null, '2026-06-14', '2026-06-15'],
    ['Pacific/Kiritimati', '2026-06-15', '2026-06-16'],
    ['America/Los_Angeles', '2026-06-14', '2026-06-15'],
    ['No such zone', '2026-06-14', '2026-06-15'],
  ] as const) {
    it(`in ${zone ?? 'an unknown time zone'} is booked and priced from ${today} on`, async () => {
      const own = await home(zone)
      const end = '2026-06-18'
      for (const query of ['', '?dry_run=true'])
        refusesDay(await own.book(yesterday, end, query), 'invalid_body', 'checkIn', yesterday, today)
      refusesDay(await own.quote(yesterday, end), 'invalid_params', 'check_in', yesterday, today)
      assert.equal((await own.quote(today, end)).status, 200)
      assert.equal((await own.book(today, end, '?dry_run=true')).status, 200)
      assert.equal((await own.book(today, end)).status, 201)
    })
  }

  it('has its stays moved to today or later only; whoever is there already can stay longer', async () => {
    const own = await home('Europe/Zagreb')
    const { body } = await own.book('2026-06-15', '2026-06-18')
    const change = (values: object, query = '') =>
      own.send('PATCH', `/v1/reservations/${String(body['id'])}${query}`, values)
    for (const query of ['', '?dry_run=true'])
      refusesDay(
        await change({ checkIn: '2026-06-14' }, query),
        'invalid_body',
        'checkIn',
        '2026-06-14',
        '2026-06-15',
      )
    app.clock.advance(24 * 3_600_000)
    const longer = await change({ checkIn: '2026-06-15', checkOut: '2026-06-20' })
    assert.deepEqual([longer.status, longer.body['changed']], [200, ['checkOut']], longer.text)
    app.clock.set('2026-06-15T12:00:00.000Z')
  })

  it('answers what was booked before midnight under its key after it, too', async () => {
    const own = await home('Europe/Zagreb')
    app.clock.set('2026-06-15T21:59:00.000Z')
    const key = { 'idempotency-key': 'just-before-midnight' }
    const made = await own.book('2026-06-15', '2026-06-18', '', key)
    assert.equal(made.status, 201, made.text)
    app.clock.advance(120_000)
    const again = await own.book('2026-06-15', '2026-06-18', '', key)
    assert.deepEqual([again.status, again.text], [201, made.text])
    refusesDay(
      await own.book('2026-06-15', '2026-06-18'),
      'invalid_body',
      'checkIn',
      '2026-06-15',
      '2026-06-16',
    )
  })
})

describe('a listing that a PMS keeps', () => {
  let world: PmsWorld
  let zone = ''
  before(async () => {
    world = await startPmsWorld()
    const { rows } = await sql<{ time_zone: string }>`
      select time_zone from listings where id = ${world.listingId}`.execute(world.app.db)
    zone = rows[0]?.time_zone ?? ''
  })
  after(() => world.close())
  const atMidnight = (date: string) =>
    new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)

  it('is booked, changed and priced from today on, and the PMS hears nothing of what is over', async () => {
    world.app.clock.set(atMidnight('2027-03-10'))
    const over = { checkIn: '2027-03-09', checkOut: '2027-03-12' }
    // The clock was set, so the sync engine may fetch a new token meanwhile.
    const writes = () =>
      world.calls().filter((call) => call.startsWith('POST') && !/token/i.test(call)).length
    const calls = writes()
    const refuses = (answer: TestAnswer) =>
      refusesDay(answer, 'invalid_body', 'checkIn', over.checkIn, '2027-03-10')
    refuses(await world.book(over, 'over'))
    refuses(await world.book(over, undefined, '?dry_run=true'))
    refuses(await world.send('POST', '/v1/reservations/quote', { listingId: world.listingId, ...over }))
    assert.equal(writes(), calls)
    errorOf(await world.send('GET', '/v1/reservations/intents/over'), 404, 'not_found')
    const made = await world.book({ checkIn: '2027-03-10', checkOut: '2027-03-12' })
    assert.equal(made.status, 201, made.text)
    const url = `/v1/reservations/${String(made.body['id'])}`
    refuses(await world.send('PATCH', url, over))
    refuses(await world.send('PATCH', `${url}?dry_run=true`, over))
    assert.equal((await world.send('PATCH', url, { checkOut: '2027-03-13' })).status, 200)
  })

  it('gets what was begun before midnight, and its key is answered after it', async () => {
    const days = { checkIn: '2027-03-20', checkOut: '2027-03-22', totalPrice: 300 }
    world.app.clock.set(new Date(atMidnight('2027-03-21').getTime() - 30_000))
    world.fault('drop', 'POST', '/v1/reservations')
    errorOf(await world.book(days, 'begun'), 502, 'pms_error')
    world.app.clock.advance(90_000)
    const made = await world.book(days, 'begun')
    assert.equal(made.status, 201, made.text)
    // Also when the stored answer is gone.
    await sql`delete from idempotency_keys`.execute(world.app.db)
    const again = await world.book(days, 'begun')
    assert.deepEqual([again.status, again.body['id']], [201, made.body['id']])
    refusesDay(await world.book(days, 'late'), 'invalid_body', 'checkIn', '2027-03-20', '2027-03-21')
  })

  it('has what was booked before midnight found out after it', async () => {
    world.app.clock.set(new Date(atMidnight('2027-03-26').getTime() - 5_000))
    world.fault('timeout', 'POST', '/v1/reservations')
    world.fault('500', 'GET', '/v1/reservations', 100)
    const days = { ...stay, checkIn: '2027-03-25', checkOut: '2027-03-27', totalPrice: 300 }
    errorOf(await world.book(days, 'lost'), 502, 'pms_error')
    world.simulator.faults.clear()
    await world.resolve(30)
    assert.equal((await world.intent('lost'))['state'], 'succeeded')
  })
})
