import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, recordsIn, type Space } from './rows.ts'

const created = '2026-06-01T08:00:00.000Z'
const everything = {
  name: 'Sea 4',
  public_name: 'House by the sea',
  street: 'Harbour Road 4',
  city: 'Cascais',
  currency: 'EUR',
  latitude: '38.693500',
  longitude: '-9.420300',
  lifecycle_status: 'live',
  thumbnail_url: 'https://example.com/4.jpg',
  content: { name: 'House by the sea', summary: 'Quiet.' },
  details: { bedrooms: 2, bathrooms: '1.5' },
  amenities: [
    { amenityKey: 'wifi', category: 'internet', isPresent: true },
    { amenityKey: 'pool', isPresent: false },
  ],
}
const inactive = { active: false, inactive_reason: 'deactivated' }
const archived = { archived_at: '2026-06-10T00:00:00.000Z' }
const content = {
  name: 'House by the sea',
  summary: 'Quiet.',
  description: null,
  space: null,
  guestAccess: null,
  neighborhoodOverview: null,
  gettingAround: null,
  transit: null,
  houseRules: null,
  additionalRules: null,
  notes: null,
  interactionWithGuests: null,
}

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const rowOf = async (space: Space, url: string) => (await space.get(url)).body['data']?.[0]

describe('GET /v1/listings', () => {
  it('shows every field of an active listing', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing(everything)
    await space.rows.link(id, { platform: 'vrbo', externalId: 'v1', active: false })
    await space.rows.link(id, { platform: 'airbnb', externalId: 'a1' })
    const { body } = await space.get('/v1/listings')
    assert.deepEqual(body, {
      data: [
        {
          id,
          name: 'Sea 4',
          publicName: 'House by the sea',
          lifecycleStatus: 'live',
          channels: [
            { platform: 'airbnb', externalId: 'a1', active: true, syncEnabled: true },
            { platform: 'vrbo', externalId: 'v1', active: false, syncEnabled: true },
          ],
          updatedAt: created,
          status: 'active',
          active: true,
          address: { street: 'Harbour Road 4', city: 'Cascais' },
          city: 'Cascais',
          currency: 'EUR',
          thumbnailUrl: 'https://example.com/4.jpg',
          createdAt: created,
        },
      ],
      pagination: { nextCursor: null, hasMore: false, total: 1 },
    })
  })

  it('shows the identity of an inactive one, whatever is included', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ ...everything, ...inactive })
    const identity = {
      id,
      name: 'Sea 4',
      publicName: 'House by the sea',
      lifecycleStatus: 'live',
      channels: [],
      updatedAt: created,
      status: 'inactive',
      active: false,
      inactiveReason: 'deactivated',
    }
    assert.deepEqual(await rowOf(space, '/v1/listings?status=inactive'), identity)
    assert.deepEqual(await rowOf(space, '/v1/listings?status=inactive&include=content,details'), identity)
    assert.deepEqual(await rowOf(space, '/v1/listings?status=inactive&include=thumbnail'), {
      ...identity,
      thumbnailUrl: 'https://example.com/4.jpg',
    })
  })

  it('adds content and details when asked, null where nothing is stored', async () => {
    const space = await freshSpace(app)
    await space.rows.listing(everything)
    await space.rows.listing({ content: null, details: null })
    const [full, bare] = recordsIn(await space.get('/v1/listings?include=content,%20details'))
    assert.deepEqual(full?.['content'], content)
    const details = full?.['details'] as unknown as Record<string, unknown>
    assert.equal(Object.keys(details).length, 22)
    assert.deepEqual([details['bedrooms'], details['bathrooms'], details['beds']], [2, '1.5', null])
    assert.deepEqual([bare?.['content'], bare?.['details']], [null, null])
    const onlyContent = await rowOf(space, '/v1/listings?include=content')
    assert.equal('details' in (onlyContent as object), false)
  })

  it('shows archived ones as such, open or closed', async () => {
    const space = await freshSpace(app)
    const open = await space.rows.listing({ ...everything, ...archived })
    const closed = await space.rows.listing({ ...everything, ...archived, ...inactive })
    const active = await space.rows.listing(everything)
    const off = await space.rows.listing(inactive)
    assert.deepEqual(await space.ids('/v1/listings'), [active])
    assert.deepEqual(await space.ids('/v1/listings?status=inactive'), [off])
    assert.deepEqual(await space.ids('/v1/listings?status=archived'), [open, closed])
    assert.deepEqual(await space.ids('/v1/listings?status=all'), [open, closed, active, off])
    const [first, second] = recordsIn(await space.get('/v1/listings?status=archived'))
    assert.deepEqual(
      [first?.['status'], first?.['active'], first?.['lifecycleStatus']],
      ['archived', true, 'archived'],
    )
    assert.equal(first?.['city'], 'Cascais')
    assert.deepEqual([second?.['status'], second?.['active']], ['archived', false])
    assert.equal('address' in (second ?? {}), false)
    assert.equal((await space.get(`/v1/listings/${open}`)).body['status'], 'archived')
    assert.equal((await space.get(`/v1/listings/${closed}`)).status, 403)
  })

  it('finds a text in name, street or city, literally and in any case', async () => {
    const space = await freshSpace(app)
    const percent = await space.rows.listing({ name: '100% Sun', street: 'A_B Lane', city: 'MÜNCHEN' })
    const slash = await space.rows.listing({ name: '100 Sun', street: 'AxB Lane', city: 'Back\\slash' })
    const find = (text: string) => space.ids(`/v1/listings?q=${encodeURIComponent(text)}`)
    assert.deepEqual(await find('100%'), [percent])
    assert.deepEqual(await find('a_b'), [percent])
    assert.deepEqual(await find('münchen'), [percent])
    assert.deepEqual(await find('\\'), [slash])
    assert.deepEqual(await find('LANE'), [percent, slash])
    assert.deepEqual(await find('%'), [percent])
    assert.deepEqual(await find("'; --"), [])
    await space.rows.listing({ name: 'No address', street: null, city: null })
    assert.equal((await find('address')).length, 1)
  })

  it('filters by the channels a listing is published on', async () => {
    const space = await freshSpace(app)
    const on = await space.rows.listing()
    const off = await space.rows.listing()
    await space.rows.link(on, { platform: 'plumguide', externalId: 'p1' })
    await space.rows.link(off, { platform: 'plumguide', externalId: 'p2', active: false })
    await space.rows.link(off, { platform: 'airbnb', externalId: 'a2' })
    assert.deepEqual(await space.ids('/v1/listings?channel=plumguide'), [on])
    assert.deepEqual(await space.ids('/v1/listings?channel=airbnb'), [off])
    assert.deepEqual(await space.ids('/v1/listings?channel=vrbo'), [])
  })

  it('pages by id, 20 rows when nothing is said', async () => {
    const space = await freshSpace(app)
    const ids: string[] = []
    for (let index = 0; index < 21; index += 1) ids.push(await space.rows.listing())
    const first = await space.get('/v1/listings')
    assert.deepEqual(
      recordsIn(first).map((row) => row['id']),
      ids.slice(0, 20),
    )
    assert.deepEqual([first.body['pagination']?.['hasMore'], first.body['pagination']?.['total']], [true, 21])
    const rest = await space.get(`/v1/listings?cursor=${String(first.body['pagination']?.['nextCursor'])}`)
    assert.deepEqual(
      recordsIn(rest).map((row) => row['id']),
      ids.slice(20),
    )
  })

  const refused: [string, number, string, string][] = [
    ['limit=101', 422, 'invalid_params', 'limit'],
    ['limit=0', 400, 'invalid_params', 'limit'],
    ['limit=ten', 400, 'invalid_params', 'limit'],
    ['offset=10001', 400, 'invalid_params', 'offset'],
    ['offset=-1', 400, 'invalid_params', 'offset'],
    ['status=live', 400, 'invalid_params', 'status'],
    ['channel=booking.com', 400, 'invalid_params', 'channel'],
    ['include=amenities', 400, 'invalid_params', 'include'],
    ['include_total=maybe', 400, 'invalid_params', 'include_total'],
    ['q=', 400, 'invalid_params', 'q'],
    [`q=${'x'.repeat(201)}`, 400, 'invalid_params', 'q'],
    ['q=a%00b', 400, 'invalid_params', 'q'],
    ['q=a&q=b', 400, 'invalid_params', 'q'],
    ['cursor=abc', 400, 'invalid_params', 'cursor'],
    ['updated_since=2026-01-01', 400, 'unknown_params', 'updated_since'],
    ['account=hostaway:1', 400, 'unknown_params', 'account'],
    ['chanel=airbnb', 400, 'unknown_params', 'chanel'],
  ]
  for (const [query, status, code, field] of refused) {
    it(`refuses ${query.slice(0, 40)}`, async () => {
      const answer = await app.get(`/v1/listings?${query}`)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [status, code, field],
      )
    })
  }

  it('names what it knows when it refuses a value', async () => {
    const include = await app.get('/v1/listings?include=content,photos')
    assert.deepEqual(include.body['error']?.['valid_values'], ['content', 'details', 'thumbnail'])
    assert.equal(include.body['error']?.['value_received'], 'photos')
    const status = await app.get('/v1/listings?status=actve')
    assert.equal(status.body['error']?.['did_you_mean'], 'active')
    assert.deepEqual(status.body['error']?.['valid_values'], ['active', 'inactive', 'archived', 'all'])
  })
})

describe('GET /v1/listings/{id}', () => {
  it('is the list row with place, capabilities and units', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ ...everything, model: 'hotel' })
    const unit = await space.rows.unit([id], '101')
    const row = (await rowOf(space, '/v1/listings?include=content,details')) as unknown as object
    const { body } = await space.get(`/v1/listings/${id}?include=content,details,amenities`)
    const { capabilities, ...rest } = body as unknown as Record<string, unknown>
    assert.deepEqual(rest, {
      ...row,
      latitude: 38.6935,
      longitude: -9.4203,
      amenities: [
        { amenityKey: 'wifi', category: 'internet', isPresent: true, instruction: null },
        { amenityKey: 'pool', category: null, isPresent: false, instruction: null },
      ],
      units: [
        {
          id: unit,
          name: '101',
          active: true,
          parentId: null,
          housekeepingStatus: 'clean',
          floor: '2',
          source: 'mews',
        },
      ],
    })
    assert.equal((capabilities as { reservations: { managedBy: string } }).reservations.managedBy, 'repull')
    assert.equal('pms' in (capabilities as object), false)
  })

  it('leaves out what was not asked for', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ ...everything, latitude: null, longitude: null, amenities: [] })
    const { body } = await space.get(`/v1/listings/${id}`)
    for (const key of ['content', 'details', 'amenities']) assert.equal(key in (body as object), false, key)
    assert.deepEqual([body['latitude'], body['longitude'], body['units']], [null, null, []])
    assert.deepEqual((await space.get(`/v1/listings/${id}?include=amenities`)).body['amenities'], [])
    const refused = await space.get(`/v1/listings/${id}?include=thumbnail`)
    assert.deepEqual(
      [refused.status, refused.body['error']?.['valid_values']],
      [400, ['amenities', 'content', 'details', 'photos', 'policies']],
    )
  })

  it('shows its pictures in their order, and what is allowed', async () => {
    const space = await freshSpace(app)
    const photos = [
      { url: 'https://example.com/a.jpg', caption: 'The bay', sortOrder: 0 },
      { url: 'https://example.com/b.jpg', thumbnailUrl: 'https://example.com/b-s.jpg', sortOrder: 1 },
    ]
    const id = await space.rows.listing({ photos, policies: { allowsPets: false } })
    const { body } = await space.get(`/v1/listings/${id}?include=photos,policies`)
    const unknown = {
      ...{ thumbnailUrl: null, caption: null, category: null, width: null, height: null },
      sourceUrl: null,
    }
    assert.deepEqual(body['photos'], [
      { ...unknown, url: 'https://example.com/a.jpg', caption: 'The bay' },
      { ...unknown, url: 'https://example.com/b.jpg', thumbnailUrl: 'https://example.com/b-s.jpg' },
    ])
    const { policies } = body as unknown as { policies: Record<string, unknown> }
    assert.equal(policies['allowsPets'], false)
    assert.equal(policies['checkInMethod'], null)
    const bare = await space.rows.listing({})
    const empty = (await space.get(`/v1/listings/${bare}?include=photos,policies`)).body
    assert.deepEqual(empty['photos'], [])
    assert.equal((empty['policies'] as unknown as Record<string, unknown>)['allowsPets'], null)
  })

  it('tells who keeps the reservations and whether that connection lives', async () => {
    const space = await freshSpace(app)
    const { id: account, connectionId } = await space.rows.account('hostaway', '64127')
    const policy = {
      calendar: { availability: true, rates: true, restrictions: true },
      reservations: { website: true, dashboard: true, api: true },
    }
    const setConnection = (status: string, api: boolean) =>
      sql`update connections set status = ${status}, write_policy = ${JSON.stringify({
        ...policy,
        reservations: { ...policy.reservations, api },
      })} where workspace_id = ${space.id} and id = ${connectionId}`.execute(app.db)
    await setConnection('active', true)
    const id = await space.rows.listing({ account_id: account, connection_id: connectionId })
    const read = async () =>
      (await space.get(`/v1/listings/${id}`)).body['capabilities'] as unknown as {
        reservations: Record<string, unknown>
        pms: { provider: string; connected: boolean; reviews: { read: boolean } }
      }
    const alive = await read()
    assert.deepEqual(
      [
        alive.reservations['managedBy'],
        alive.reservations['provider'],
        alive.reservations['verifiedAgainst'],
      ],
      ['pms', 'hostaway', 'vendor_docs'],
    )
    assert.deepEqual(
      [alive.pms.provider, alive.pms.connected, alive.pms.reviews.read],
      ['hostaway', true, true],
    )
    await setConnection('disconnected', true)
    const dead = await read()
    assert.deepEqual(
      [dead.pms.connected, dead.pms.reviews.read, dead.reservations['managedBy']],
      [false, false, 'pms'],
    )
  })

  it('answers 404 for what is not there and 403 for what is switched off', async () => {
    const space = await freshSpace(app)
    const off = await space.rows.listing({ name: 'Off', active: false, inactive_reason: 'plan_limit' })
    const foreign = await (await freshSpace(app)).rows.listing()
    for (const path of ['', '/units', '/markups']) {
      const inactiveAnswer = await space.get(`/v1/listings/${off}${path}`)
      assert.equal(inactiveAnswer.status, 403, path)
      const { code, listing_ids, listings, reason } = inactiveAnswer.body['error'] as unknown as Record<
        string,
        unknown
      >
      assert.deepEqual(
        { code, listing_ids, listings, reason },
        {
          code: 'listing_inactive',
          listing_ids: [off],
          listings: [{ id: off, name: 'Off' }],
          reason: 'plan_limit',
        },
      )
      for (const id of [foreign, '899999999']) {
        const missing = await space.get(`/v1/listings/${id}${path}`)
        assert.deepEqual(
          [missing.status, missing.body['error']?.['code']],
          [404, 'not_found'],
          `${path} ${id}`,
        )
      }
      const bad = await space.get(`/v1/listings/abc${path}`)
      assert.deepEqual(
        [bad.status, bad.body['error']?.['code'], bad.body['error']?.['field']],
        [400, 'invalid_param', 'id'],
      )
    }
    const plain = await space.rows.listing(inactive)
    assert.equal('reason' in ((await space.get(`/v1/listings/${plain}`)).body['error'] as object), false)
  })
})

describe('GET /v1/listings/{id}/units', () => {
  it('lists the rooms of a room type, also those it shares', async () => {
    const space = await freshSpace(app)
    const double = await space.rows.listing({ model: 'hotel' })
    const suite = await space.rows.listing({ model: 'hotel' })
    const house = await space.rows.unit([], 'House')
    const shared = await space.rows.unit([double, suite], '201', house)
    const own = await space.rows.unit([suite], '202')
    const { body } = await space.get(`/v1/listings/${suite}/units`)
    assert.deepEqual([body['listingId'], body['total']], [suite, 2])
    assert.deepEqual(
      recordsIn({ body }).map((unit) => [unit['id'], unit['parentId']]),
      [
        [shared, house],
        [own, null],
      ],
    )
    assert.equal((await space.get(`/v1/listings/${double}/units`)).body['total'], 1)
  })

  it('is empty for a single home', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    assert.deepEqual((await space.get(`/v1/listings/${id}/units`)).body, {
      listingId: id,
      total: 0,
      data: [],
    })
  })
})
