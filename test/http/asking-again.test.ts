/**
 * Asking again: 304 and remembered pages, and never what was stored before. In tests a remembered page is made anew each time it
 * is asked for and compared, so every other test that reads twice asks the same.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routes } from '../../src/features/routes.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { fillWorkspace, type Filled } from '../harness/fixtures.ts'

let t: TestApp
let filled: Filled
before(async () => {
  t = await startTestApp()
  filled = await fillWorkspace(t.db, t.scope)
  // What fixtures put into tables has no head; this makes one.
  const made = await t.post('/v1/listings', { name: 'Head', currency: 'EUR' })
  assert.equal(made.status, 201, made.text)
})
after(() => t.close())

const ids: Record<string, () => string> = {
  reservations: () => filled.active.reservation[0] ?? '',
  conversations: () => filled.active.conversation[0] ?? '',
  reviews: () => filled.active.review[0] ?? '',
  guests: () => filled.active.guest[0] ?? '',
  properties: () => filled.active.listing[0] ?? '',
}
const versioned = routes.filter((route) => route.versioned)
const pathOf = (url: string) => url.replace(':id', ids[url.split('/')[2] ?? '']?.() ?? '')

const again = (path: string, etag: string | undefined, headers: Record<string, string> = {}) =>
  t.get(path, { headers: { ...(etag === undefined ? {} : { 'if-none-match': etag }), ...headers } })

describe('an answer made of records', () => {
  it('is what these routes give', () => {
    assert.deepEqual(versioned.map(({ id }) => id).toSorted(), [
      ...['getGuest', 'getProperty', 'getReservation', 'getReview', 'listConversations', 'listGuests'],
      ...['listListings', 'listMessages', 'listProperties', 'listReservations', 'listReviews'],
    ])
  })

  for (const route of versioned) {
    it(`${route.id} has a tag, and is not sent again to who has it`, async () => {
      const path = pathOf(route.url)
      const first = await t.get(path)
      assert.equal(first.status, 200, first.text)
      const { etag = '' } = first.headers
      assert.match(etag, /^"[\w-]{27}"$/)
      assert.equal(first.headers['cache-control'], 'private, no-cache')
      const second = await again(path, `"other", W/${etag}`)
      assert.equal(second.status, 304)
      assert.equal(second.text, '')
      assert.equal(second.headers['etag'], etag)
      assert.equal(second.headers['content-type'], undefined)
      assert.ok(second.headers['x-ratelimit-remaining'])
      const whole = await t.get(path)
      assert.equal(whole.status, 200)
      assert.equal(whole.text, first.text)
      assert.equal(whole.headers['etag'], etag)
    })
  }

  it('has another tag for another question, shape, workspace and account', async () => {
    const other = await t.addWorkspace()
    await t.post('/v1/listings', { name: 'Head', currency: 'EUR' }, { key: other.liveKey })
    const tags = [
      await t.get('/v1/reservations'),
      await t.get('/v1/reservations?limit=2'),
      await t.get('/v1/reservations?limit=3'),
      await t.get('/v1/reservations', { headers: { 'x-schema': 'calry' } }),
      await t.get('/v1/reservations', { key: other.liveKey }),
      await t.get('/v1/reservations', { headers: { 'x-account-id': filled.active.connection[0] ?? '' } }),
    ].map(({ headers }) => headers['etag'])
    assert.ok(tags.every(Boolean))
    assert.equal(new Set(tags).size, tags.length)
  })

  it('of a schema that was changed under its name is another', async () => {
    const mappings = { number: 'id' }
    const made = await t.post('/v1/schema/custom', { name: 'mine', mappings })
    assert.equal(made.status, 201, made.text)
    const inMine = { 'x-schema': 'mine' }
    const { headers, text } = await again('/v1/reservations?limit=1', undefined, inMine)
    assert.match(text, /"number":/)
    const changed = { mappings: { code: 'id' } }
    const answer = await t.call('PATCH', `/v1/schema/custom/${made.body['id']}`, { body: changed })
    assert.equal(answer.status, 200, answer.text)
    const next = await again('/v1/reservations?limit=1', headers['etag'], inMine)
    assert.equal(next.status, 200)
    assert.match(next.text, /"code":/)
  })

  it('is sent again after a write, also one of another process', async () => {
    const path = '/v1/listings?limit=1'
    const { etag } = (await t.get(path)).headers
    await t.post('/v1/listings', { name: 'Another', currency: 'EUR' })
    const later = await again(path, etag)
    assert.equal(later.status, 200)
    assert.notEqual(later.headers['etag'], etag)
  })

  it('is sent again when time alone changed a status', async () => {
    const home = await t.post('/v1/listings', { name: 'Flat', currency: 'EUR' })
    const listingId = home.body['id']
    const stay = { listingId, checkIn: '2026-06-20', checkOut: '2026-06-22', guest: { firstName: 'Ada' } }
    const booked = await t.post('/v1/reservations', stay)
    assert.equal(booked.status, 201, booked.text)
    const path = `/v1/reservations/${booked.body['id']}`
    const confirmed = await t.get(path)
    assert.equal(confirmed.body['status'], 'confirmed')
    t.clock.set('2026-06-22T12:00:00Z')
    const still = await again(path, confirmed.headers['etag'])
    t.clock.set('2026-06-23T23:59:59Z')
    const over = await again(path, confirmed.headers['etag'])
    assert.equal(over.status, 200)
    assert.equal(over.body['status'], 'completed')
    // Set back, the clock shows what was there.
    t.clock.jump(-10 * 86_400_000)
    const back = await again(path, over.headers['etag'])
    assert.equal(back.status, 200)
    assert.equal(back.body['status'], 'confirmed')
    t.clock.jump(10 * 86_400_000)
    assert.ok([200, 304].includes(still.status))
  })

  it('is told apart by what it says where the vendor is asked, or the past', async () => {
    const path = `/v1/reservations/${ids['reservations']?.() ?? ''}`
    for (const query of ['?max_age=60', '?as_of=2026-06-23T20:00:00Z']) {
      const { etag = '' } = (await t.get(`${path}${query}`)).headers
      assert.match(etag, /^"/, query)
      assert.equal((await again(`${path}${query}`, etag)).status, 304, query)
    }
  })

  it('is refused before anybody looks at tags', async () => {
    const { etag = '' } = (await t.get('/v1/reservations')).headers
    assert.equal((await again('/v1/reservations?surprise=1', etag)).status, 400)
    const headers = { 'if-none-match': etag }
    assert.equal((await t.get('/v1/reservations', { key: 'sk_live_wrong', headers })).status, 401)
    const listing = filled.active.listing[0] ?? ''
    const query = `/v1/reservations?listing_id=${listing}`
    const seen = await t.get(query)
    await t.post('/v1/listings/status', { listingIds: [listing], active: false })
    const off = await again(query, seen.headers['etag'])
    assert.equal(off.body['error']['code'], 'listing_inactive')
  })
})
