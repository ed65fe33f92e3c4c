/** Plans of every kind at listings kept here: made, confirmed, repeated, raced, stale and expired. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { errorOf, planSpace, stay } from './space.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '100000' } })
})
after(() => app.close())

const nights = { from: '2026-07-01', to: '2026-07-03' }

describe('a plan', () => {
  it('of a booking says what it would do, does nothing, and books once when it is confirmed', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'booking', listingId: own.listing, ...stay })
    const { id, token, created_at: _, dry_run: rehearsed, ...shown } = plan
    assert.match(token, /^plan_\w{40}$/)
    assert.deepEqual(shown, {
      kind: 'booking',
      status: 'open',
      expires_at: '2026-06-15T12:10:00.000Z',
      confirmed_at: null,
      summary: `Book listing ${own.listing} from 2026-07-01 to 2026-07-04 for 300 EUR.`,
      money: { amount: 300, currency: 'EUR' },
      guests_told: [],
      channels_touched: [],
      changes: [
        { field: 'listingId', before: null, after: own.listing },
        { field: 'checkIn', before: null, after: '2026-07-01' },
        { field: 'checkOut', before: null, after: '2026-07-04' },
      ],
      warnings: [],
    })
    assert.equal((rehearsed as { dryRun: boolean }).dryRun, true)
    assert.equal(await own.stays(), 0)
    const done = await own.confirm(plan)
    assert.equal(done.status, 200, done.text)
    assert.equal(done.body['repeated'], false)
    assert.equal(await own.stays(), 1)
    const again = await own.confirm(plan)
    assert.deepEqual(
      [again.status, again.body['repeated'], again.body['result']],
      [200, true, done.body['result']],
      again.text,
    )
    assert.equal(await own.stays(), 1)
    const { body } = await own.get(`/v1/plans/${id}`)
    assert.deepEqual([body['status'], body['token']], ['done', undefined])
    assert.deepEqual(
      [...((await own.get('/v1/plans')).body['data'] ?? [])].map((row) => String(row['id'])),
      [id],
    )
  })

  it('of prices, of a closure, of a change and of a cancellation is carried out', async () => {
    const own = await planSpace(app)
    const prices = await own.plan({
      kind: 'prices',
      listing_id: own.listing,
      ...nights,
      price: 150,
      min_nights: 2,
    })
    assert.deepEqual(prices['money'], { amount: 150, currency: 'EUR' })
    assert.deepEqual(prices['changes'], [
      { field: '2026-07-01..2026-07-03 price', before: 100, after: 150 },
      { field: '2026-07-01..2026-07-03 minNights', before: null, after: 2 },
    ])
    assert.equal((await own.confirm(prices)).status, 200)
    assert.equal(await own.price('2026-07-02'), 150)

    const closure = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-08-01'] })
    assert.equal(closure['summary'], `Close nights 2026-08-01 of listing ${own.listing}.`)
    const odd = Array.from({ length: 7 }, (_, n) => `2026-09-${String(2 * n + 1).padStart(2, '0')}`)
    const scattered = await own.plan({ kind: 'closure', listing_id: own.listing, dates: odd })
    assert.match(String(scattered['summary']), /2026-09-09 and 2 more of listing/)
    assert.equal((await own.confirm(closure)).status, 200)
    const made = await own.send('POST', '/v1/reservations', { listingId: own.listing, ...stay })
    const id = String(made.body['id'])
    const taken = await own.ask({ kind: 'booking', listingId: own.listing, ...stay })
    assert.equal(
      (errorOf(taken, 409, 'plan_refused')['refusal'] as { code: string }).code,
      'reservation_not_created',
    )
    const change = await own.plan({ kind: 'change', reservation_id: id, checkOut: '2026-07-05' })
    assert.deepEqual(change['money'], { amount: 100, currency: 'EUR' })
    assert.deepEqual(change['changes'], [{ field: 'checkOut', before: '2026-07-04', after: '2026-07-05' }])
    assert.equal((await own.confirm(change)).status, 200)
    assert.equal((await own.get(`/v1/reservations/${id}`)).body['checkOut'], '2026-07-05')

    const cancellation = await own.plan({ kind: 'cancellation', reservation_id: id, reason: 'Broken roof' })
    assert.deepEqual(cancellation['money'], { amount: 550, currency: 'EUR' })
    assert.equal((await own.confirm(cancellation)).status, 200)
    assert.equal((await own.get(`/v1/reservations/${id}`)).body['status'], 'cancelled')
  })

  it('takes the fields of its kind only, and names the missing one', async () => {
    const own = await planSpace(app)
    const field = async (body: object) => errorOf(await own.ask(body), 400, 'invalid_body')['field']
    assert.equal(await field({ kind: 'booking', listingId: own.listing, checkIn: '2026-07-01' }), 'checkOut')
    assert.equal(await field({ kind: 'closure', listing_id: own.listing }), 'dates')
    assert.equal(
      await field({ kind: 'closure', listing_id: own.listing, from: '2026-07-02', to: '2026-07-01' }),
      'to',
    )
    assert.equal(
      await field({ kind: 'closure', listing_id: own.listing, ...nights, dates: ['2026-07-01'] }),
      'dates',
    )
    assert.equal(
      await field({ kind: 'closure', listing_id: own.listing, from: '2026-07-01', to: '2029-07-01' }),
      'to',
    )
    assert.equal(await field({ kind: 'closure', listing_id: own.listing, ...nights, price: 3 }), 'price')
    assert.equal(await field({ kind: 'message', conversation_id: '1' }), 'text')
    errorOf(await own.ask({ kind: 'cancellation', reservation_id: '123456' }), 404, 'not_found')
  })

  it('is confirmed once by two at the same time', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'booking', listingId: own.listing, ...stay })
    const answers = await Promise.all([own.confirm(plan), own.confirm(plan), own.confirm(plan)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
      answers.map(({ text }) => text).join(),
    )
    assert.deepEqual(answers[1].body['result'], answers[0].body['result'])
    assert.deepEqual(answers[2].body['result'], answers[0].body['result'])
    assert.equal(answers.filter(({ body }) => !body['repeated']).length, 1)
    assert.equal(await own.stays(), 1)
  })

  it('expires after ten minutes', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'closure', listing_id: own.listing, ...nights })
    app.clock.advance(600_000)
    errorOf(await own.confirm(plan), 409, 'plan_expired')
    assert.equal((await own.get(`/v1/plans/${plan.id}`)).body['status'], 'expired')
  })

  it('is missing for another key, another workspace and a wrong token', async () => {
    const own = await planSpace(app)
    const other = await planSpace(app)
    const plan = await own.plan({ kind: 'closure', listing_id: own.listing, ...nights })
    const second = await own.send('POST', '/v1/keys', { name: 'second' })
    const absent = errorOf(
      await own.confirm({ ...plan, id: '0f4e8a52-7c1d-4a57-9d6e-2b8c5f3a9e10' }),
      404,
      'not_found',
    )
    for (const answer of [
      await own.confirm({ ...plan, token: 'plan_wrong' }),
      await own.confirm(plan, String(second.body['secret'])),
      await own.confirm(plan, other.liveKey),
    ]) {
      const { message } = errorOf(answer, 404, 'not_found')
      assert.equal(String(message).replace(plan.id, ''), String(absent['message']).replace(/\S{36}/, ''))
    }
    errorOf(await other.get(`/v1/plans/${plan.id}`), 404, 'not_found')
    const later = { ...stay, checkIn: '2026-08-10', checkOut: '2026-08-12' }
    const made = await own.send('POST', '/v1/reservations', { listingId: own.listing, ...later })
    const { body: threads } = await own.get('/v1/conversations')
    for (const body of [
      { kind: 'cancellation', reservation_id: made.body['id'] },
      { kind: 'change', reservation_id: made.body['id'], checkOut: '2026-08-13' },
      { kind: 'message', conversation_id: threads['data']?.[0]?.['id'], text: 'Hello' },
      { kind: 'booking', listingId: own.listing, ...stay },
      { kind: 'booking', listingId: other.listing, ...stay, guestId: made.body['guestId'] },
      { kind: 'change', reservation_id: made.body['id'], listingId: other.listing },
    ])
      errorOf(await other.ask(body), 404, 'not_found')
    errorOf(await other.ask({ kind: 'closure', listing_id: own.listing, ...nights }), 404, 'not_found')
    assert.equal((await own.confirm(plan)).status, 200)
  })
})

describe('a plan is stale', () => {
  const changedOf = async (own: Awaited<ReturnType<typeof planSpace>>, plan: { id: string; token: string }) =>
    errorOf(await own.confirm(plan), 409, 'plan_stale')['changed']

  it('when a night or its price changed', async () => {
    const own = await planSpace(app)
    const booking = await own.plan({ kind: 'booking', listingId: own.listing, ...stay })
    const closure = await own.plan({ kind: 'closure', listing_id: own.listing, ...nights })
    const far = await own.plan({ kind: 'closure', listing_id: own.listing, dates: ['2026-09-01'] })
    await own.send('PUT', `/v1/availability/${own.listing}`, { dates: ['2026-07-02'], price: 130 })
    assert.deepEqual(await changedOf(own, booking), ['nights 2026-07-02'])
    assert.deepEqual(await changedOf(own, closure), ['nights 2026-07-02'])
    assert.equal((await own.confirm(far)).status, 200)
    assert.equal(await own.stays(), 0)
  })

  it('when what is quoted changed though no night did', async () => {
    const own = await planSpace(app)
    const plan = await own.plan({ kind: 'booking', listingId: own.listing, ...stay })
    await sql`
      update listings set pricing = '{"cleaningFee": "40"}' where id = ${own.listing}`.execute(app.db)
    assert.deepEqual(await changedOf(own, plan), ['the price: 300 EUR, now 340 EUR'])
  })

  it('when the stay was changed', async () => {
    const own = await planSpace(app)
    const made = await own.send('POST', '/v1/reservations', { listingId: own.listing, ...stay })
    const id = String(made.body['id'])
    const plan = await own.plan({ kind: 'cancellation', reservation_id: id })
    await own.send('PATCH', `/v1/reservations/${id}`, { checkInTime: '17:00' })
    assert.deepEqual(await changedOf(own, plan), ['the stay'])
  })
})
