/** What the owner set is what a stay costs: quoted, rehearsed, booked and changed alike. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ContentBody } from '../../src/contract/listing-content.ts'
import { ListingCreateBody } from '../../src/contract/listing-write.ts'
import { freshSpace, type Space } from '../api/rows.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
})
after(() => app.close())

interface Pricing {
  items: { type: string; name: string; quantity: number; amount: number }[]
  total: number
  securityDeposit: number | null
  [part: string]: unknown
}
const pricingOf = ({ body }: TestAnswer) => body['pricing'] as unknown as Pricing

const send = (space: Space, method: string, url: string, body?: object) =>
  app.call(method, url, { key: space.liveKey, ...(body === undefined ? {} : { body }) })

async function home(space: Space, body: object = {}): Promise<string> {
  const answer = await send(space, 'POST', '/v1/listings', {
    name: 'Loft',
    currency: 'EUR',
    defaultDailyPrice: 100,
    ...body,
  })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body['id'])
}

/** 28 nights and eight weekend nights: everything that can be charged is. */
const stay = { checkIn: '2026-07-01', checkOut: '2026-07-29' }
const guest = { firstName: 'Ada' }
const quote = async (space: Space, id: string, { checkIn, checkOut }: typeof stay = stay, guests = 3) => {
  const answer = await space.get(
    `/v1/quotes?property_id=${id}&check_in=${checkIn}&check_out=${checkOut}&guests=${guests}`,
  )
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const put = async (space: Space, id: string, pricing: object) => {
  const answer = await send(space, 'PUT', `/v1/listings/${id}/content`, { pricing })
  assert.equal(answer.status, 200, answer.text)
}

describe('every price that is stored', () => {
  /** A value that differs from what the listing has, and what must be there for it to count. */
  const cases: Record<string, { value: unknown; with?: object; stay?: typeof stay }> = {
    defaultDailyPrice: { value: 130 },
    weekendPrice: { value: 150 },
    cleaningFee: { value: 40 },
    pricePerExtraGuest: { value: 12.5 },
    securityDeposit: { value: 300 },
    weeklyDiscount: { value: 10, stay: { checkIn: '2026-07-01', checkOut: '2026-07-08' } },
    monthlyDiscount: { value: 20 },
    guestsIncluded: { value: 2, with: { pricePerExtraGuest: 10 } },
    currency: { value: 'USD' },
  }

  it('changes a quote when it is written', async () => {
    const space = await freshSpace(app)
    const fields = Object.keys(ContentBody.properties.pricing.properties)
    assert.ok(fields.length >= 9)
    for (const field of fields) {
      const one = cases[field]
      assert.ok(one, `\`${field}\` is stored: price it and say here how it shows`)
      const id = await home(space)
      if (one.with) await put(space, id, one.with)
      const shown = async () => {
        const { body } = await quote(space, id, one.stay)
        return [body['currency'], body['pricing']]
      }
      const plain = await shown()
      await put(space, id, { [field]: one.value })
      assert.notDeepEqual(await shown(), plain, field)
    }
  })

  it('changes a quote when the listing is made with it', async () => {
    const space = await freshSpace(app)
    // Amounts are the numbers without another bound than this one.
    const amounts = Object.entries(ListingCreateBody.properties)
      .filter(([, schema]) => 'maximum' in schema && schema.maximum === 1e9)
      .map(([name]) => name)
    assert.ok(amounts.length >= 4)
    const plain = pricingOf(await quote(space, await home(space)))
    for (const field of amounts) {
      const one = cases[field]
      assert.ok(one, field)
      const id = await home(space, { [field]: one.value })
      assert.notDeepEqual(pricingOf(await quote(space, id)), plain, field)
    }
  })
})

it('a quote is itemised, its items and its parts add up, and the deposit stands beside them', async () => {
  const space = await freshSpace(app)
  const id = await home(space, { weekendPrice: 150, cleaningFee: 40.5, pricePerExtraGuest: 5 })
  await put(space, id, { monthlyDiscount: 12.5, weeklyDiscount: 5, guestsIncluded: 2, securityDeposit: 200 })
  const { items, ...parts } = pricingOf(await quote(space, id))
  assert.deepEqual(
    items.map(({ type, quantity, amount }) => [type, quantity, amount]),
    [
      ['nights', 20, 2000],
      ['weekend_nights', 8, 1200],
      ['monthly_discount', 1, -400],
      ['extra_guest', 28, 140],
      ['cleaning', 1, 40.5],
    ],
  )
  assert.deepEqual(parts, {
    nightlyTotal: 3200,
    lengthOfStayDiscount: -400,
    lengthOfStayDiscountPercent: 12.5,
    cleaningFee: 40.5,
    petFee: null,
    otherFees: 140,
    taxes: null,
    total: 2980.5,
    securityDeposit: 200,
  })
})

it('a markup of a channel is not in it', async () => {
  const space = await freshSpace(app)
  const id = await home(space)
  const plain = pricingOf(await quote(space, id))
  await space.rows.link(id, { platform: 'airbnb', externalId: '71', markup: '30' })
  assert.deepEqual(pricingOf(await quote(space, id)), plain)
})

describe('what is quoted', () => {
  it('is what a dry run shows and what is booked, with its parts kept in the reservation', async () => {
    const space = await freshSpace(app)
    const id = await home(space, { weekendPrice: 150, cleaningFee: 40.5, pricePerExtraGuest: 5 })
    await put(space, id, { monthlyDiscount: 12.5, guestsIncluded: 2, securityDeposit: 200 })
    const quoted = pricingOf(await quote(space, id))
    const body = { listingId: id, ...stay, guest, adults: 2, children: 1 }
    const tried = await send(space, 'POST', '/v1/reservations?dry_run=true', body)
    const made = await send(space, 'POST', '/v1/reservations', body)
    for (const answer of [tried, made]) {
      const { items, total, securityDeposit } = quoted
      assert.deepEqual(pricingOf(answer), { items, total, currency: 'EUR', securityDeposit }, answer.text)
      assert.equal(answer.body['totalPrice'], total)
    }
    const { body: shown } = await space.get(`/v1/reservations/${made.body['id']}`)
    const fees = quoted.items.filter(({ type }) => ['extra_guest', 'cleaning'].includes(type))
    assert.deepEqual(shown['financials'], {
      totalPrice: 3200 - 400 + 140 + 40.5,
      currency: 'EUR',
      paymentStatus: null,
      securityDeposit: 200,
      host: {
        accommodation: 3200,
        discounts: quoted.items.filter(({ type }) => type === 'monthly_discount'),
        guestFees: fees,
      },
      guest: { totalPrice: quoted.total, fees },
    })
    assert.equal(shown['totalPrice'], '2980.50')
  })

  it('is booked at the price of now when it changed in between, and the answer shows it', async () => {
    const space = await freshSpace(app)
    const id = await home(space)
    assert.equal(pricingOf(await quote(space, id)).total, 2800)
    await put(space, id, { defaultDailyPrice: 110 })
    const made = await send(space, 'POST', '/v1/reservations', { listingId: id, ...stay, guest })
    assert.deepEqual([made.body['totalPrice'], pricingOf(made).total], [3080, 3080])
  })

  it('is what the sandbox books, too', async () => {
    const space = await freshSpace(app)
    const key = space.sandboxKey
    const body = { name: 'Loft', currency: 'EUR', defaultDailyPrice: 100, cleaningFee: 25 }
    const { body: listing } = await app.call('POST', '/v1/listings', { key, body })
    const dates = { checkIn: '2026-07-01', checkOut: '2026-07-03' }
    const made = await app.call('POST', '/v1/reservations', {
      key,
      body: { listingId: listing['id'], ...dates, guest },
    })
    assert.deepEqual([made.status, pricingOf(made).total], [201, 225], made.text)
  })
})

describe('a change', () => {
  const booked = async (space: Space, id: string) => {
    const made = await send(space, 'POST', '/v1/reservations', {
      listingId: id,
      checkIn: '2026-07-01',
      checkOut: '2026-07-04',
      guest,
      guestCount: 2,
    })
    assert.equal(made.status, 201, made.text)
    return `/v1/reservations/${made.body['id']}`
  }

  it('of dates or guests prices the stay anew, as a quote for it does, and says what it cost before', async () => {
    const space = await freshSpace(app)
    const id = await home(space, { cleaningFee: 40, pricePerExtraGuest: 10 })
    await put(space, id, { weeklyDiscount: 10, guestsIncluded: 2 })
    const url = await booked(space, id)
    const wanted = { checkIn: '2026-08-01', checkOut: '2026-08-08' }
    const quoted = pricingOf(await quote(space, id, wanted, 4))
    assert.equal(quoted.total, 700 - 70 + 140 + 40)
    const change = { ...wanted, guestCount: 4 }
    const tried = await send(space, 'PATCH', `${url}?dry_run=true`, change)
    assert.deepEqual((await space.get(url)).body['totalPrice'], '340.00')
    const done = await send(space, 'PATCH', url, change)
    for (const answer of [tried, done]) {
      assert.deepEqual(
        [pricingOf(answer)?.items, pricingOf(answer)?.total, answer.body['previousTotalPrice']],
        [quoted.items, 810, 340],
        answer.text,
      )
    }
    assert.equal((await space.get(url)).body['totalPrice'], '810.00')
  })

  it('to a listing of another currency says in which the stay was priced before', async () => {
    const space = await freshSpace(app)
    const url = await booked(space, await home(space))
    const other = await home(space, { currency: 'JPY', defaultDailyPrice: 15_000 })
    const moved = await send(space, 'PATCH', url, { listingId: other })
    const { previousTotalPrice, previousCurrency } = moved.body
    const { total, currency } = pricingOf(moved)
    assert.deepEqual(
      [total, currency, previousTotalPrice, previousCurrency],
      [45_000, 'JPY', 300, 'EUR'],
      moved.text,
    )
    const back = await send(space, 'PATCH', url, { checkOut: '2026-07-03' })
    assert.deepEqual([back.body['previousTotalPrice'], 'previousCurrency' in back.body], [45_000, false])
  })

  it('of times alone leaves what was agreed, and so does one to nights without a price', async () => {
    const space = await freshSpace(app)
    const id = await home(space)
    const url = await booked(space, id)
    await put(space, id, { defaultDailyPrice: 200 })
    const times = await send(space, 'PATCH', url, { checkInTime: '17:00' })
    assert.deepEqual([times.status, 'pricing' in times.body], [200, false])
    const bare = await send(space, 'POST', '/v1/listings', { name: 'Bare' })
    const moved = await send(space, 'PATCH', url, { listingId: bare.body['id'] })
    assert.deepEqual([moved.status, 'pricing' in moved.body], [200, false], moved.text)
    assert.equal((await space.get(url)).body['totalPrice'], '300.00')
  })
})

describe('a listing made with a price and without a currency', () => {
  const make = (space: Space, body: object, query = '') =>
    send(space, 'POST', `/v1/listings${query}`, { name: 'Loft', ...body })
  const asked = (answer: TestAnswer, field: string) => {
    const error = answer.body['error'] as unknown as Record<string, unknown>
    assert.deepEqual(
      [answer.status, error['code'], error['field']],
      [400, 'invalid_body', field],
      answer.text,
    )
    assert.match(String(error['message']), new RegExp(`\`${field}\``))
  }

  it('is asked for it by name, where the workspace has none or several', async () => {
    const space = await freshSpace(app)
    for (const field of ['defaultDailyPrice', 'weekendPrice', 'pricePerExtraGuest', 'cleaningFee'])
      asked(await make(space, { [field]: 50 }), 'currency')
    asked(await make(space, { defaultDailyPrice: 50 }, '?dry_run=true'), 'currency')
    assert.equal((await make(space, {})).status, 201)
    for (const currency of ['EUR', 'USD']) await home(space, { currency })
    asked(await make(space, { defaultDailyPrice: 50 }), 'currency')
  })

  it('has that of the other listings, can be quoted at once, and the answer says which', async () => {
    const space = await freshSpace(app)
    await home(space, { currency: 'CHF' })
    const made = await make(space, { defaultDailyPrice: 50, cleaningFee: 20 })
    assert.deepEqual([made.status, made.body['currency']], [201, 'CHF'], made.text)
    const { body } = await quote(space, String(made.body['id']), {
      checkIn: '2026-07-01',
      checkOut: '2026-07-03',
    })
    assert.deepEqual([body['currency'], body['available'], body['pricing']['total']], ['CHF', true, 120])
  })

  it('is asked or gets it, too, when it is priced later', async () => {
    const space = await freshSpace(app)
    const { body } = await make(space, {})
    const url = `/v1/listings/${body['id']}/content`
    asked(await send(space, 'PUT', url, { pricing: { defaultDailyPrice: 50 } }), 'pricing.currency')
    assert.equal((await send(space, 'PUT', url, { pricing: { weeklyDiscount: 5 } })).status, 200)
    await home(space, { currency: 'CHF' })
    assert.equal((await send(space, 'PUT', url, { pricing: { defaultDailyPrice: 50 } })).status, 200)
    const quoted = await quote(space, String(body['id']), { checkIn: '2027-07-01', checkOut: '2027-07-03' })
    assert.deepEqual([quoted.body['currency'], quoted.body['pricing']['total']], ['CHF', 100])
  })
})

it('what keeps a stay from being priced is named', async () => {
  const space = await freshSpace(app)
  const id = await space.rows.listing({ currency: null, default_nightly_price: '100' })
  const url = (listing: string) =>
    `/v1/quotes?property_id=${listing}&check_in=2026-07-01&check_out=2026-07-03`
  const message = async (listing: string) =>
    String(((await space.get(url(listing))).body['error'] as unknown as { message: string }).message)
  assert.match(await message(id), /no currency: set `pricing\.currency`/)
  const bare = await space.rows.listing({ currency: 'EUR' })
  await space.rows.night(bare, '2026-07-01', { price: '90' })
  assert.match(await message(bare), /no rate for the nights 2026-07-02\./)
})
