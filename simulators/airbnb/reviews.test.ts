import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Review = JsonRow & { id: string; category_ratings: JsonRow[] }

/** Opens an account with a stay that is over. */
async function openStay(t: TestContext) {
  const account = await openAccount(t, { listings: 1, reservations: 0 })
  const days = { start_date: '2026-05-07', end_date: '2026-05-10' }
  const { id: reservationId } = (await account.control<{ id: string }>('POST', '/reservations', days)).body
  const list = async () =>
    (await account.get<{ listing_reviews: Review[] }>('/listing_reviews')).body.listing_reviews
  const write = (body: object) => account.control('POST', '/guests/review', { reservationId, ...body })
  return { ...account, list, write }
}

const ratings = (respect_house_rules: number, cleanliness = 5) => [
  { category: 'cleanliness', rating: cleanliness },
  { category: 'communication', rating: 4, comment: 'Quick' },
  { category: 'respect_house_rules', rating: respect_house_rules },
]
const verdict = { public_review: 'Fine guests.', is_reviewee_recommended: true, category_ratings: ratings(5) }

test('a host writes one review; what the guest wrote is hidden until then', async (t) => {
  const { list, write, send } = await openStay(t)
  const [own] = await list()
  assert.deepEqual([own?.reviewer_role, own?.submitted, (await list()).length], ['host', false, 1])
  await write({ overall_rating: 4, public_review: 'Nice', private_feedback: 'Cold' })
  const hidden = (await list())[1]
  assert.deepEqual([hidden?.hidden, hidden?.overall_rating, hidden?.public_review], [true, null, null])
  const path = `/listing_reviews/${own?.id}`
  const respond = () => send('PUT', `/listing_reviews/${hidden?.id}`, { reviewee_response: 'Thank you' })
  assert.equal((await respond()).status, 400)
  assert.deepEqual((await send('PUT', path, verdict)).body, {})
  assert.equal((await send('PUT', path, verdict)).status, 400, 'one review is final')
  const shown = (await list())[1]
  assert.deepEqual([shown?.hidden, shown?.overall_rating, shown?.public_review], [false, 4, 'Nice'])
  const categories = ['accuracy', 'checkin', 'cleanliness', 'communication', 'location', 'value']
  assert.deepEqual(
    shown?.category_ratings.map(({ category }) => category),
    categories,
  )
  assert.deepEqual([(await respond()).status, (await respond()).status], [200, 400])
  assert.equal((await list())[1]?.reviewee_response, 'Thank you')
})

test('low ratings are explained by tags', async (t) => {
  const { list, send } = await openStay(t)
  const path = `/listing_reviews/${(await list())[0]?.id}`
  const put = async (category_ratings: object[]) =>
    (await send('PUT', path, { ...verdict, category_ratings })).status
  assert.equal(await put(ratings(5).slice(1)), 400)
  assert.equal(await put(ratings(4)), 400)
  assert.equal(await put(ratings(5, 3)), 400)
  const wrong = { category: 'cleanliness', rating: 3, review_category_tags: ['messy'] }
  assert.equal(await put([wrong, ...ratings(5).slice(1)]), 400)
  const tagged = { ...wrong, review_category_tags: ['host_review_guest_negative_messy_kitchen'] }
  assert.equal(await put([{ ...tagged, comment: 'x'.repeat(51) }, ...ratings(5).slice(1)]), 400)
  assert.equal(await put([tagged, ...ratings(5).slice(1)]), 200)
})

test('after two weeks nobody writes any more, and what was written is shown', async (t) => {
  const { list, write, control, connect, tokens, as } = await openStay(t)
  await write({ overall_rating: 2 })
  await control('POST', '/clock', { advanceSeconds: 14 * 86_400 })
  assert.equal((await list()) as unknown, undefined, 'the token is over')
  const again = as(await connect(tokens.user_id))
  const { listing_reviews: rows } = (await again<{ listing_reviews: Review[] }>('GET', '/listing_reviews'))
    .body
  assert.deepEqual([rows[1]?.hidden, rows[1]?.overall_rating], [false, 2])
  assert.equal((await again('PUT', `/listing_reviews/${rows[0]?.id}`, verdict)).status, 400)
})

test('an account has reviews of its past stays', async (t) => {
  const { state } = await openAccount(t, { reservations: 200 })
  const written = state().reviews?.filter(({ submitted }) => submitted === true) ?? []
  assert.ok(written.length > 20)
  assert.ok(written.some(({ reviewer_role }) => reviewer_role === 'host'))
})
