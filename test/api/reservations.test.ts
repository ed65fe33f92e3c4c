import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, recordsIn } from './rows.ts'

const dates = { check_in: '2026-07-01', check_out: '2026-07-05' }
const inactive = { active: false, inactive_reason: 'deactivated' }

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function bookedSpace() {
  const space = await freshSpace(app)
  return { space, listing: await space.rows.listing() }
}

describe('GET /v1/reservations', () => {
  it('filters by stay dates, bounds included', async () => {
    const { space, listing } = await bookedSpace()
    const early = await space.rows.stay({
      listing_id: listing,
      check_in: '2026-07-01',
      check_out: '2026-07-05',
    })
    const late = await space.rows.stay({
      listing_id: listing,
      check_in: '2026-07-03',
      check_out: '2026-07-08',
    })
    const asked: [string, string[]][] = [
      ['check_in_after=2026-07-01', [early, late]],
      ['check_in_after=2026-07-02', [late]],
      ['check_in_before=2026-07-03', [early, late]],
      ['check_in_before=2026-07-02', [early]],
      ['check_out_after=2026-07-08', [late]],
      ['check_out_after=2026-07-09', []],
      ['check_out_before=2026-07-05', [early]],
      ['check_out_before=2026-07-04', []],
      ['check_in_after=2026-07-02&check_out_before=2026-07-08', [late]],
      ['checkInFrom=2026-07-02', [late]],
      ['checkInAfter=2026-07-02', [late]],
      ['checkInTo=2026-07-02', [early]],
      ['checkInBefore=2026-07-02', [early]],
      ['checkOutAfter=2026-07-08', [late]],
      ['checkOutBefore=2026-07-05', [early]],
      ['check_in_after=2026-07-04&check_in_before=2026-07-02', []],
    ]
    for (const [query, ids] of asked)
      assert.deepEqual(await space.ids(`/v1/reservations?${query}`), ids, query)
  })

  it('filters by listing, platform, status and account', async () => {
    const { space, listing } = await bookedSpace()
    const other = await space.rows.listing()
    const account = await space.rows.account('hostaway', '64127')
    const hotel = await space.rows.stay({
      listing_id: listing,
      ...dates,
      source: 'booking.com',
      account_id: account.id,
    })
    const direct = await space.rows.stay({ listing_id: other, ...dates, source: 'direct' })
    const legacy = await space.rows.stay({ listing_id: other, ...dates, status: 'pending' })
    const asked: [string, string[]][] = [
      ['', [hotel, direct, legacy]],
      [`listing_id=${listing}`, [hotel]],
      [`listingId=${other}`, [direct, legacy]],
      [`listing_id=${other}&status=pending`, [legacy]],
      ['platform=booking', [hotel]],
      ['platform=booking.com', [hotel]],
      ['platform=Booking.com', [hotel]],
      ['platform=direct', [direct]],
      ['platform=owner', []],
      ['status=Confirmed', [hotel, direct]],
      ['status=PENDING', [legacy]],
      ['account=hostaway:64127', [hotel]],
      ['account=hostaway:1', []],
      ['account=airbnb:64127', []],
    ]
    for (const [query, ids] of asked)
      assert.deepEqual(await space.ids(`/v1/reservations?${query}`), ids, query)
  })

  it('pages by id, and by change with updated_since', async () => {
    const { space, listing } = await bookedSpace()
    const stay = (updated_at: string) => space.rows.stay({ listing_id: listing, ...dates, updated_at })
    const a = await stay('2026-06-03T00:00:00.000Z')
    const b = await stay('2026-06-02T00:00:00.000Z')
    const c = await stay('2026-06-02T00:00:00.000Z')
    const d = await stay('2026-06-01T23:59:59.999Z')
    assert.deepEqual(await space.ids('/v1/reservations'), [a, b, c, d])
    assert.deepEqual(await space.ids('/v1/reservations?updated_since=2026-06-02'), [b, c, a])
    assert.deepEqual(await space.ids('/v1/reservations?updated_since=2026-06-01T23:59:59.999'), [d, b, c, a])
    const pages: string[] = []
    let cursor = ''
    do {
      const page = await space.get(`/v1/reservations?updated_since=2026-06-02&limit=1${cursor}`)
      pages.push(...recordsIn(page).map((row) => String(row['id'])))
      assert.equal(page.body['pagination']?.['total'], 3)
      cursor = page.body['pagination']?.['hasMore']
        ? `&cursor=${String(page.body['pagination']['nextCursor'])}`
        : ''
    } while (cursor !== '')
    assert.deepEqual(pages, [b, c, a])
    const first = await space.get('/v1/reservations?limit=1')
    const wrong = await space.get(
      `/v1/reservations?updated_since=2026-06-02&cursor=${String(first.body['pagination']?.['nextCursor'])}`,
    )
    assert.deepEqual([wrong.status, wrong.body['error']?.['code']], [422, 'invalid_params'])
  })

  it('keeps a walk together whatever spelling a filter has', async () => {
    const { space, listing } = await bookedSpace()
    await space.rows.stay({ listing_id: listing, ...dates })
    const last = await space.rows.stay({ listing_id: listing, ...dates })
    const first = await space.get(`/v1/reservations?listingId=${listing}&status=Confirmed&limit=1`)
    const cursor = String(first.body['pagination']?.['nextCursor'])
    const next = await space.get(`/v1/reservations?listing_id=${listing}&status=confirmed&cursor=${cursor}`)
    assert.deepEqual(
      recordsIn(next).map((row) => row['id']),
      [last],
    )
    const other = await space.get(`/v1/reservations?listing_id=${listing}&cursor=${cursor}`)
    assert.equal(other.status, 422)
  })

  it('shows 50 rows when nothing is said', async () => {
    const { space, listing } = await bookedSpace()
    for (let index = 0; index < 51; index += 1) await space.rows.stay({ listing_id: listing, ...dates })
    const page = await space.get('/v1/reservations')
    assert.deepEqual(
      [recordsIn(page).length, page.body['pagination']?.['hasMore'], page.body['pagination']?.['total']],
      [50, true, 51],
    )
    const bare = await space.get('/v1/reservations?include_total=false')
    assert.deepEqual(Object.keys(bare.body['pagination'] as object), ['nextCursor', 'hasMore'])
  })

  it('leaves out what is on inactive listings, and refuses to filter by them', async () => {
    const { space, listing } = await bookedSpace()
    const off = await space.rows.listing({ name: 'Off', ...inactive })
    const gone = await space.rows.listing({ archived_at: '2026-06-10T00:00:00Z' })
    const shown = await space.rows.stay({ listing_id: listing, ...dates })
    const hidden = await space.rows.stay({ listing_id: off, ...dates })
    const past = await space.rows.stay({ listing_id: gone, ...dates })
    assert.deepEqual(await space.ids('/v1/reservations'), [shown, past])
    assert.deepEqual(await space.ids('/v1/reservations?updated_since=2026-01-01'), [shown, past])
    for (const url of [`/v1/reservations?listing_id=${off}`, `/v1/reservations/${hidden}`]) {
      const answer = await space.get(url)
      assert.deepEqual([answer.status, answer.body['error']?.['code']], [403, 'listing_inactive'], url)
      assert.deepEqual(answer.body['error']?.['listing_ids'], [off])
    }
    const foreign = await freshSpace(app)
    const foreignListing = await foreign.rows.listing(inactive)
    for (const url of [
      `/v1/reservations?listing_id=${foreignListing}`,
      '/v1/reservations?listing_id=899999999',
      '/v1/reservations/899999999',
    ]) {
      assert.deepEqual((await space.get(url)).body['error']?.['code'], 'not_found', url)
    }
    for (const id of [shown, hidden]) assert.equal((await foreign.get(`/v1/reservations/${id}`)).status, 404)
  })

  const refused: [string, number, string, string][] = [
    ['check_in_after=07/01/2026', 400, 'invalid_params', 'check_in_after'],
    ['check_in_before=2026-02-30', 400, 'invalid_params', 'check_in_before'],
    ['check_out_after=2026-07-01T00:00:00Z', 400, 'invalid_params', 'check_out_after'],
    ['check_out_before=', 400, 'invalid_params', 'check_out_before'],
    ['check_out_before=0000-01-01', 400, 'invalid_params', 'check_out_before'],
    ['checkInFrom=soon', 400, 'invalid_params', 'check_in_after'],
    ['status=tentative', 400, 'invalid_params', 'status'],
    ['platform=expedia', 400, 'invalid_params', 'platform'],
    ['account=64127', 400, 'invalid_params', 'account'],
    ['listing_id=abc', 400, 'invalid_params', 'listing_id'],
    ['listing_id=-1', 400, 'invalid_params', 'listing_id'],
    ['listing_id=9999999999999999999', 400, 'invalid_params', 'listing_id'],
    ['updated_since=1%20May', 422, 'invalid_params', 'updated_since'],
    ['limit=101', 422, 'invalid_params', 'limit'],
    ['cursor=x&offset=1', 422, 'invalid_params', 'offset'],
    ['checkin_after=2026-01-01', 400, 'unknown_params', 'checkin_after'],
    ['created_after=2026-01-01', 400, 'unknown_params', 'created_after'],
  ]
  for (const [query, status, code, field] of refused) {
    it(`refuses ${query}`, async () => {
      const answer = await app.get(`/v1/reservations?${query}`)
      assert.deepEqual(
        [answer.status, answer.body['error']?.['code'], answer.body['error']?.['field']],
        [status, code, field],
      )
    })
  }

  it('refuses two spellings that say different things', async () => {
    const answer = await app.get('/v1/reservations?check_in_after=2026-01-01&checkInFrom=2026-01-02')
    assert.deepEqual([answer.status, answer.body['error']?.['field']], [400, 'checkInFrom'])
  })

  it('says what is nearest to a misspelt name', async () => {
    const { body } = await app.get('/v1/reservations?check_in_aftr=2026-01-01')
    assert.equal(body['error']?.['did_you_mean'], 'check_in_after')
    assert.ok([...(body['error']?.['validParams'] ?? [])].map(String).includes('listingId'))
  })
})
