import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

const now = '2026-06-15T12:00:00.000Z'
const created = '2026-06-01T08:00:00.000Z'
const inactive = { active: false, inactive_reason: 'deactivated' }

let app: TestApp
before(async () => {
  app = await startTestApp({ now })
})
after(() => app.close())

const setStatus = (space: Space, active: boolean, ...listingIds: (string | number)[]): Promise<TestAnswer> =>
  space.post('/v1/listings/status', { listingIds, active })

async function listingsOf(space: Space, count: number, values = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await space.rows.listing(values))
  return ids
}

interface Stored {
  id: string
  active: boolean
  reason: string | null
  at: string
  revision: number
}

async function stored(space: Space): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    select id, active, inactive_reason as reason, updated_at::text as at, revision from listings
    where workspace_id = ${space.id} order by id`.execute(app.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const limitError = ({ status, body }: TestAnswer) => {
  const { code, tier, limit, active_listings, upgrade_url } = body['error'] as unknown as Record<
    string,
    unknown
  >
  return { status, code, tier, limit, active_listings, upgrade_url }
}
const overLimit = (active_listings: number, tier = 'free', limit = 3) => ({
  status: 402,
  code: 'listings_limit_exceeded',
  tier,
  limit,
  active_listings,
  upgrade_url: 'http://lodgewire.test/docs/guides/plans',
})

describe('POST /v1/listings/status', () => {
  it('changes what is otherwise and names both kinds in the order of the request', async () => {
    const space = await freshSpace(app)
    const [a = '', b = '', c = '', d = ''] = await listingsOf(space, 4)
    const off = await space.rows.listing(inactive)
    const answer = await setStatus(space, false, c, Number(a), off, b)
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { active: false, updated: [c, a, b], unchanged: [off] }],
    )
    assert.deepEqual(await space.ids('/v1/listings'), [d])
    const again = await setStatus(space, false, c, a, off, b)
    assert.deepEqual(again.body, { active: false, updated: [], unchanged: [c, a, off, b] })
    const back = await setStatus(space, true, d, off, a)
    assert.deepEqual(back.body, { active: true, updated: [off, a], unchanged: [d] })
    assert.deepEqual(await space.ids('/v1/listings'), [a, d, off])
  })

  it('moves updatedAt and writes history for changed listings only', async () => {
    const space = await freshSpace(app)
    const [on, held] = [
      await space.rows.listing(),
      await space.rows.listing({ active: false, inactive_reason: 'plan_limit' }),
    ]
    const already = await space.rows.listing()
    await setStatus(space, true, held, already)
    await setStatus(space, false, on)
    const rows = await stored(space)
    const history = await sql<{
      id: string
      revision: number
      change: string
      previous: unknown
      origin: string
    }>`
      select record_id as id, revision, change, previous, origin from record_history
      where workspace_id = ${space.id} and record_type = 'listing' order by created_at`.execute(app.db)
    assert.deepEqual(history.rows, [
      {
        id: held,
        revision: 2,
        change: 'updated',
        previous: { active: false, inactiveReason: 'plan_limit' },
        origin: 'api',
      },
      {
        id: on,
        revision: 2,
        change: 'updated',
        previous: { active: true, inactiveReason: null },
        origin: 'api',
      },
    ])
    assert.deepEqual(
      [rows.get(held)?.active, rows.get(held)?.reason, rows.get(held)?.revision],
      [true, null, 2],
    )
    assert.deepEqual([rows.get(on)?.active, rows.get(on)?.reason], [false, 'deactivated'])
    assert.deepEqual(rows.get(already)?.revision, 1)
    const shown = await space.get('/v1/listings?status=all')
    const changedAt = new Map(
      [...(shown.body['data'] ?? [])].map((row) => [String(row['id']), String(row['updatedAt'])]),
    )
    assert.equal(changedAt.get(already), created)
    assert.ok(String(changedAt.get(held)) >= now)
    // The later of two changes has the later instant, although the clock stood still between them.
    assert.ok(String(changedAt.get(on)) > String(changedAt.get(held)))
    assert.deepEqual(await space.ids(`/v1/properties?status=all&updated_since=${now}`), [held, on])
  })

  it('closes and opens everything under a listing', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const stay = await space.rows.stay({ listing_id: id, check_in: '2026-07-01', check_out: '2026-07-05' })
    const urls = [
      `/v1/listings/${id}`,
      `/v1/listings/${id}/units`,
      `/v1/listings/${id}/markups`,
      `/v1/properties/${id}`,
      `/v1/availability/${id}?from=2026-07-01&to=2026-07-02`,
      `/v1/reservations?listing_id=${id}`,
      `/v1/reservations/${stay}`,
    ]
    await setStatus(space, false, id)
    for (const url of urls) assert.equal((await space.get(url)).status, 403, url)
    assert.deepEqual(await space.ids('/v1/reservations'), [])
    await setStatus(space, true, id)
    for (const url of urls) assert.equal((await space.get(url)).status, 200, url)
  })

  it('changes nothing when an id is not the caller’s, and names it', async () => {
    const space = await freshSpace(app)
    const other = await freshSpace(app)
    const own = await space.rows.listing()
    const foreign = await other.rows.listing()
    const before = await stored(space)
    const answer = await setStatus(space, false, own, foreign, 899999999)
    assert.deepEqual([answer.status, answer.body['error']?.['code']], [404, 'not_found'])
    assert.equal(answer.body['error']?.['field'], 'listingIds')
    assert.deepEqual(answer.body['error']?.['value_received'], [foreign, '899999999'])
    assert.match(String(answer.body['error']?.['message']), new RegExp(`${foreign}, 899999999`))
    assert.deepEqual(await stored(space), before)
    assert.equal((await stored(other)).get(foreign)?.active, true)
    const sandbox = await app.post(
      '/v1/listings/status',
      { listingIds: [own], active: false },
      { key: space.sandboxKey },
    )
    assert.equal(sandbox.status, 404)
  })

  it('takes 500 ids', async () => {
    const space = await freshSpace(app)
    const own = await space.rows.listing()
    const many = Array.from({ length: 499 }, (_, index) => String(800_000_000 + index))
    assert.equal((await setStatus(space, false, own, ...many)).status, 404)
    const over = await setStatus(space, false, own, ...many, '800000499')
    assert.deepEqual([over.status, over.body['error']?.['field']], [400, 'listingIds'])
  })

  const refused: [string, unknown, string][] = [
    ['no body', undefined, 'body'],
    ['no ids', { active: true }, 'listingIds'],
    ['no state', { listingIds: [1] }, 'active'],
    ['an empty list', { listingIds: [], active: true }, 'listingIds'],
    ['a state as text', { listingIds: [1], active: 'true' }, 'active'],
    ['null as a state', { listingIds: [1], active: null }, 'active'],
    ['an id twice', { listingIds: ['12', '13', '12'], active: true }, 'listingIds[2]'],
    ['an id as number and as text', { listingIds: [12, '12'], active: true }, 'listingIds[1]'],
    ['an id that is no number', { listingIds: ['abc'], active: true }, 'listingIds[0]'],
    ['zero', { listingIds: [0], active: true }, 'listingIds[0]'],
    ['zero as text', { listingIds: ['0'], active: true }, 'listingIds[0]'],
    ['a fraction', { listingIds: [1.5], active: true }, 'listingIds[0]'],
    ['a negative id', { listingIds: [1, -1], active: true }, 'listingIds[1]'],
    ['an id larger than any', { listingIds: ['9999999999999999999'], active: true }, 'listingIds[0]'],
    ['a number too large to be exact', { listingIds: [2 ** 53], active: true }, 'listingIds[0]'],
    ['a list that is none', { listingIds: '12', active: true }, 'listingIds'],
    ['an unknown field', { listingIds: [1], active: true, reason: 'x' }, 'reason'],
  ]
  for (const [what, body, field] of refused) {
    it(`refuses ${what}`, async () => {
      const answer = await app.post('/v1/listings/status', body)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [400, 'invalid_body', field],
      )
    })
  }

  it('refuses what is not JSON, and parameters', async () => {
    const broken = await app.call('POST', '/v1/listings/status', { rawBody: '{"listingIds": [1], ' })
    assert.deepEqual([broken.status, broken.body['error']?.['code']], [400, 'invalid_json'])
    const messageOf = async (rawBody: string) =>
      (await app.call('POST', '/v1/listings/status', { rawBody })).body['error']?.['message']
    assert.equal(
      broken.body['error']?.['message'],
      'The body is not valid JSON: Expected double-quoted property name in JSON at position 20 (line 1 column 21).',
    )
    assert.equal(await messageOf('Ada'), "The body is not valid JSON: Unexpected token 'A'.")
    assert.equal(
      await messageOf('{"__proto__": {}}'),
      'No field may be called `__proto__`, and no `constructor` have a `prototype`.',
    )
    const asked = await app.post('/v1/listings/status?active=true', { listingIds: [1], active: true })
    assert.deepEqual([asked.status, asked.body['error']?.['code']], [400, 'unknown_params'])
  })
})

describe('the plan’s cap on active listings', () => {
  it('refuses an activation past it and changes nothing', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    const on = await listingsOf(space, 2)
    const [a = '', b = ''] = await listingsOf(space, 2, inactive)
    const before = await stored(space)
    assert.deepEqual(limitError(await setStatus(space, true, a, b)), overLimit(2))
    assert.deepEqual(await stored(space), before)
    const fits = await setStatus(space, true, ...on, a)
    assert.deepEqual(fits.body, { active: true, updated: [a], unchanged: on })
    assert.deepEqual(limitError(await setStatus(space, true, b)), overLimit(3))
    assert.equal((await setStatus(space, false, a)).status, 200)
    assert.equal((await setStatus(space, true, b)).status, 200)
  })

  it('does not count archived listings', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    await listingsOf(space, 3)
    const archived = await space.rows.listing({ ...inactive, archived_at: created })
    assert.deepEqual((await setStatus(space, true, archived)).body['updated'], [archived])
    assert.equal((await space.get('/v1/listings')).status, 200)
  })

  it('closes every route but this one, which opens them again at once', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    const ids = await listingsOf(space, 5)
    for (const url of [
      '/v1/listings',
      '/v1/properties',
      '/v1/reservations',
      '/v1/guests',
      '/v1/listings/1/units',
    ]) {
      assert.deepEqual(limitError(await space.get(url)), overLimit(5), url)
    }
    assert.equal((await space.get('/v1/listings')).headers['retry-after'], undefined)
    assert.equal((await space.get('/v1/health')).status, 200)
    assert.deepEqual((await setStatus(space, true, ...ids)).body['updated'], [])
    assert.deepEqual(
      limitError(await setStatus(space, true, await space.rows.listing(inactive))),
      overLimit(5),
    )
    assert.equal((await setStatus(space, false, ids[0] ?? '')).status, 200)
    assert.deepEqual(limitError(await space.get('/v1/listings')), overLimit(4))
    assert.equal((await setStatus(space, false, ids[1] ?? '')).status, 200)
    assert.deepEqual(await space.ids('/v1/listings'), ids.slice(2))
  })

  it('notices listings that came in from elsewhere, within a minute', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    await listingsOf(space, 3)
    assert.equal((await space.get('/v1/listings')).status, 200)
    await listingsOf(space, 1)
    app.clock.advance(60_000)
    assert.deepEqual(limitError(await space.get('/v1/listings')), overLimit(4))
  })

  it('notices a smaller and a larger plan', async () => {
    const space = await freshSpace(app, { plan: 'starter' })
    await listingsOf(space, 4)
    const setPlan = async (plan: string) => {
      await sql`update workspaces set plan = ${plan} where id = ${space.id}`.execute(app.db)
      app.clock.advance(5_000)
    }
    assert.equal((await space.get('/v1/listings')).status, 200)
    await setPlan('free')
    assert.deepEqual(limitError(await space.get('/v1/listings')), overLimit(4))
    await setPlan('starter')
    assert.equal((await space.get('/v1/listings')).status, 200)
  })

  it('is 50 for starter and nothing for custom', async () => {
    const starter = await freshSpace(app, { plan: 'starter' })
    await sql`insert into listings (workspace_id, id, name)
      select ${starter.id}, 700000000 + n, 'L' from generate_series(1, 51) n`.execute(app.db)
    assert.deepEqual(limitError(await starter.get('/v1/listings')), overLimit(51, 'starter', 50))
    await setStatus(starter, false, 700_000_001)
    assert.equal((await starter.get('/v1/listings')).status, 200)
    await sql`update workspaces set plan = 'custom' where id = ${starter.id}`.execute(app.db)
    app.clock.advance(60_000)
    assert.equal((await setStatus(starter, true, 700_000_001)).status, 200)
    assert.equal((await starter.get('/v1/listings')).status, 200)
  })

  it('is kept by concurrent activations', async () => {
    const space = await freshSpace(app, { plan: 'free' })
    const ids = await listingsOf(space, 6, inactive)
    const answers = await Promise.all(ids.map((id) => setStatus(space, true, id)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 402, 402, 402])
    assert.equal([...(await stored(space)).values()].filter(({ active }) => active).length, 3)
  })

  it('survives opposite calls at the same time, in any order of ids', async () => {
    const space = await freshSpace(app)
    const ids = await listingsOf(space, 4)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const order = index % 2 === 0 ? ids : ids.toReversed()
        return setStatus(space, index % 3 === 0, ...order)
      }),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const states = new Set([...(await stored(space)).values()].map(({ active }) => active))
    assert.equal(states.size, 1, 'all listings ended in the state of the last call')
  })
})
