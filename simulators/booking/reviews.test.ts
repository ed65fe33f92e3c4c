import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Listed = { meta: { next_page: string }; data: { reviews: JsonRow[] } }

test('reviews come oldest first, and the last page is asked again for what is new', async (t) => {
  const { get, simulator, control, state } = await openAccount(t, { listings: 1, reservations: 60 })
  const held = state().reviews ?? []
  assert.ok(held.length > 12 && held.some(({ content }) => content === null))
  const path = `/review-api/properties/${String(held[0]?.property_id)}/reviews`
  const rows: JsonRow[] = []
  let next = `${path}?limit=10`
  for (;;) {
    const { body } = await get<Listed>(next)
    next = body.meta.next_page.slice(simulator.url.length)
    if (body.data.reviews.length === 0) break
    rows.push(...body.data.reviews)
  }
  assert.deepEqual(
    rows.map(({ review_id }) => review_id),
    held.map(({ review_id }) => review_id),
  )
  assert.match(String(rows[0]?.created_timestamp), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.equal((await get<Listed>(next)).body.data.reviews.length, 0)
  const written = await control('POST', '/guest/reviews', { positive: 'Quiet', score: 9 })
  assert.deepEqual(
    (await get<Listed>(next)).body.data.reviews.map(({ review_id }) => review_id),
    [written.body.review_id],
  )
  assert.equal((await get<Listed>(path)).body.data.reviews.length, 10)
  assert.equal((await get<Listed>(`${path}?from_date=2026-05-11`)).body.data.reviews.length, 1)
})

test('a reply is taken once, shown after two days, and refused where nothing was said', async (t) => {
  const { send, get, control, simulator, state } = await openAccount(t, { listings: 1, reservations: 5 })
  const written = (await control('POST', '/guest/reviews', { negative: 'Loud' })).body
  const path = (id: unknown) => `/review-api/properties/${String(written.property_id)}/reviews/${String(id)}`
  const own = path(written.review_id)
  const { status, body } = await send('POST', own, { reply: 'Sorry' })
  assert.deepEqual([status, Object.keys(body)], [200, ['meta', 'warnings', 'errors']])
  assert.equal((await get<{ data: JsonRow }>(own)).body.data.reply, null)
  assert.equal((await send('POST', own, { reply: 'Again' })).status, 400)
  assert.equal((await send('POST', own, { reply: '' })).status, 400)
  const silent = (await control('POST', '/guest/reviews', { score: 5 })).body
  assert.equal((await send('POST', path(silent.review_id), { reply: 'Thanks' })).status, 400)
  assert.equal((await send('POST', path('12'), { reply: 'Thanks' })).status, 404)
  simulator.clock.advanceSeconds(48 * 3600)
  const shown = state().reviews?.find(({ review_id }) => review_id === written.review_id)
  assert.deepEqual(
    [shown?.reply, String(shown?.last_change_timestamp) > String(shown?.created_timestamp)],
    [{ text: 'Sorry' }, true],
  )
})
