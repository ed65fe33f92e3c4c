/** Listings that are made, switched and written here, their pictures and their markups. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { MemoryObjects } from '../harness/objects.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
})
after(() => app.close())

const call = (space: Space, method: string, url: string, body?: object): Promise<TestAnswer> =>
  app.call(method, url, { key: space.liveKey, ...(body === undefined ? {} : { body }) })
const errorOf = ({ status, body }: TestAnswer) => [status, body['error']?.['code'], body['error']?.['field']]

interface Told {
  type: string
  data: { area?: string; previousAttributes?: object; object: { name: string }; title?: string }
}

async function told(space: Space): Promise<Told[]> {
  const { rows } = await sql<{ type: string; data: string }>`
    select type, data from events where workspace_id = ${space.id} order by sequence`.execute(app.db)
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) as Told['data'] }))
}

async function prices(space: Space, id: string, from: string, to: string) {
  const { body } = await space.get(`/v1/availability/${id}?from=${from}&to=${to}`)
  return (body['days'] as unknown as { price: number | null }[]).map(({ price }) => price)
}

const created = async (space: Space, body: object): Promise<string> => {
  const answer = await call(space, 'POST', '/v1/listings', { name: 'Harbour loft', ...body })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body['id'])
}

describe('POST /v1/listings', () => {
  it('makes a draft that is visible everywhere, with a year of priced nights', async () => {
    const space = await freshSpace(app)
    const answer = await call(space, 'POST', '/v1/listings', {
      name: 'Harbour loft',
      city: 'Split',
      street: 'Obala 7',
      zipcode: '21000',
      countryCode: 'HR',
      lat: 43.508133,
      lng: 16.4402,
      timeZone: 'Europe/Zagreb',
      bedrooms: 2,
      bathrooms: 1.5,
      personCapacity: 4,
      summary: 'A loft.',
      currency: 'EUR',
      defaultDailyPrice: 120,
      weekendPrice: 150.5,
      allowsPets: false,
    })
    assert.deepEqual([answer.status, answer.body['calendarDaysSeeded']], [201, 365])
    const id = String(answer.body['id'])
    const url = `/v1/listings/${id}?include=content,details`
    const shown = (await space.get(url)).body as unknown as Record<string, Record<string, unknown>>
    assert.deepEqual(
      [shown['lifecycleStatus'], shown['status'], shown['address'], shown['latitude'], shown['currency']],
      ['draft', 'active', { street: 'Obala 7', city: 'Split' }, 43.508133, 'EUR'],
    )
    assert.deepEqual(
      [shown['content']?.['summary'], shown['details']?.['bathrooms'], shown['details']?.['personCapacity']],
      ['A loft.', '1.5', 4],
    )
    assert.deepEqual(await space.ids('/v1/properties'), [id])
    // 2026-06-19 is a Friday.
    assert.deepEqual(await prices(space, id, '2026-06-19', '2026-06-22'), [120, 150.5, 150.5, 120])
    assert.deepEqual(await prices(space, id, '2027-06-14', '2027-06-15'), [120, 120])
    const [event] = await told(space)
    assert.deepEqual([event?.type, event?.data.title], ['listing.created', 'Harbour loft'])
  })

  it('writes no nights without a price', async () => {
    const space = await freshSpace(app)
    const answer = await call(space, 'POST', '/v1/listings', { name: 'Bare' })
    assert.equal(answer.body['calendarDaysSeeded'], 0)
    assert.deepEqual(await prices(space, String(answer.body['id']), '2026-07-01', '2026-07-01'), [null])
  })

  it('takes null for a weekend price and a price of extra guests, which is as none', async () => {
    const space = await freshSpace(app)
    const none = { weekendPrice: null, pricePerExtraGuest: null }
    await created(space, none)
    const id = await created(space, { ...none, currency: 'EUR', defaultDailyPrice: 120 })
    assert.deepEqual(await prices(space, id, '2026-07-03', '2026-07-05'), [120, 120, 120])
    const { body } = await space.get(
      `/v1/quotes?property_id=${id}&check_in=2026-07-03&check_out=2026-07-05&guests=3`,
    )
    assert.equal((body['pricing'] as unknown as { total: number }).total, 240)
  })

  it('stops at the cap of the plan', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    for (let made = 0; made < 2; made += 1) await created(space, {})
    const two = await Promise.all([
      call(space, 'POST', '/v1/listings', { name: 'Third' }),
      call(space, 'POST', '/v1/listings', { name: 'Third too' }),
    ])
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [201, 402])
    assert.equal((await space.ids('/v1/listings')).length, 3)
  })

  it('refuses what makes no sense, and does nothing in a dry run', async () => {
    const space = await freshSpace(app)
    const wrong: [object, string][] = [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x', countryCode: 'Croatia' }, 'countryCode'],
      [{ name: 'x', lat: 91 }, 'lat'],
      [{ name: 'x', timeZone: 'Moon/Crater' }, 'timeZone'],
      [{ name: 'x', defaultDailyPrice: 1.00001 }, 'defaultDailyPrice'],
    ]
    for (const [body, field] of wrong) {
      assert.deepEqual(errorOf(await call(space, 'POST', '/v1/listings', body)), [400, 'invalid_body', field])
    }
    const dry = await call(space, 'POST', '/v1/listings?dry_run=true', {
      name: 'x',
      defaultDailyPrice: 5,
      currency: 'EUR',
    })
    assert.deepEqual([dry.status, dry.body], [200, { calendarDaysSeeded: 365, dryRun: true }])
    assert.deepEqual([await space.ids('/v1/listings'), await told(space)], [[], []])
  })
})

describe('PATCH and DELETE /v1/listings/{id}', () => {
  it('switch a listing off and on, as often as one likes', async () => {
    const space = await freshSpace(app)
    const id = await created(space, {})
    for (const [method, body, active] of [
      ['DELETE', undefined, false],
      ['DELETE', undefined, false],
      ['PATCH', { active: true }, true],
      ['PATCH', { active: false }, false],
    ] as const) {
      const answer = await call(space, method, `/v1/listings/${id}`, body)
      assert.deepEqual([answer.status, answer.body], [200, { id, active }])
    }
    assert.equal((await space.get(`/v1/listings/${id}`)).status, 403)
    assert.deepEqual(
      (await told(space)).map(({ type }) => type),
      ['listing.created', 'listing.suspended', 'listing.reactivated', 'listing.suspended'],
    )
  })

  it('stop at the cap, except for switching off', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    for (let made = 0; made < 3; made += 1) await space.rows.listing()
    const off = await space.rows.listing({ active: false, inactive_reason: 'deactivated' })
    const refused = await call(space, 'PATCH', `/v1/listings/${off}`, { active: true })
    assert.deepEqual(errorOf(refused), [402, 'listings_limit_exceeded', undefined])
    const more = await space.rows.listing()
    assert.equal((await call(space, 'DELETE', `/v1/listings/${more}`)).status, 200)
  })

  it('do nothing in a dry run', async () => {
    const space = await freshSpace(app)
    const id = await created(space, {})
    const dry = await call(space, 'DELETE', `/v1/listings/${id}?dry_run=true`)
    assert.deepEqual(dry.body, { id, active: false, dryRun: true })
    assert.equal((await space.get(`/v1/listings/${id}`)).status, 200)
  })
})

describe('PUT /v1/listings/{id}/markups', () => {
  const put = (space: Space, id: string, body: object, query = '') =>
    call(space, 'PUT', `/v1/listings/${id}/markups${query}`, body)

  it('sets, keeps and removes the markup of a listing on Airbnb', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ name: 'Loft' })
    await space.rows.link(id, { platform: 'airbnb', externalId: 'a1' })
    const base = { id, channel: 'airbnb', affectedListingIds: [id], pricesResent: false }
    const steps: [number | null, boolean][] = [
      [15, true],
      [15, false],
      [12.5, true],
      [null, true],
      [null, false],
      [0, true],
    ]
    for (const [markupPercent, changed] of steps) {
      const answer = await put(space, id, { channel: 'airbnb', markupPercent })
      assert.deepEqual([answer.status, answer.body], [200, { ...base, markupPercent, changed }])
      const shown = await space.get(`/v1/listings/${id}/markups`)
      assert.deepEqual(shown.body['airbnb'], [{ airbnbId: 'a1', markupPercent }])
    }
    const events = await told(space)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.area, data.previousAttributes]),
      [
        ['listing.updated', 'pricing', { markupPercent: null }],
        ['listing.updated', 'pricing', { markupPercent: 15 }],
        ['listing.updated', 'pricing', { markupPercent: 12.5 }],
        ['listing.updated', 'pricing', { markupPercent: null }],
      ],
    )
  })

  it('is shared by every listing on a Booking.com property', async () => {
    const space = await freshSpace(app)
    const [a, b] = [await space.rows.listing(), await space.rows.listing()]
    await space.rows.link(a, { platform: 'booking', externalId: 'r1', hotelId: '77' })
    await space.rows.link(b, { platform: 'booking', externalId: 'r2', hotelId: '77' })
    const answer = await put(space, a, { channel: 'booking', markupPercent: 20 })
    assert.deepEqual(
      [answer.body['hotelId'], answer.body['affectedListingIds'], answer.body['changed']],
      ['77', [a, b], true],
    )
    const shown = await space.get(`/v1/listings/${b}/markups`)
    assert.deepEqual(shown.body['booking'], [{ hotelId: '77', markupPercent: 20, listingIds: [a, b] }])
  })

  it('wants to know which property is meant', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    await space.rows.link(id, { platform: 'booking', externalId: 'r1', hotelId: '77' })
    await space.rows.link(id, { platform: 'booking', externalId: 'r2', hotelId: '88' })
    const ambiguous = await put(space, id, { channel: 'booking', markupPercent: 20 })
    assert.deepEqual(errorOf(ambiguous), [409, 'ambiguous_booking_mapping', 'hotelId'])
    assert.deepEqual(ambiguous.body['error']?.['valid_values'], ['77', '88'])
    const unknown = await put(space, id, { channel: 'booking', markupPercent: 20, hotelId: '99' })
    assert.deepEqual(errorOf(unknown), [404, 'not_found', 'hotelId'])
    const meant = await put(space, id, { channel: 'booking', markupPercent: 20, hotelId: '88' })
    assert.equal(meant.body['changed'], true)
    const shown = await space.get(`/v1/listings/${id}/markups`)
    assert.deepEqual(
      (shown.body['booking'] as unknown as { markupPercent: number }[]).map(
        ({ markupPercent }) => markupPercent,
      ),
      [null, 20],
    )
  })

  it('refuses fractions and what the listing is not on', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const cases: [object, unknown[]][] = [
      [{ channel: 'airbnb', markupPercent: 0.15 }, [400, 'invalid_body', 'markupPercent']],
      [{ channel: 'airbnb', markupPercent: 100 }, [400, 'invalid_body', 'markupPercent']],
      [{ channel: 'airbnb', markupPercent: -1 }, [400, 'invalid_body', 'markupPercent']],
      [{ channel: 'airbnb', markupPercent: 1.23456 }, [400, 'invalid_body', 'markupPercent']],
      [{ channel: 'plumguide', markupPercent: 5 }, [400, 'invalid_body', 'channel']],
      [{ channel: 'airbnb', markupPercent: 5, hotelId: '7' }, [400, 'invalid_body', 'hotelId']],
      [{ channel: 'airbnb' }, [400, 'invalid_body', 'markupPercent']],
      [{ channel: 'airbnb', markupPercent: 5 }, [422, 'listing_not_on_airbnb', undefined]],
      [{ channel: 'booking', markupPercent: 5 }, [409, 'listing_not_on_booking', undefined]],
      [{ channel: 'vrbo', markupPercent: 5 }, [404, 'not_found', 'channel']],
    ]
    for (const [body, wanted] of cases) {
      assert.deepEqual(errorOf(await put(space, id, body)), wanted, JSON.stringify(body))
    }
  })

  it('does nothing in a dry run', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    await space.rows.link(id, { platform: 'airbnb', externalId: 'a1' })
    const dry = await put(space, id, { channel: 'airbnb', markupPercent: 5 }, '?dry_run=true')
    assert.deepEqual([dry.body['changed'], dry.body['dryRun']], [true, true])
    assert.deepEqual((await space.get(`/v1/listings/${id}/markups`)).body['airbnb'], [
      { airbnbId: 'a1', markupPercent: null },
    ])
    assert.deepEqual(await told(space), [])
  })
})

/** The smallest PNG there is. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('pictures of a listing', () => {
  const objects = () => app.services.objects as MemoryObjects
  const ask = (space: Space, id: string, more: object = {}) =>
    call(space, 'POST', `/v1/listings/${id}/photos/upload-url`, {
      fileName: 'sea.png',
      fileType: 'image/png',
      fileSize: png.length,
      ...more,
    })
  const upload = (url: string, bytes: Buffer, type = 'image/png') =>
    app.raw({
      method: 'PUT',
      url: url.replace('http://lodgewire.test', ''),
      payload: bytes,
      headers: { 'content-type': type },
    })
  const fetchFile = (url: string) => app.raw({ method: 'GET', url: url.replace('http://lodgewire.test', '') })

  it('are uploaded to a signed address, shown to anybody, listed and deleted', async () => {
    const space = await freshSpace(app)
    const id = await created(space, {})
    const { body, status } = await ask(space, id)
    assert.equal(status, 200)
    const [uploadUrl, publicUrl, path] = [body['uploadUrl'], body['publicUrl'], body['path']].map(String)
    assert.equal((await fetchFile(publicUrl ?? '')).statusCode, 404)
    // Twice, as a client does that heard no answer.
    for (let time = 0; time < 2; time += 1) {
      const sent = await upload(uploadUrl ?? '', png)
      assert.deepEqual([sent.statusCode, sent.json()], [200, { path, publicUrl, size: png.length }])
    }
    const seen = await fetchFile(publicUrl ?? '')
    assert.deepEqual([seen.statusCode, seen.headers['content-type']], [200, 'image/png'])
    assert.deepEqual(seen.rawPayload, png)
    assert.equal(seen.headers['x-content-type-options'], 'nosniff')
    const list = await space.get(`/v1/listings/${id}/photos`)
    assert.deepEqual(list.body, {
      listingId: id,
      photos: [{ url: publicUrl, path, size: png.length, createdAt: '2026-06-15T12:00:00.000Z' }],
    })
    const dry = await call(space, 'DELETE', `/v1/listings/${id}/photos?dry_run=true`, { path: path ?? '' })
    assert.deepEqual(dry.body, { listingId: id, deleted: true, dryRun: true })
    assert.equal((await fetchFile(publicUrl ?? '')).statusCode, 200)
    const gone = await call(space, 'DELETE', `/v1/listings/${id}/photos`, { path: path ?? '' })
    assert.deepEqual(gone.body, { listingId: id, deleted: true })
    assert.equal((await fetchFile(publicUrl ?? '')).statusCode, 404)
    assert.equal((await call(space, 'DELETE', `/v1/listings/${id}/photos`, { path: path ?? '' })).status, 404)
    assert.deepEqual((await space.get(`/v1/listings/${id}/photos`)).body['photos'], [])
  })

  it('are what the bytes say, whatever the sender says', async () => {
    const space = await freshSpace(app)
    const id = await created(space, {})
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const cases: [object, Buffer][] = [
      [{ fileSize: html.length }, html],
      [{ fileType: 'image/jpeg' }, png],
      [{ fileSize: png.length + 1 }, png],
      [{}, Buffer.alloc(0)],
    ]
    const before = objects().held.size
    for (const [more, bytes] of cases) {
      const { body } = await ask(space, id, more)
      const answer = await upload(String(body['uploadUrl']), bytes)
      assert.equal(answer.statusCode, 400, answer.body)
      assert.equal((answer.json() as { error: { code: string } }).error.code, 'invalid_body')
    }
    assert.equal(objects().held.size, before)
    for (const more of [{ fileType: 'image/svg+xml' }, { fileSize: 16 * 1024 * 1024 }, { fileSize: 0 }]) {
      assert.equal((await ask(space, id, more)).status, 400)
    }
  })

  it('need an address that was made here, is not altered and not too old', async () => {
    const space = await freshSpace(app)
    const other = await freshSpace(app)
    const [id, theirs] = [await created(space, {}), await created(other, {})]
    const { body } = await ask(space, id)
    const url = String(body['uploadUrl'])
    for (const altered of [
      url.replace(`_${id}_`, `_${theirs}_`),
      `${url}x`,
      url.slice(0, -1),
      '/v1/uploads/x',
    ]) {
      assert.equal((await upload(altered, png)).statusCode, 404, altered)
    }
    app.clock.advance(3_600_000)
    assert.equal((await upload(url, png)).statusCode, 404)
    assert.equal(
      (await call(other, 'DELETE', `/v1/listings/${theirs}/photos`, { path: String(body['path']) })).status,
      404,
    )
  })

  it('lead nowhere but to what was stored', async () => {
    for (const path of ['/files/', '/files/..%2f..%2fetc%2fpasswd', '/files/a%00b', '/files/nothing.png']) {
      assert.equal((await fetchFile(path)).statusCode, 404, path)
    }
  })
})
