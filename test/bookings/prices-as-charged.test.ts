/** Prices are shown as they are charged, in whole units of their currency, wherever they are shown; and in currencies that exist. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { currencyCodes } from '../../src/contract/currencies.ts'
import { currencyCode } from '../../src/connector-kit/readings.ts'
import { routes as allRoutes } from '../../src/features/routes.ts'
import { freshSpace, type Space } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
let own: Space
before(async () => {
  app = await startTestApp()
  own = await freshSpace(app)
})
after(() => app.close())

const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const dates = { check_in: '2027-07-01', check_out: '2027-07-03', from: '2027-07-01', to: '2027-07-10' }

/** As set, and as charged: a night, a night of the weekend, cleaning, deposit. */
const cases: Record<string, { set: number[]; charged: number[] }> = {
  JPY: { set: [12345.99, 23456.5, 3456.78, 45678.49], charged: [12346, 23457, 3457, 45678] },
  XPF: { set: [9999.5, 8888.25, 7777.75, 6666.625], charged: [10_000, 8888, 7778, 6667] },
  USD: { set: [99.995, 88.994, 77.777, 66.665], charged: [100, 88.99, 77.78, 66.67] },
  KWD: { set: [12.345, 23.456, 34.567, 45.678], charged: [12.345, 23.456, 34.567, 45.678] },
}

type Shown = Record<string, unknown> & { text: string }

/** Every read that can be asked about a listing, with its parameters filled in. */
function readsOf(listingId: string): string[] {
  const values: Record<string, string> = {
    ...dates,
    property_id: listingId,
    listing_id: listingId,
    include: 'content,details',
  }
  return allRoutes.flatMap((route) => {
    if (route.method !== 'GET' || !route.url.startsWith('/v1/')) return []
    const params = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (params.some((name) => !['id', 'propertyId', 'listingId'].includes(name))) return []
    const query = Object.keys(route.query?.properties ?? {})
      .filter((name) => name in values && !['include', 'guests'].includes(name))
      .map((name) => `${name}=${values[name]}`)
    const path = route.url.replaceAll(/:\w+/g, listingId)
    return [query.length === 0 ? path : `${path}?${query.join('&')}`]
  })
}

describe('a price is shown as it is charged', () => {
  for (const [currency, { set, charged }] of Object.entries(cases)) {
    it(`in ${currency}`, async () => {
      const [night, weekend, cleaning, deposit] = set
      const [shownNight, shownWeekend] = charged
      const made = await own.post('/v1/listings', { name: `House in ${currency}`, currency })
      assert.equal(made.status, 201, made.text)
      const listingId = String(made.body['id'])
      const pricing = {
        ...{
          defaultDailyPrice: night,
          weekendPrice: weekend,
          cleaningFee: cleaning,
          securityDeposit: deposit,
        },
        currency,
      }
      const put = await app.call('PUT', `/v1/listings/${listingId}/content`, {
        key: own.liveKey,
        body: { pricing },
      })
      assert.equal(put.status, 200, put.text)
      const draft = { listingId, checkIn: dates.check_in, checkOut: dates.check_out, guest }
      const answers: Shown[] = []
      for (const url of readsOf(listingId)) {
        const answer = await own.get(url)
        if (answer.status === 200) answers.push({ url, text: answer.text })
      }
      for (const query of ['?dry_run=true', '']) {
        const answer = await own.post(`/v1/reservations${query}`, draft)
        answers.push({ url: `POST /v1/reservations${query}`, text: answer.text })
        const { totalPrice } = answer.body as unknown as { totalPrice: number }
        const total = 2 * (shownNight ?? 0) + (charged[2] ?? 0)
        assert.equal(totalPrice, Number(total.toFixed(3)), answer.text)
      }
      const calendar = await own.get(`/v1/availability/${listingId}?from=${dates.from}&to=${dates.to}`)
      const { days } = calendar.body as unknown as { days: { date: string; price: number }[] }
      const priceOn = (date: string) => days.find((day) => day.date === date)?.price
      assert.deepEqual([priceOn('2027-07-01'), priceOn('2027-07-03')], [shownNight, shownWeekend])
      const raw = set.filter((amount) => !charged.includes(amount)).map(String)
      const leaks = answers
        // A history says what was set, as it was set.
        .filter(({ url }) => !String(url).endsWith('/history'))
        .filter(({ text }) => raw.some((amount) => text.includes(amount)))
      assert.deepEqual(
        leaks.map(({ url }) => url),
        [],
      )
      assert.ok(answers.length > 20, `only ${answers.length} answers were looked at`)
    })
  }
})

describe('a currency that does not exist', () => {
  const refused = (answer: { status: number; text: string; body: unknown }, field: string) => {
    const { error } = answer.body as { error?: { code: string; field: string; message: string } }
    assert.deepEqual([answer.status, error?.code, error?.field], [400, 'invalid_body', field], answer.text)
    assert.match(error?.message ?? '', /EUR/)
  }

  for (const currency of ['ABC', 'XXX', 'XTS', 'eur'])
    it(`is refused where callers write it: ${currency}`, async () => {
      const listingId = await own.rows.listing({ default_nightly_price: '100' })
      refused(await own.post('/v1/listings', { name: 'House', currency }), 'currency')
      const content = { key: own.liveKey, body: { pricing: { currency } } }
      refused(await app.call('PUT', `/v1/listings/${listingId}/content`, content), 'pricing.currency')
      refused(await own.post('/v1/guests', { firstName: 'Ada', currency }), 'currency')
      const stay = { listingId, checkIn: dates.check_in, checkOut: dates.check_out, guest }
      refused(await own.post('/v1/reservations', { ...stay, currency }), 'currency')
    })

  it('is refused in every body that has one', () => {
    const loose: string[] = []
    const look = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [name, value] of Object.entries(schema)) {
        const { pattern, enum: values } = (value ?? {}) as { pattern?: string; enum?: unknown[] }
        if (pattern === '^[A-Z]{3}$' && values === undefined) loose.push(`${where}.${name}`)
        look(value, `${where}.${name}`)
      }
    }
    for (const route of allRoutes) look(route.body, `${route.method} ${route.url}`)
    assert.deepEqual(loose, [])
  })

  it('of a vendor is none', () => {
    for (const code of ['ABC', 'XXX', 'XTS', 'XAU', '', null, 'EURO']) assert.equal(currencyCode(code), null)
    for (const code of ['eur', ' HRK ', 'xpf']) assert.equal(currencyCode(code), code.trim().toUpperCase())
    for (const code of Intl.supportedValuesOf('currency').filter((one) => one !== 'XDR' && one !== 'XSU'))
      assert.ok(currencyCodes.includes(code), code)
  })
})

/** Bodies in which somebody is told what to pay, and those that say otherwise what becomes of decimals. */
const toBePaid = ['PUT /v1/availability/:propertyId price', 'PATCH /v1/availability/batch price']
const elsewhere: Record<string, RegExp> = {
  'a rate that stands until it is changed, in whatever currency the home has by then: it is rounded where it is charged':
    /^(POST \/v1\/listings|PUT \/v1\/listings\/:id\/(content|pricing\/strategy)) /,
  'judged by the same rule (src/records/payable-amount.ts), where a PMS or a channel takes it':
    /^POST (\/v1\/reservations|\/v1\/channels\/vrbo\/reservations\/:id\/refund) /,
  'of a channel, which judges it itself and in its own words':
    /\/v1\/(channels\/(airbnb|booking|plumguide)|conversations\/:id\/special-offers)/,
  'judged by the operation that a plan rehearses, before the plan is made': /^POST \/v1\/plans /,
  'a bound that amounts are held against, which nobody pays':
    /^(POST \/v1\/keys|PATCH \/v1\/keys\/:id|POST \/v1\/agent-authorizations) amount$/,
  'no amount': / (privateFeedback|feedIds)$/,
  'refused whatever it is': /^PATCH \/v1\/reservations\/:id totalPrice$/,
}

describe('an amount with more decimals than its currency has', () => {
  it('is refused, or has a reason, in every body', () => {
    const found = new Set<string>()
    const look = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties = {} } = schema as { properties?: Record<string, unknown> }
      for (const name of Object.keys(properties))
        if (/price|amount|fee|deposit|total|payout/i.test(name)) found.add(`${where} ${name}`)
      for (const part of Object.values(schema)) look(part, where)
    }
    for (const route of allRoutes) look(route.body, `${route.method} ${route.url}`)
    const reasons = Object.values(elsewhere)
    assert.deepEqual(
      [...found].filter((one) => !toBePaid.includes(one) && !reasons.some((reason) => reason.test(one))),
      [],
    )
    assert.deepEqual(
      toBePaid.filter((one) => !found.has(one)),
      [],
    )
  })

  for (const [currency, price, isTaken] of [
    ['JPY', 100.5, false],
    ['JPY', 100, true],
    ['EUR', 100.505, false],
    ['EUR', 100.5, true],
    ['KWD', 100.505, true],
  ] as const)
    it(`${price} ${currency} is ${isTaken ? 'taken' : 'refused'}`, async () => {
      const listingId = await own.rows.listing({ currency })
      const body = { dates: ['2027-07-01'], price }
      const answers = [
        await app.call('PUT', `/v1/availability/${listingId}`, { key: own.liveKey, body }),
        await app.call('PATCH', '/v1/availability/batch', {
          key: own.liveKey,
          body: { ...body, propertyIds: [listingId] },
        }),
      ]
      for (const answer of answers) {
        const { error } = answer.body as unknown as { error?: { field: string; value_received: number } }
        assert.equal(answer.status, isTaken ? 200 : 400, answer.text)
        if (!isTaken) assert.deepEqual([error?.field, error?.value_received], ['price', price])
      }
    })
})
