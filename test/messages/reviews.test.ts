/** Replies to reviews through a vendor that relays them. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startRelayWorld, type RelayWorld } from './relay-world.ts'

let world: RelayWorld
let ids: Record<string, string> = {}
let number = 0
const nextKey = () => `review-${(number += 1)}`
before(async () => {
  world = await startRelayWorld()
  ids = await world.ids('reviews')
})
after(() => world.close())
afterEach(() => {
  world.vendor.scripts = {}
})

const reply = (review: string, body: object, key?: string, query = '') =>
  world.write('POST', `/v1/reviews/${ids[review] ?? review}/reply${query}`, body, key)
const says = (kind: 'rejected' | 'timeout' | 'rate_limited' | 'reauth') => () => {
  throw new VendorError(kind, `says ${kind}`)
}
const told = async (review: string) =>
  (await world.events()).filter(
    ({ type, data }) => type === 'review.responded' && data.object?.['id'] === ids[review],
  ).length
const responseOf = async (review: string) =>
  (await world.get<{ response: { body: string } | null }>(`/v1/reviews/${ids[review]}`)).response?.body

describe('a reply to a review', () => {
  it('stands there and here, and is told once', async () => {
    const dry = await reply('R1', { message: 'Thank you.' }, undefined, '?dry_run=true')
    assert.deepEqual(
      [dry.status, dry.body['dryRun'], await responseOf('R1')],
      [200, true, undefined],
      dry.text,
    )
    const key = nextKey()
    const answer = await reply('R1', { response: 'Thank you.' }, key)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body['response']['body'], 'Thank you.')
    assert.equal(world.vendor.reviews.get('R1')?.response?.body, 'Thank you.')
    await world.pass(86_400)
    assert.equal(await responseOf('R1'), 'Thank you.')
    assert.equal(await told('R1'), 1)
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.equal((await reply('R1', { response: 'Thank you.' }, key)).status, 201)
    assert.equal(await told('R1'), 1)
    errorOf(await reply('R1', { message: 'Once more.' }, nextKey()), 409, 'already_replied')
  })

  it('whose answer is lost is found there', async () => {
    world.vendor.scripts.reply = [
      (act) => {
        act()
        throw new VendorError('timeout', 'no answer')
      },
    ]
    assert.equal((await reply('R2', { message: 'Welcome.' }, nextKey())).status, 201)
    assert.equal(await told('R2'), 1)
  })

  it('that is refused stands nowhere', async () => {
    world.vendor.scripts.reply = [says('rejected'), says('rate_limited'), says('reauth'), says('timeout')]
    errorOf(await reply('R3', { message: 'x' }, nextKey()), 422, 'pms_rejected')
    errorOf(await reply('R3', { message: 'x' }, nextKey()), 429, 'rate_limit_exceeded')
    errorOf(await reply('R3', { message: 'x' }, nextKey()), 403, 'connection_reauth_required')
    errorOf(await reply('R3', { message: 'x' }, nextKey()), 502, 'pms_error')
    await world.setConnection('disconnected')
    errorOf(await reply('R3', { message: 'x' }), 409, 'no_connection')
    await world.setConnection('active')
    assert.equal(await responseOf('R3'), undefined)
  })

  it('is checked before anybody is asked', async () => {
    errorOf(await reply('R3', { message: ' ' }), 400, 'invalid_body')
    errorOf(await reply('R3', {}), 400, 'invalid_body')
    errorOf(await reply('R3', { message: 'a', response: 'b' }), 400, 'invalid_body')
    errorOf(await reply('R3', { message: 'x'.repeat(301) }), 400, 'invalid_body')
    errorOf(await reply('R3', { message: 'x', name: 'Ada' }), 422, 'pms_write_unsupported')
    errorOf(await reply('H1', { message: 'x' }), 409, 'reply_not_allowed')
    errorOf(await reply('123456789', { message: 'x' }), 404, 'not_found')
    const { operations } = world.vendor.fake.connector
    const { reviewWrites } = operations
    delete operations.reviewWrites
    errorOf(await reply('R3', { message: 'x' }), 422, 'pms_write_unsupported')
    Object.assign(operations, { reviewWrites })
    await sql`update reviews set connection_id = null where external_id = 'R4'`.execute(world.app.db)
    errorOf(await reply('R4', { message: 'x' }), 422, 'unsupported_channel')
  })
})

describe('a review of a guest', () => {
  it('is checked, and nobody takes it', async () => {
    const rate = (category: string) => ({ category, rating: 5 })
    const body = {
      publicReview: 'A pleasant guest.',
      isRevieweeRecommended: true,
      categoryRatings: ['cleanliness', 'communication', 'respect_house_rules'].map(rate),
    }
    const submit = (review: string, more: object = {}) =>
      world.write('POST', `/v1/reviews/${ids[review] ?? review}/guest-review`, { ...body, ...more })
    errorOf(await submit('H1'), 422, 'unsupported_channel')
    errorOf(await submit('H2'), 409, 'review_window_closed')
    errorOf(await submit('H3'), 409, 'review_already_submitted')
    errorOf(await submit('R1'), 409, 'not_host_review')
    errorOf(await submit('H1', { comment: 'Twice.' }), 400, 'invalid_body')
    errorOf(await submit('H1', { categoryRatings: Array(3).fill(rate('cleanliness')) }), 400, 'invalid_body')
    errorOf(await submit('123456789'), 404, 'not_found')
  })
})
