/** Recommended prices by their routes: what they show, what is applied, what is left alone. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyRecommendations, autoActor } from '../../src/features/markets/pricing/decide.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { home, pricingSpace, thousandths, today, workUntilDone, type PricingSpace } from './world.ts'

interface Rec {
  date: string
  currentPrice: number | null
  recommendedPrice: number
  currency: string
  confidence: number
  bookingProbability: number
  expectedRevenue: number
  factors: Record<string, { amount: string; reason: string }>
  status: string
}

let app: TestApp
let space: PricingSpace
let id: string
before(async () => {
  app = await startTestApp({ now: `${today}T12:00:00.000Z` })
  space = await pricingSpace(app)
  id = await home(space, { seed: 1 })
  for (const seed of [2, 3]) await home(space, { seed })
})
after(() => app.close())

const recsOf = async (listingId: string, query = '') => {
  const { status, body, text } = await space.call('GET', `/v1/listings/${listingId}/pricing${query}`)
  assert.equal(status, 200, text)
  return body['recommendations'] as unknown as Rec[]
}

describe('recommended prices', () => {
  it('stand for every open night, and their factors add up to them exactly', async () => {
    const { body } = await space.call('GET', `/v1/listings/${id}/pricing`)
    const recs = body['recommendations'] as unknown as Rec[]
    const nights = (await space.call('GET', `/v1/availability/${id}?from=${today}&to=2026-09-13`)).body
    const open = (nights['days'] as unknown as { date: string; available: boolean }[])
      .filter(({ available }) => available)
      .map(({ date }) => date)
    assert.deepEqual(
      recs.map(({ date }) => date),
      open,
    )
    assert.deepEqual(body['dateRange'] as unknown, { start: today, end: '2026-09-13' })
    for (const rec of recs) {
      const sum = Object.values(rec.factors).reduce((total, { amount }) => total + thousandths(amount), 0n)
      assert.equal(sum, thousandths(String(rec.recommendedPrice)), JSON.stringify(rec))
      assert.ok(Math.abs(rec.recommendedPrice - (rec.currentPrice ?? 0)) <= 15.001, JSON.stringify(rec))
      assert.ok(rec.bookingProbability >= 0 && rec.bookingProbability <= 1)
    }
    assert.equal(body['listing']['aiBasePriceFactors']['neighbours'] as unknown, 2)
  })

  it('stand for one night alone with `date`', async () => {
    const [night] = await recsOf(id)
    assert.deepEqual(await recsOf(id, `?date=${night?.date}`), [night])
    const url = `/v1/listings/${id}/pricing?date=2026-07-01`
    const { status, body } = await space.call('GET', `${url}&endDate=2026-07-02`)
    assert.deepEqual([status, String(body['error']['field'])], [400, 'date'])
  })

  it('ask more of summer than of winter', async () => {
    const of = (recs: Rec[]) =>
      recs.reduce((sum, { recommendedPrice }) => sum + recommendedPrice, 0) / recs.length
    const summer = of(await recsOf(id, '?startDate=2026-07-20&endDate=2026-08-20'))
    const winter = of(await recsOf(id, '?startDate=2026-11-20&endDate=2026-12-20'))
    assert.ok(summer > winter * 1.1, `${summer} against ${winter}`)
  })

  it('are in the currency of the listing: of one that is priced in another since, none is shown or applied', async () => {
    const other = await home(space, { seed: 9 })
    const url = `/v1/listings/${other}/pricing`
    const decide = (action: string, dates: unknown[]) => space.call('POST', url, { dates, action })
    const [first, second, third] = (await recsOf(other)).map(({ date }) => date)
    await decide('apply', [first])
    await decide('decline', [second])
    await space.call('PUT', `/v1/listings/${other}/content`, { pricing: { currency: 'JPY' } })
    assert.deepEqual((await decide('apply', [third])).body as unknown, { ok: true, applied: 0 })
    const recs = await recsOf(other)
    assert.deepEqual(new Set(recs.map(({ currency }) => currency)), new Set(['JPY']))
    assert.ok(recs.every(({ recommendedPrice }) => Number.isInteger(recommendedPrice)))
    assert.deepEqual((await decide('apply', [third])).body as unknown, { ok: true, applied: 1 })
  })

  it('are applied once, and told', async () => {
    const [first, second, third] = (await recsOf(id)).map(({ date }) => date)
    const dates = [first, second] as string[]
    const press = () => space.call('POST', `/v1/listings/${id}/pricing`, { dates, action: 'apply' })
    const wanted = new Map((await recsOf(id)).map((rec) => [rec.date, rec.recommendedPrice]))
    assert.deepEqual((await press()).body as unknown, { ok: true, applied: 2 })
    assert.deepEqual((await press()).body as unknown, { ok: true, applied: 0 })
    const recs = await recsOf(id)
    for (const date of dates) {
      const rec = recs.find((one) => one.date === date)
      assert.deepEqual([rec?.status, rec?.currentPrice], ['applied', wanted.get(date)])
    }
    const declined = await space.call('POST', `/v1/listings/${id}/pricing`, {
      dates: [third, first],
      action: 'decline',
    })
    assert.deepEqual(declined.body as unknown, { ok: true, declined: 1 })
    const { body } = await space.call('GET', `/v1/listings/${id}/pricing/history?limit=2`)
    const rows = body['data'] as unknown as { status: string; appliedRate: number; appliedBy: string }[]
    assert.deepEqual(
      rows.map(({ status, appliedRate }) => [status, appliedRate]),
      dates.map((date) => ['applied', wanted.get(date)]),
    )
    assert.match(rows[0]?.appliedBy ?? '', /^key:/)
    assert.equal(body['pagination']['hasMore'] as unknown, true)
  })

  it('leave nights alone that were sold since, and have none for them', async () => {
    const own = await home(space, { seed: 9, stays: 0 })
    const [first, second] = (await recsOf(own)).map(({ date }) => date) as [string, string]
    await space.rows.stay({ listing_id: own, check_in: first, check_out: second })
    const answer = await space.call('POST', `/v1/listings/${own}/pricing`, {
      dates: [first],
      action: 'apply',
    })
    assert.deepEqual(answer.body as unknown, { ok: true, applied: 0 })
    assert.equal((await recsOf(own))[0]?.date, second)
  })

  it('follow the strategy, whose bounds nothing breaks', async () => {
    const strategy = (body: object) => space.call('PUT', `/v1/listings/${id}/pricing/strategy`, body)
    const before = new Set((await recsOf(id)).map(({ date, status }) => `${date} ${status}`))
    assert.ok(before.size > 0)
    const read = async () => (await space.call('GET', `/v1/listings/${id}/pricing/strategy`)).body
    assert.deepEqual([(await read())['id'], (await read())['isDefault']] as unknown, [null, true])
    assert.deepEqual(
      (await strategy({ minPrice: 104.5, maxPrice: 106, maxDailyChangePct: 50 })).body as unknown,
      { ok: true },
    )
    const stored = await read()
    assert.deepEqual([stored['id'], stored['isDefault'], stored['minPrice'], stored['maxPrice']] as unknown, [
      id,
      false,
      104.5,
      106,
    ])
    const recs = (await recsOf(id)).filter(({ status }) => status === 'pending')
    assert.ok(recs.length > 10)
    for (const rec of recs)
      assert.ok(rec.recommendedPrice >= 104.5 && rec.recommendedPrice <= 106, JSON.stringify(rec))
    const wrong = await strategy({ minPrice: 200 })
    assert.deepEqual([wrong.status, wrong.body['error']['field']] as unknown, [400, 'minPrice'])
    assert.equal((await strategy({ minPrise: 3 })).status, 400)
    await strategy({ minPrice: null, maxPrice: null, maxDailyChangePct: 15 })
  })

  it('are applied by themselves in auto mode, every day within its limit', async () => {
    const own = await home(space, { seed: 12 })
    const refused = await space.call('PUT', `/v1/listings/${own}/pricing/strategy`, { mode: 'auto' })
    assert.deepEqual([refused.status, refused.body['error']['field']] as unknown, [400, 'minPrice'])
    await space.call('PUT', `/v1/listings/${own}/pricing/strategy`, {
      mode: 'auto',
      minPrice: 60,
      maxDailyChangePct: 5,
    })
    await workUntilDone(app)
    const prices = async () =>
      new Map(
        (await recsOf(own, '?startDate=2026-07-20&endDate=2026-08-20')).map((rec) => [
          rec.date,
          rec.currentPrice ?? 0,
        ]),
      )
    const first = await prices()
    assert.ok(first.size > 3)
    for (const price of first.values()) assert.ok(price >= 95 && price <= 105, String(price))
    await workUntilDone(app)
    assert.deepEqual(await prices(), first)
    const { body } = await space.call('GET', `/v1/listings/${own}/pricing/history?startDate=2026-07-20`)
    const rows = body['data'] as unknown as { appliedBy: string | null }[]
    assert.ok(rows.some(({ appliedBy }) => appliedBy === 'auto'))
    app.clock.advance(26 * 3600_000)
    await workUntilDone(app)
    const second = await prices()
    assert.ok([...second].some(([date, price]) => price !== first.get(date)))
    for (const [date, price] of second)
      assert.ok(Math.abs(price / (first.get(date) ?? price) - 1) <= 0.0501, date)
  })

  it('are not applied by themselves where the strategy has become another since they were reckoned', async () => {
    const own = await home(space, { seed: 13 })
    const pending = (await recsOf(own)).filter(({ status }) => status === 'pending')
    const strategy = async (settings: object) => {
      const { status, text } = await space.call('PUT', `/v1/listings/${own}/pricing/strategy`, settings)
      assert.equal(status, 200, text)
    }
    // As the nightly job does it that looked before the strategy was set.
    const byItself = () =>
      applyRecommendations(
        app.services,
        space.live,
        { listingId: own, dates: pending.map(({ date }) => date), by: autoActor, key: null },
        { inTransaction: (work) => app.db.transaction().execute(work), answer: (applied: number) => applied },
      )
    assert.ok(pending.length > 10)
    assert.equal(await byItself(), 0, 'nobody said that prices apply themselves')
    await strategy({ mode: 'auto', minPrice: 1, maxPrice: 2 })
    assert.equal(await byItself(), 0, 'all of them are above what is allowed by now')
    const pressed = await space.call('POST', `/v1/listings/${own}/pricing`, {
      action: 'apply',
      dates: [pending[0]?.date],
    })
    assert.equal(pressed.body['applied'] as unknown, 0, 'nor by who presses before they are looked at anew')
    await strategy({ mode: 'auto', minPrice: 1, maxPrice: 10_000 })
    assert.equal(await byItself(), pending.length)
  })

  it('are decided on for many at once, each by itself, and for none with an inactive one among them', async () => {
    const [one, none] = [await home(space, { seed: 20, stays: 5 }), await home(space, { seed: 21, stays: 0 })]
    const [night] = (await recsOf(one)).map(({ date }) => date) as [string]
    const bulk = (items: object[]) =>
      space.call('POST', '/v1/listings/pricing/bulk', { action: 'apply', items })
    const items = [one, none, '123456789'].map((listingId) => ({ listingId, dates: [night] }))
    const { body } = await bulk(items)
    assert.deepEqual([body['processed'], body['succeeded']] as unknown, [3, 1])
    const failed = body['failed'] as unknown as { listingId: string; errorCode: string }[]
    assert.deepEqual(
      failed.map(({ listingId, errorCode }) => [listingId, errorCode]),
      [
        [none, 'no_pending_recommendations'],
        ['123456789', 'not_owned'],
      ],
    )
    const off = await space.rows.listing({ active: false, inactive_reason: 'deactivated', currency: 'EUR' })
    const [, next] = (await recsOf(one)).map(({ date }) => date) as [string, string]
    const refused = await bulk([
      { listingId: one, dates: [next] },
      { listingId: off, dates: [next] },
    ])
    assert.deepEqual([refused.status, refused.body['error']['code']] as unknown, [403, 'listing_inactive'])
    assert.equal((await recsOf(one)).find(({ date }) => date === next)?.status, 'pending')
  })

  it('say what they lack', async () => {
    const bare = await space.rows.listing({ currency: 'EUR' })
    const { body } = await space.call('GET', `/v1/listings/${bare}/pricing`)
    assert.deepEqual(body['recommendations'] as unknown, [])
    assert.match(String(body['warnings'][0]), /default price/)
    const wrong = await space.call('GET', `/v1/listings/${bare}/pricing?startDate=2026-02-30`)
    assert.deepEqual([wrong.status, wrong.body['error']['field']] as unknown, [400, 'startDate'])
  })
})
