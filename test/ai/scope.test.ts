/** AI operations reach what who asks may see, and nothing else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { filledSpace, makeAiWorld, type AiWorld, type FilledSpace } from './world.ts'

let world: AiWorld
let space: FilledSpace
before(async () => {
  world = await makeAiWorld()
  space = await filledSpace(world.app)
  world.model.answers.push({ say: { description: 'A flat.', confidence: 1 } })
})
after(() => world.close())

const everyInput = ({
  conversation,
  review,
  listing,
}: Pick<FilledSpace, 'conversation' | 'review' | 'listing'>) =>
  [
    ['respond-to-guest', { conversationId: conversation }],
    ['classify-intent', { conversationId: conversation }],
    ['review-response', { reviewId: review }],
    ['generate-listing', { listingId: listing }],
    ['price-suggestion', { listingId: listing, date: '2026-07-10' }],
  ] as const

const nobody = { conversation: '999999901', review: '999999902', listing: '999999903' }
const codes = async (records: typeof nobody, options = {}) => {
  const answers = await Promise.all(
    everyInput(records).map(([operation, input]) => space.post('/v1/ai', { operation, input }, options)),
  )
  return answers.map(({ status, body }) => `${status} ${String(body['error']?.['code'])}`)
}
const missing = Array.from({ length: 5 }, () => '404 not_found')

test('a key for other listings finds nothing, and its own listing', async () => {
  const other = await space.rows.listing({ currency: 'EUR', default_nightly_price: '80.00' })
  const body = { name: 'one', scopes: ['*:read', 'ai:write'], listingIds: [other] }
  const made = await space.post('/v1/keys', body)
  assert.equal(made.status, 201, made.text)
  const key = String(made.body['secret'])
  assert.deepEqual(await codes(space, { key }), missing)
  assert.deepEqual(await codes(nobody, { key }), missing)
  const own = { operation: 'generate-listing', input: { listingId: other } }
  const answer = await space.post('/v1/ai', own, { key })
  assert.equal(answer.status, 200, answer.text)
})

test('within another account nothing is found', async () => {
  const { connectionId } = await space.rows.account('hostaway', '64999')
  const options = { headers: { 'x-account-id': connectionId } }
  assert.deepEqual(await codes(space, options), missing)
})

test('a child workspace and another workspace are reached by their own alone', async () => {
  const child = await filledSpace(world.app, { parentId: space.id })
  const foreign = await filledSpace(world.app)
  assert.deepEqual(await codes(child), missing)
  assert.deepEqual(await codes(foreign), missing)
  const within = { headers: { 'x-workspace-id': child.id } }
  const answer = await space.post(
    '/v1/ai',
    { operation: 'generate-listing', input: { listingId: child.listing } },
    within,
  )
  assert.equal(answer.status, 200, answer.text)
})

test('a listing that is switched off is told, whatever of it is named', async () => {
  const off = await filledSpace(world.app)
  await sql`update listings set active = false, inactive_reason = 'deactivated' where workspace_id = ${off.live.workspaceId}`.execute(
    world.app.db,
  )
  for (const [operation, input] of everyInput(off)) {
    const { status, body } = await off.post('/v1/ai', { operation, input })
    assert.deepEqual([status, body['error']?.['code']], [403, 'listing_inactive'], operation)
  }
})
