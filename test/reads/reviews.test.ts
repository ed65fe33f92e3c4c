import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { assertError, assertPaging, assertServedBy, idsAt, rowsOf, walk } from './lists.ts'
import { recordsOf, type Records } from './records.ts'

let app: TestApp
let make: Records
let other: TestWorkspace
let account: { id: string; connectionId: string }
let home: string
let closed: string
const written: Record<string, string> = {}
const review = (name: string) => written[name] ?? ''
const reviews = (...names: string[]) => names.map(review)

before(async () => {
  app = await startTestApp()
  make = recordsOf(app.db, app.scope)
  other = await app.addWorkspace()
  account = await make.account('hostaway', '64127')
  home = await make.listing()
  closed = await make.listing({ active: false, inactive_reason: 'deactivated' })
  const on = (day: number) => ({ submitted_at: `2026-05-0${day}T08:00:00.500Z` })
  written['undated'] = await make.review({ rating: '4' })
  written['five'] = await make.review({
    ...on(3),
    rating: '5.00',
    listing_id: home,
    account_id: account.id,
    connection_id: account.connectionId,
    categories: [
      { category: 'location', rating: '4.5' },
      { category: 'value', rating: null, comment: 'fair' },
    ],
    response_body: 'Thank you',
    response_submitted_at: '2026-05-04T08:00:00.000Z',
    pms: 'hostaway',
  })
  written['tieA'] = await make.review({ ...on(2), rating: '3.25', platform: 'booking' })
  written['tieB'] = await make.review({ ...on(2), platform: null })
  written['byHost'] = await make.review({ ...on(4), reviewer_role: 'host', rating: '1' })
  written['closed'] = await make.review({ ...on(5), listing_id: closed, rating: '2' })
})
after(() => app.close())

const byGuests = () => reviews('five', 'tieB', 'tieA', 'undated')

test('reviews of guests by default, the newest first, undated last', async () => {
  await assertPaging(app, '/v1/reviews', byGuests())
  await assertServedBy(app, '/v1/reviews', 'reviews_by_role')
  await assertServedBy(app, '/v1/reviews?reviewer_role=all', 'reviews_recent')
})

test('filters', async () => {
  const cases: [string, string[]][] = [
    ['reviewer_role=host', ['byHost']],
    ['reviewerRole=all', ['byHost', 'five', 'tieB', 'tieA', 'undated']],
    ['account=hostaway:64127', ['five']],
    ['account=hostaway:1', []],
    ['account=guesty:64127', []],
    ['platform=booking', ['tieA']],
    [`listing_id=${home}`, ['five']],
    [`listingId=${home}`, ['five']],
    ['rating_min=4', ['five', 'undated']],
    ['rating_max=4', ['tieA', 'undated']],
    ['rating_min=3.25&rating_max=3.25', ['tieA']],
    ['rating_min=0', ['five', 'tieA', 'undated']],
    ['status=responded', ['five']],
    ['status=unanswered', ['tieB', 'tieA', 'undated']],
    ['status=all', ['five', 'tieB', 'tieA', 'undated']],
  ]
  for (const [query, names] of cases) {
    const { body } = await app.get(`/v1/reviews?${query}`)
    assert.deepEqual(
      rowsOf(body).map((row) => row['id']),
      reviews(...names),
      query,
    )
    assert.equal(Number(body['pagination']?.['total']), names.length, query)
  }
})

test('filters out of their range are refused', async () => {
  for (const query of [
    'rating_min=5.1',
    'rating_max=-1',
    'rating_min=good',
    'rating_min=4&rating_max=3',
    'status=open',
  ]) {
    await assertError(app, `/v1/reviews?${query}`, 400, 'invalid_params')
  }
})

test('the list row has the account, the record does not', async () => {
  const { body } = await app.get('/v1/reviews?status=responded')
  const [row] = rowsOf(body)
  const expected = {
    id: review('five'),
    externalId: row?.['externalId'],
    platform: 'airbnb',
    pms: 'hostaway',
    listingId: home,
    providerPropertyId: null,
    reservationId: null,
    reservationConfirmationCode: null,
    guestId: null,
    guestName: null,
    guestAvatar: null,
    reviewerRole: 'guest',
    rating: 5,
    categories: [
      { category: 'location', rating: 4.5, comment: null },
      { category: 'value', rating: null, comment: 'fair' },
    ],
    publicReview: null,
    privateFeedback: null,
    isRevieweeRecommended: null,
    response: { body: 'Thank you', submittedAt: '2026-05-04T08:00:00.000Z' },
    submittedAt: '2026-05-03T08:00:00.500Z',
    updatedAt: '2026-06-01T08:00:00.000Z',
    expiresAt: null,
    hidden: false,
    language: null,
  }
  const { connectionId } = account
  assert.deepEqual(row, {
    ...expected,
    account: { provider: 'hostaway', externalAccountId: '64127', connectionId },
  })
  assert.deepEqual((await app.get(`/v1/reviews/${review('five')}`)).body, expected)
})

test('inactive and foreign ones', async () => {
  await assertError(app, `/v1/reviews/${review('closed')}`, 403, 'listing_inactive')
  await assertError(app, `/v1/reviews?listing_id=${closed}`, 403, 'listing_inactive')
  const foreign = await recordsOf(app.db, other.live).listing()
  await assertError(app, `/v1/reviews?listing_id=${foreign}`, 404, 'not_found')
  await assertError(app, `/v1/reviews/${review('five')}`, 404, 'not_found', { key: other.liveKey })
  await assertError(app, `/v1/reviews/${review('five')}`, 404, 'not_found', { key: app.sandboxKey })
  await assertError(app, '/v1/reviews/899999999', 404, 'not_found')
  assert.deepEqual(await idsAt(app, '/v1/reviews', { key: app.sandboxKey }), [])
})

test('a walk goes on where it stood while reviews come in', async () => {
  const seen = await walk(app, '/v1/reviews', 1, async () => {
    await make.review({ submitted_at: '2026-06-01T08:00:00.000Z' })
  })
  assert.deepEqual(seen, byGuests())
})
