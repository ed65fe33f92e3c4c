/** Reviews on Airbnb: read, answered, and of guests. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { guestReviewCategories } from '../../src/contract/review-write.ts'
import type { TestAnswer } from '../harness/app.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { base, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

type Row = Record<string, unknown>

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const list = async (query = '') => rowsOf(await world.app.get(`${base}/reviews?limit=100${query}`))
const there = (code: unknown, role: string) =>
  world
    .state('reviews')
    .find((row) => row['reservation_confirmation_code'] === code && row['reviewer_role'] === role) as Row
const respond = (id: unknown, body: object, key?: string) =>
  world.send('POST', `${base}/reviews/${String(id)}/respond`, body, key)
const verdict = (rating = 5, more: object = {}) => ({
  publicReview: 'Left it tidy.',
  isRevieweeRecommended: true,
  categoryRatings: guestReviewCategories.map((category) => ({ category, rating, ...more })),
})
const submit = (id: unknown, body: object, key?: string) =>
  world.send('PUT', `${base}/reviews/${String(id)}`, body, key)
const set = (column: string, value: string) =>
  sql`update connections set ${sql.ref(column)} = ${value} where id = ${world.connectionId}`.execute(
    world.app.db,
  )

let stays = 0
/** A stay that ended some days ago, whose sides may review each other: the form of the host. */
async function openForm(): Promise<Row> {
  stays += 1
  const day = (offset: number) =>
    new Date(world.app.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const { id } = await world.there<{ id: string }>('/reservations', {
    start_date: day(-3 - stays),
    end_date: day(-2 - stays),
    status_type: 'accept',
  })
  await world.readAgain()
  await world.pass(86_400)
  const form = (await list('&reviewer_role=host')).find((row) => row['reservationCode'] === id)
  assert.ok(form, `no form for ${id}`)
  return form
}

/** An act of every write, with what it answers when something is in the way. */
async function assertTrouble(write: () => Promise<TestAnswer>, operation: 'reply' | 'submit') {
  const path = '/v2/listing_reviews/*'
  world.simulator.faults.add({ kind: '429', count: 40, path })
  errorOf(await write(), 429, 'airbnb_rate_limited')
  world.simulator.faults.clear()
  world.simulator.faults.add({ kind: 'drop', count: 200 })
  errorOf(await write(), 502, 'airbnb_error')
  world.simulator.faults.clear()
  const { services } = world.app
  const joined = services.connectors
  const { reviewWrites, guestReviews, ...rest } = world.connector.operations
  assert.ok(reviewWrites && guestReviews)
  const answering = (status: number) => async (): Promise<never> => {
    throw new VendorError('rejected', 'No.', { status })
  }
  const using = async (operations: object, status: number, code: string) => {
    services.connectors = { airbnb: { ...world.connector, operations: { ...rest, ...operations } } }
    try {
      errorOf(await write(), status, code)
    } finally {
      services.connectors = joined
    }
  }
  const refusing = (status: number) => ({
    reviewWrites: operation === 'reply' ? { ...reviewWrites, reply: answering(status) } : reviewWrites,
    guestReviews: operation === 'submit' ? { ...guestReviews, submit: answering(status) } : guestReviews,
  })
  await using(refusing(403), 403, 'insufficient_access')
  await using(refusing(400), 422, 'airbnb_rejected')
  await using({}, 422, 'channel_not_supported')
  await set('status', 'error')
  errorOf(await write(), 403, 'connection_reauth_required')
  await set('status', 'inactive')
  errorOf(await write(), 409, 'no_connection')
  await set('status', 'active')
}

test('reviews are listed as they stand there, and hidden ones without their words', async () => {
  const rows = await list()
  const shown = world.state('reviews').filter((row) => row['reviewer_role'] === 'guest' && row['submitted'])
  assert.equal(rows.length, shown.length)
  assert.ok(rows.length > 1)
  for (const row of rows) {
    const own = there(row['reservationCode'], 'guest')
    assert.equal(row['hidden'], own['hidden'])
    if (own['hidden']) assert.deepEqual([row['comment'], row['rating']], [null, null])
    else assert.deepEqual([row['comment'], row['rating']], [own['public_review'], own['overall_rating']])
    assert.equal(row['accountId'], world.hostId)
  }
  const unified = rowsOf(await world.app.get('/v1/reviews?limit=100&platform=airbnb'))
  assert.ok(unified.length > 0 && unified.every(({ pms }) => pms === null))
  assert.deepEqual(unified.map(({ id }) => id).toSorted(), rows.map(({ id }) => id).toSorted())
  assert.deepEqual(await list(`&account_id=${world.hostId}`), rows)
  errorOf(await world.app.get(`${base}/reviews?account_id=1`), 404, 'not_found')
})

test('a review is answered once', async () => {
  const [first, second] = (await list()).filter((row) => row['hidden'] === false && row['response'] === null)
  assert.ok(first && second)
  const body = { response: 'Thank you!' }
  const rehearsed = await world.send(
    'POST',
    `${base}/reviews/${String(first['id'])}/respond?dry_run=true`,
    body,
  )
  assert.deepEqual([rehearsed.status, rehearsed.body['submitted']], [200, false], rehearsed.text)
  const answer = await respond(first['id'], body, 'respond-1')
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await respond(first['id'], body, 'respond-1')).text, answer.text)
  assert.equal(there(first['reservationCode'], 'guest')['reviewee_response'], 'Thank you!')
  assert.equal((await list()).find((row) => row['id'] === first['id'])?.['response'], 'Thank you!')
  errorOf(await respond(first['id'], { response: 'Again.' }), 409, 'already_replied')
  const old = (more: object) => world.send('POST', `${base}/reviews`, { reviewId: second['id'], ...more })
  await assertTrouble(() => respond(second['id'], { response: 'Trouble.' }), 'reply')
  await assertTrouble(() => old({ response: 'Trouble.' }), 'reply')
  const setActive = async (active: boolean) => {
    const body = { listingIds: [second['listingId']], active }
    assert.equal((await world.send('POST', '/v1/listings/status', body)).status, 200)
  }
  await setActive(false)
  errorOf(await old({ response: 'Thanks.' }), 403, 'listing_inactive')
  await setActive(true)
  assert.equal((await old({ response: 'Thanks.' })).status, 200)
  errorOf(await old({ response: 'Thanks again.' }), 409, 'already_replied')
  const [own] = await list('&reviewer_role=host')
  errorOf(await respond(own?.['id'], body), 409, 'reply_not_allowed')
  errorOf(
    await world.send('POST', `${base}/reviews`, { reviewId: own?.['id'], ...body }),
    409,
    'reply_not_allowed',
  )
})

test('words that are blank are refused by the name they came under, and nothing is handed in', async () => {
  const [open] = (await list()).filter((row) => row['hidden'] === false && row['response'] === null)
  assert.ok(open)
  const fieldOf = (answer: TestAnswer) => errorOf(answer, 400, 'invalid_body')['field']
  const reply = (body: object) => world.send('POST', `/v1/reviews/${String(open['id'])}/reply`, body)
  assert.equal(fieldOf(await respond(open['id'], { response: '   ' })), 'response')
  assert.equal(fieldOf(await reply({ message: '   ' })), 'message')
  assert.equal(fieldOf(await reply({ response: '   ' })), 'response')
  assert.equal(fieldOf(await reply({ response: 'x'.repeat(1001) })), 'response')
  const form = await openForm()
  assert.equal(fieldOf(await submit(form['id'], { ...verdict(), publicReview: ' \n ' })), 'publicReview')
  assert.equal(there(form['reservationCode'], 'host')['submitted'], false)
})

test('a guest is reviewed once, within two weeks, and a low rating says why', async () => {
  const form = await openForm()
  const url = `${base}/reviews/${String(form['id'])}`
  const bare = errorOf(await submit(form['id'], verdict(3)), 400, 'invalid_body')
  assert.equal(bare['field'], 'categoryRatings')
  assert.match(String(bare['message']), /tags/)
  const rehearsed = await world.send('PUT', `${url}?dry_run=true`, verdict())
  assert.deepEqual([rehearsed.status, rehearsed.body['submitted']], [200, false], rehearsed.text)
  assert.equal(there(form['reservationCode'], 'host')['submitted'], false)
  await assertTrouble(() => submit(form['id'], verdict()), 'submit')
  const body = verdict(2, { tags: ['host_review_guest_negative_ignored_rules'], comment: 'Loud.' })
  const done = await submit(form['id'], body, 'review-1')
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(done.body, { id: form['id'], submitted: true })
  assert.equal((await submit(form['id'], body, 'review-1')).text, done.text)
  const own = there(form['reservationCode'], 'host')
  assert.deepEqual([own['submitted'], own['public_review']], [true, 'Left it tidy.'])
  errorOf(await submit(form['id'], verdict()), 409, 'review_already_submitted')
  const shown = (await world.app.get(`/v1/reviews/${String(form['id'])}`)).body
  assert.deepEqual([shown['publicReview'], shown['isRevieweeRecommended']], ['Left it tidy.', true])
  const [byGuest] = await list()
  errorOf(await submit(byGuest?.['id'], verdict()), 409, 'not_host_review')
})

test('the older form hands a review in as well, and the routes of every channel too', async () => {
  const form = await openForm()
  const old = (more: object) => world.send('POST', `${base}/reviews`, { reviewId: form['id'], ...more })
  errorOf(await old({ action: 'Submit', review: verdict() }), 400, 'invalid_action')
  for (const [body, field] of [
    [{ action: 'submit' }, 'review'],
    [{ action: 'submit', review: verdict(), response: 'x' }, 'response'],
    [{}, 'response'],
    [{ response: 'x', review: verdict() }, 'review'],
  ] as const)
    assert.equal(errorOf(await old(body), 400, 'invalid_body')['field'], field)
  await assertTrouble(() => old({ action: 'submit', review: verdict() }), 'submit')
  const unified = (key?: string) =>
    world.send('POST', `/v1/reviews/${String(form['id'])}/guest-review`, verdict(), key)
  await set('status', 'error')
  errorOf(await unified(), 403, 'connection_reauth_required')
  await set('status', 'inactive')
  errorOf(await unified(), 409, 'no_connection')
  await set('status', 'active')
  const path = '/v2/listing_reviews/*'
  world.simulator.faults.add({ kind: '429', count: 40, path })
  errorOf(await unified(), 429, 'airbnb_rate_limited')
  world.simulator.faults.clear()
  await sql`update reviews set external_id = '1' where id = ${String(form['id'])}`.execute(world.app.db)
  errorOf(await unified(), 422, 'airbnb_rejected')
  const { id } = there(form['reservationCode'], 'host')
  await sql`update reviews set external_id = ${id} where id = ${String(form['id'])}`.execute(world.app.db)
  const done = await old({ action: 'submit', review: verdict() })
  assert.equal(done.status, 201, done.text)
  errorOf(await old({ action: 'submit', review: verdict() }), 409, 'review_already_submitted')
  const [byGuest] = await list()
  const ofGuest = { reviewId: byGuest?.['id'], action: 'submit', review: verdict() }
  errorOf(await world.send('POST', `${base}/reviews`, ofGuest), 409, 'not_host_review')
  const late = await openForm()
  await sql`update reviews set expires_at = ${world.app.clock.now()} where id = ${String(late['id'])}`.execute(
    world.app.db,
  )
  errorOf(await submit(late['id'], verdict()), 409, 'review_window_closed')
  const lateForm = { reviewId: late['id'], action: 'submit', review: verdict() }
  errorOf(await world.send('POST', `${base}/reviews`, lateForm), 409, 'review_window_closed')
})

test('a review of another channel is not there', async () => {
  errorOf(await respond('123456789', { response: 'x' }), 404, 'not_found')
  errorOf(await submit('123456789', verdict()), 404, 'not_found')
})
