import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
}
const inactive = { active: false, inactive_reason: 'deactivated' }
const archived = { archived_at: '2026-06-10T00:00:00.000Z' }

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const changedAt = (updated_at: string) => ({ updated_at })

describe('GET /v1/properties', () => {
  it('shows every field of an active property', async () => {
    const space = await freshSpace(app)
    const { id: account, connectionId } = await space.rows.account('hostaway', '64127')
    const id = await space.rows.listing({ ...everything, account_id: account, connection_id: connectionId })
    await space.rows.link(id, { platform: 'booking', externalId: 'room-1' })
    await space.rows.link(id, { platform: 'booking', externalId: 'room-2' })
    await space.rows.link(id, { platform: 'airbnb', externalId: 'a1' })
    await space.rows.link(id, { platform: 'vrbo', externalId: 'v1', active: false })
    const { body } = await space.get('/v1/properties')
    assert.deepEqual(body, {
      data: [
        {
          id,
          name: 'Sea 4',
          lifecycleStatus: 'live',
          channels: ['airbnb', 'booking'],
          updatedAt: created,
          publicName: 'House by the sea',
          address: 'Harbour Road 4',
          city: 'Cascais',
          currency: 'EUR',
          status: 'active',
          accounts: [{ provider: 'hostaway', externalAccountId: '64127', connectionId }],
        },
      ],
      pagination: { nextCursor: null, hasMore: false, total: 1 },
    })
  })

  it('shows of an inactive one its identity and nothing else', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ ...everything, ...inactive })
    const [row] = recordsIn(await space.get('/v1/properties?status=inactive'))
    assert.deepEqual(row, {
      id,
      name: 'Sea 4',
      lifecycleStatus: 'live',
      channels: [],
      updatedAt: created,
      status: 'inactive',
    })
  })

  it('filters by the active flag, active when nothing is said', async () => {
    const space = await freshSpace(app)
    const on = await space.rows.listing()
    const off = await space.rows.listing(inactive)
    const gone = await space.rows.listing(archived)
    assert.deepEqual(await space.ids('/v1/properties'), [on, gone])
    assert.deepEqual(await space.ids('/v1/properties?status=active'), [on, gone])
    assert.deepEqual(await space.ids('/v1/properties?status=inactive'), [off])
    assert.deepEqual(await space.ids('/v1/properties?status=all'), [on, off, gone])
  })

  it('filters by the lifecycle state it shows, exactly', async () => {
    const space = await freshSpace(app)
    const live = await space.rows.listing({ lifecycle_status: 'live' })
    const draft = await space.rows.listing({ lifecycle_status: 'draft' })
    const unknown = await space.rows.listing({ lifecycle_status: null })
    const gone = await space.rows.listing({ lifecycle_status: 'live', ...archived })
    assert.deepEqual(await space.ids('/v1/properties?lifecycle_status=live'), [live])
    assert.deepEqual(await space.ids('/v1/properties?lifecycle_status=draft'), [draft])
    assert.deepEqual(await space.ids('/v1/properties?lifecycle_status=archived'), [gone])
    assert.deepEqual(await space.ids('/v1/properties?lifecycle_status=liv'), [])
    assert.deepEqual(await space.ids('/v1/properties?lifecycle_status=all'), [live, draft, unknown, gone])
    const [row] = recordsIn(await space.get('/v1/properties?lifecycle_status=archived'))
    assert.deepEqual([row?.['status'], row?.['lifecycleStatus']], ['active', 'archived'])
  })

  it('filters by channel, account and provider', async () => {
    const space = await freshSpace(app)
    const one = await space.rows.account('hostaway', '64127')
    const two = await space.rows.account('airbnb', '64127')
    const first = await space.rows.listing({ account_id: one.id, connection_id: one.connectionId })
    const second = await space.rows.listing({ account_id: two.id, connection_id: two.connectionId })
    await space.rows.listing()
    await space.rows.link(second, { platform: 'booking', externalId: 'room' })
    await space.rows.link(first, { platform: 'booking', externalId: 'room', active: false })
    assert.deepEqual(await space.ids('/v1/properties?account=hostaway:64127'), [first])
    assert.deepEqual(await space.ids('/v1/properties?account=airbnb:64127'), [second])
    assert.deepEqual(await space.ids('/v1/properties?account=hostaway:nobody'), [])
    assert.deepEqual(await space.ids('/v1/properties?channel=booking'), [second])
    assert.deepEqual(await space.ids('/v1/properties?provider=hostaway'), [first])
    const other = await freshSpace(app)
    assert.deepEqual(await other.ids('/v1/properties?account=hostaway:64127&status=all'), [])
  })

  it('searches like the newer list', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ name: '100% Sun' })
    await space.rows.listing({ name: '1000 Suns' })
    assert.deepEqual(await space.ids('/v1/properties?q=100%25%20sUN'), [id])
  })

  it('pages by id, 50 rows when nothing is said, with offset or cursor', async () => {
    const space = await freshSpace(app)
    const ids: string[] = []
    for (let index = 0; index < 51; index += 1) ids.push(await space.rows.listing())
    const first = await space.get('/v1/properties')
    assert.deepEqual(
      recordsIn(first).map((row) => row['id']),
      ids.slice(0, 50),
    )
    const shallow = await space.get('/v1/properties?offset=49&limit=1')
    assert.deepEqual(
      recordsIn(shallow).map((row) => row['id']),
      ids.slice(49, 50),
    )
    const cursor = String(shallow.body['pagination']?.['nextCursor'])
    assert.deepEqual(
      recordsIn(await space.get(`/v1/properties?cursor=${cursor}`)).map((row) => row['id']),
      ids.slice(50),
    )
    const both = await space.get(`/v1/properties?cursor=${cursor}&offset=0`)
    assert.deepEqual([both.status, both.body['error']?.['code']], [422, 'invalid_params'])
    const uncounted = await space.get('/v1/properties?include_total=false')
    assert.deepEqual(Object.keys(uncounted.body['pagination'] as object), ['nextCursor', 'hasMore'])
  })

  const refused: [string, number, string, string][] = [
    ['limit=101', 422, 'invalid_params', 'limit'],
    ['limit=0', 400, 'invalid_params', 'limit'],
    ['status=archived', 400, 'invalid_params', 'status'],
    ['account=hostaway', 400, 'invalid_params', 'account'],
    ['account=:64127', 400, 'invalid_params', 'account'],
    ['account=hostaway:%00', 400, 'invalid_params', 'account'],
    ['lifecycle_status=%00', 400, 'invalid_params', 'lifecycle_status'],
    ['provider=%00', 400, 'invalid_params', 'provider'],
    ['updated_since=yesterday', 422, 'invalid_params', 'updated_since'],
    ['updated_since=2026-02-30', 422, 'invalid_params', 'updated_since'],
    ['updated_since=2026-01-01T25:00Z', 422, 'invalid_params', 'updated_since'],
    ['updated_since=1750000000', 422, 'invalid_params', 'updated_since'],
    ['updated_since=', 422, 'invalid_params', 'updated_since'],
    ['include=content', 400, 'unknown_params', 'include'],
  ]
  for (const [query, status, code, field] of refused) {
    it(`refuses ${query}`, async () => {
      const answer = await app.get(`/v1/properties?${query}`)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [status, code, field],
      )
    })
  }
})

describe('updated_since on properties', () => {
  async function changedRows(): Promise<{ space: Space; ids: string[] }> {
    const space = await freshSpace(app)
    const ids = [
      await space.rows.listing(changedAt('2026-06-03T00:00:00.000Z')),
      await space.rows.listing(changedAt('2026-06-02T00:00:00.000Z')),
      await space.rows.listing(changedAt('2026-06-02T00:00:00.000Z')),
      await space.rows.listing(changedAt('2026-06-01T23:59:59.999Z')),
    ]
    return { space, ids }
  }

  it('includes the bound and orders by change, then id', async () => {
    const { space, ids } = await changedRows()
    const [a, b, c, d] = ids
    const since = (value: string) => space.ids(`/v1/properties?updated_since=${encodeURIComponent(value)}`)
    assert.deepEqual(await since('2026-06-02'), [b, c, a])
    assert.deepEqual(await since('2026-06-02T00:00'), [b, c, a])
    assert.deepEqual(await since('2026-06-02T00:00:00.001Z'), [a])
    assert.deepEqual(await since('2026-06-01T23:59:59.999Z'), [d, b, c, a])
    assert.deepEqual(await since('2026-06-02T02:00:00+02:00'), [b, c, a])
    assert.deepEqual(await since('2026-06-01T19:00-0500'), [b, c, a])
    assert.deepEqual(await since('2026-06-03T00:00:00.000001Z'), [a])
    assert.deepEqual(await since('0000-01-01'), [d, b, c, a])
    assert.deepEqual(await since('9999-12-31'), [])
    assert.deepEqual(await space.ids('/v1/properties'), ids)
  })

  it('has cursors of its own, in both directions', async () => {
    const { space, ids } = await changedRows()
    const [a, b, c] = ids
    const walk = '/v1/properties?updated_since=2026-06-02&limit=1'
    const first = await space.get(walk)
    const second = await space.get(`${walk}&cursor=${String(first.body['pagination']?.['nextCursor'])}`)
    const third = await space.get(`${walk}&cursor=${String(second.body['pagination']?.['nextCursor'])}`)
    assert.deepEqual(
      [first, second, third].map((page) => recordsIn(page)[0]?.['id']),
      [b, c, a],
    )
    assert.equal(third.body['pagination']?.['nextCursor'], null)
    const byId = await space.get('/v1/properties?limit=1')
    const wrong = [
      `/v1/properties?limit=1&cursor=${String(first.body['pagination']?.['nextCursor'])}`,
      `${walk}&cursor=${String(byId.body['pagination']?.['nextCursor'])}`,
    ]
    for (const url of wrong) {
      const answer = await space.get(url)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [422, 'invalid_params', 'cursor'],
      )
    }
  })
})

describe('GET /v1/properties/{id}', () => {
  it('shows the detail form, amenities when asked', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({
      ...everything,
      amenities: [{ amenityKey: 'wifi', isPresent: true }],
    })
    const detail = {
      id,
      name: 'Sea 4',
      lifecycleStatus: 'live',
      address: 'Harbour Road 4',
      city: 'Cascais',
      currency: 'EUR',
      latitude: 38.6935,
      longitude: -9.4203,
      status: 'active',
      createdAt: created,
      updatedAt: created,
    }
    assert.deepEqual((await space.get(`/v1/properties/${id}`)).body, detail)
    assert.deepEqual((await space.get(`/v1/properties/${id}?include=amenities`)).body, {
      ...detail,
      amenities: [{ amenityKey: 'wifi', category: null, isPresent: true, instruction: null }],
    })
    const bare = await space.rows.listing()
    assert.deepEqual((await space.get(`/v1/properties/${bare}?include=amenities`)).body['amenities'], [])
  })

  it('refuses unknown expansions, inactive and foreign ones', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const off = await space.rows.listing(inactive)
    const unknown = await space.get(`/v1/properties/${id}?include=details`)
    assert.deepEqual(
      [unknown.status, unknown.body['error']?.['field'], unknown.body['error']?.['valid_values']],
      [400, 'include', ['amenities']],
    )
    assert.equal((await space.get(`/v1/properties/${off}`)).body['error']?.['code'], 'listing_inactive')
    const other = await freshSpace(app)
    assert.equal((await other.get(`/v1/properties/${id}`)).status, 404)
    assert.equal((await other.get(`/v1/properties/${off}`)).status, 404)
  })
})
