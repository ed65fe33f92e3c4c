/** Counting AI operations and tokens; texts of listings; a guest who is forgotten. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { filledSpace, makeAiWorld, type AiWorld } from './world.ts'

let world: AiWorld
before(async () => {
  world = await makeAiWorld()
})
after(() => world.close())
beforeEach(() => {
  world.set()
  world.model.sent.length = 0
  world.model.answers.length = 0
})

const label = { say: { intent: 'other', confidence: 1 } }

test('the daily limit of the plan holds AI operations alone, and reported uses count', async () => {
  const { app } = world
  const space = await filledSpace(app, { plan: 'free' })
  world.model.answers.push(label)
  const ask = () =>
    space.post('/v1/ai', { operation: 'classify-intent', input: { conversationId: space.conversation } })
  const quota = async () => {
    await app.countUsage()
    return space.get('/v1/agent/quota')
  }
  for (let n = 0; n < 8; n += 1) assert.equal((await ask()).status, 200)
  const after8 = await quota()
  assert.deepEqual(after8.body['calls'], { used: 8, limit: 10, remaining: 2 })
  assert.equal(after8.body['tokens']?.['used'], 960)
  const use = { request_id: 'mine-1', tokens_in: 5, tokens_out: 7, model: 'other' }
  const reports = [await space.post('/v1/agent/usage', use), await space.post('/v1/agent/usage', use)]
  assert.deepEqual(
    reports.map(({ status, body }) => [status, body['recorded']]),
    [
      [200, true],
      [200, false],
    ],
  )
  const after9 = await quota()
  assert.deepEqual(after9.body['calls'], { used: 9, limit: 10, remaining: 1 })
  assert.equal(after9.body['tokens']?.['used'], 972)
  assert.equal((await ask()).status, 200)
  const refused = await ask()
  assert.deepEqual(
    [refused.status, refused.body['error']?.['code'], refused.body['error']?.['scope']],
    [429, 'rate_limit_exceeded', 'daily_ai'],
  )
  const spent = await quota()
  assert.deepEqual([spent.status, spent.body['error']?.['scope']], [429, 'daily_ai'])
  assert.ok(Number(spent.headers['retry-after']) > 0)
  assert.equal((await space.get('/v1/listings')).status, 200)
  const tier = await space.get('/v1/usage/tier')
  assert.equal(tier.body['used']?.['dailyAi'], 10)
  app.clock.advance(24 * 3_600_000)
  assert.equal((await ask()).status, 200)
})

const texts = {
  ...{ title: 'Bright flat by the sea', summary: 'Two rooms.', description: 'Light and quiet.', space: null },
  ...{ amenities: ['wifi', 'pool', 'helipad'], confidence: 0.9 },
}

test('texts of a listing are written to it, unless that is not wanted', async () => {
  const space = await filledSpace(world.app)
  const url = `/v1/listings/${space.listing}/generate-content`
  world.model.answers.push({ say: texts })
  const proposed = await space.post(url, { persist: false, style: 'professional' })
  assert.equal(proposed.status, 200, proposed.text)
  assert.equal(proposed.body['persisted'], false)
  assert.deepEqual(proposed.body['content']?.['amenities'], ['wifi'])
  const shown = async () => {
    const { body } = await space.get(`/v1/listings/${space.listing}?include=content`)
    return [body['publicName'], body['content']?.['summary']]
  }
  assert.deepEqual(await shown(), ['Sea view flat', 'A bright flat.'])
  const headers = { 'idempotency-key': 'texts-1' }
  const written = await space.post(url, { photos: ['https://files.example/sea.jpg'] }, { headers })
  assert.deepEqual([written.status, written.body['persisted']], [200, true], written.text)
  assert.deepEqual(await shown(), ['Bright flat by the sea', 'Two rooms.'])
  const last = world.model.sent.at(-1)?.body.messages[1]?.content
  assert.ok(Array.isArray(last) && last[1]?.image_url?.url === 'https://files.example/sea.jpg')
  assert.deepEqual(
    (await space.post(url, { photos: ['https://files.example/sea.jpg'] }, { headers })).body,
    written.body,
  )
  assert.equal(world.model.sent.length, 2)
  const foreign = await space.post(url, { photos: ['http://169.254.169.254/latest'] })
  assert.deepEqual([foreign.status, foreign.body['error']?.['field']], [400, 'photos[0]'])
  assert.equal(world.model.sent.length, 2)
  const tooLong = { ...texts, title: 'x'.repeat(51) }
  world.model.answers.splice(0, 9, { say: tooLong })
  assert.equal((await space.post(url, {})).status, 502)
})

test('what is asked and reported for a workspace of its making counts for the workspace of the key', async () => {
  const { app } = world
  const parent = await filledSpace(app)
  const child = await filledSpace(app, { parentId: parent.id })
  const headers = { 'x-workspace-id': child.id }
  world.model.answers.push(label)
  const ask = { operation: 'classify-intent', input: { conversationId: child.conversation } }
  assert.equal((await parent.post('/v1/ai', ask, { headers })).status, 200)
  const use = { request_id: 'for-a-child', tokens_in: 5, tokens_out: 7, model: 'other' }
  assert.equal((await parent.post('/v1/agent/usage', use, { headers })).body['recorded'], true)
  await app.countUsage()
  const used = async (space: typeof parent) => {
    const { calls, tokens } = (await space.get('/v1/agent/quota')).body
    return [calls?.['used'], tokens?.['used']] as unknown
  }
  assert.deepEqual(await used(parent), [2, 132])
  assert.deepEqual(await used(child), [0, 0])
})

test('what was written about a guest goes with them', async () => {
  const { app } = world
  const parent = await filledSpace(app)
  const space = await filledSpace(app, { parentId: parent.id })
  world.model.answers.push({ say: { reply: 'Dear Zephyrine, at 15:00.', confidence: 1 } })
  const ask = { operation: 'respond-to-guest', input: { conversationId: space.conversation } }
  const headers = { 'idempotency-key': 'about-zephyrine' }
  assert.equal((await space.post('/v1/ai', ask, { headers })).status, 200)
  const naming = async () => {
    const { rows } = await sql<{ type: string }>`
      select type from events where workspace_id = ${space.live.workspaceId} and data like '%Zephyrine%'`.execute(
      app.db,
    )
    return rows.map(({ type }) => type)
  }
  assert.ok((await naming()).includes('ai.operation.completed'))
  const forgotten = await space.post(`/v1/guests/${space.guestId}/forget`, {})
  assert.equal(forgotten.status, 200, forgotten.text)
  assert.deepEqual(await naming(), [])
  const again = await space.post('/v1/ai', ask, { headers })
  assert.ok(!again.text.includes('Zephyrine'), again.text)
})

test('a guest who is forgotten while the model thinks is not brought back by its answer', async () => {
  const { app, model } = world
  const space = await filledSpace(app)
  model.answers.push({ say: { reply: 'Dear Zephyrine', confidence: 1 } })
  const ask = { operation: 'respond-to-guest', input: { conversationId: space.conversation } }
  model.onAsked = async () => {
    const { status } = await space.post(`/v1/guests/${space.guestId}/forget`, {})
    assert.equal(status, 200)
  }
  const { status, body, text } = await space.post('/v1/ai', ask)
  delete model.onAsked
  assert.deepEqual([status, body['error']?.['code']], [409, 'invalid_state'], text)
  const { rows } = await sql`
    select from events where workspace_id = ${space.live.workspaceId} and data like '%Zephyrine%'`.execute(
    app.db,
  )
  assert.equal(rows.length, 0)
})
