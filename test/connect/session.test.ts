/** A session from its start to its end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '../harness/app.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import {
  errorOf,
  redirectUrl,
  sessionEvents,
  startConnectWorld,
  unknownSession,
  type ConnectWorld,
} from './world.ts'

let world: ConnectWorld
before(async () => {
  world = await startConnectWorld()
  await world.startWorker()
})
after(() => world.close())

test('finished on the page: connected, told, imported, and the browser is sent back', async () => {
  const { app } = world
  const answer = await app.post('/v1/connect', { redirectUrl, state: 'order 7&x', copy: { title: 'Hello' } })
  assert.equal(answer.status, 201, answer.text)
  const made = answer.body as unknown as Record<string, string>
  const sessionId = made['sessionId'] ?? ''
  assert.match(sessionId, /^cs_/)
  assert.equal(made['url'], `http://lodgewire.test/connect/${sessionId}`)
  assert.equal(made['purpose'], 'connect')
  assert.equal('workspaceId' in made, false)
  const open = await world.view(sessionId)
  assert.equal(open.status, 200, open.text)
  assert.equal(open.headers['cache-control'], 'no-store')
  assert.equal(open.headers['referrer-policy'], 'no-referrer')
  const page = open.body as unknown as Record<string, unknown>
  assert.equal(page['status'], 'pending')
  assert.equal(page['redirectHost'], 'app.example.com')
  assert.equal(page['returnUrl'], null)
  assert.deepEqual(page['copy'], { title: 'Hello' })
  assert.ok((page['providers'] as unknown[]).length >= 9)

  const done = await world.send(sessionId)
  assert.equal(done.status, 200, done.text)
  assert.equal(done.body['sessionId'], sessionId)
  await world.settle()
  const shown = (await world.view(sessionId)).body as unknown as Record<string, unknown>
  assert.equal(shown['status'], 'completed')
  assert.equal(shown['provider'], 'hostaway')
  const back = new URL(String(shown['returnUrl']))
  assert.equal(back.origin + back.pathname, 'https://app.example.com/connected')
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    tenant: '7',
    status: 'connected',
    session: sessionId,
    state: 'order 7&x',
    workspaceId: app.workspace.id,
  })
  assert.deepEqual(shown['connection'], {
    provider: 'hostaway',
    accountName: null,
    externalAccountId: world.simulator.credentials.accountId,
    webhooks: { registered: true, address: null },
  })
  const progress = shown['import'] as { status: string; entities: { entity: string; seen: number }[] }
  assert.equal(progress.status, 'completed')
  assert.equal(progress.entities.find(({ entity }) => entity === 'listings')?.seen, 2)

  const provider = await world.get<{ webhooks: unknown }>('/v1/connect/hostaway')
  assert.deepEqual(provider.webhooks, { registered: true, address: null })

  const [event, ...more] = await sessionEvents(world, app.workspace.id)
  assert.deepEqual(more, [])
  assert.deepEqual(event?.data, {
    sessionId,
    state: 'order 7&x',
    provider: 'hostaway',
    externalAccountId: world.simulator.credentials.accountId,
    connectionId: done.body['pmsConnectionId'],
    purpose: 'connect',
    completedAt: event?.data['completedAt'],
  })
})

test('the database holds nothing that opens a session', async () => {
  const { sessionId } = await world.start()
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(s)::text as text from connect_sessions s`.execute(world.app.db)
  assert.ok(rows.length > 0)
  const secret = sessionId.split('_')[2] ?? ''
  for (const { text } of rows) assert.ok(!text.includes(secret))
})

test('wrong credentials leave the session open', async () => {
  const { sessionId } = await world.start()
  const wrong = await world.send(sessionId, { ...world.simulator.credentials, apiKey: 'wrong-key-123456' })
  assert.equal(wrong.status, 401)
  assert.equal(errorOf(wrong)['code'], 'invalid_credentials')
  assert.equal((await world.view(sessionId)).body['status'], 'pending')
  assert.equal((await world.send(sessionId)).status, 200)
})

test('two who finish one session at once: one of them does', async () => {
  const { sessionId } = await world.start({ state: 'race' })
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.send(sessionId)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
  const told = (await sessionEvents(world, world.app.workspace.id)).filter(
    ({ data }) => data['state'] === 'race',
  )
  assert.equal(told.length, 1)
})

test('finishing and cancelling at once: one of them happens', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { sessionId } = await world.start()
    const [finish, cancel] = await Promise.all([world.send(sessionId), world.cancel(sessionId)])
    assert.deepEqual([finish.status, cancel.status].toSorted(), [200, 409], finish.text + cancel.text)
    const status = (await world.view(sessionId)).body['status']
    assert.equal(status, finish.status === 200 ? 'completed' : 'cancelled')
  }
})

test('an id nobody has is answered the same everywhere, and sessions of others need their id', async () => {
  const other = await world.app.addWorkspace()
  const { sessionId } = await world.start({}, { key: other.liveKey })
  const made = unknownSession(world.app.workspace.id)
  for (const answer of [
    await world.view(made),
    await world.send(made),
    await world.cancel(made),
    await world.app.post(
      `/v1/connect/sessions/${made}/select-provider`,
      { provider: 'hostaway' },
      { key: null },
    ),
    await world.app.get(`/v1/connect/sessions/${made}/listing-options`, { key: null }),
  ]) {
    assert.equal(answer.status, 404, answer.text)
    assert.equal(errorOf(answer)['code'], 'not_found')
  }
  // Any other text is no more of an id than that.
  for (const id of ['nonsense', 'cs_1_short', '0', 'a%20b', `cs_${'9'.repeat(40)}_x`, 'é', 'x'.repeat(250)]) {
    const answers = [
      await world.view(id),
      await world.app.get(`/v1/connect/sessions/${id}/listing-options`, { key: null }),
      await world.cancel(id),
      await world.app.post(
        `/v1/connect/sessions/${id}/select-provider`,
        { provider: 'hostaway' },
        { key: null },
      ),
      await world.send(decodeURIComponent(id)),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 404, `${id}: ${answer.text}`)
      assert.equal(errorOf(answer)['code'], 'not_found')
    }
  }
  // The random part of another session with a workspace put before it.
  const moved = sessionId.replace(/^cs_\d+/, `cs_${world.app.workspace.id}`)
  assert.equal((await world.view(moved)).status, 404)
  // A key does not help into a session of another workspace.
  const withKey = await world.app.post('/v1/connect/hostaway/credentials', {
    sessionId,
    credentials: world.simulator.credentials,
  })
  assert.equal(withKey.status, 404, withKey.text)
  const theirs = await world.app.post(
    '/v1/connect/hostaway/credentials',
    { sessionId, credentials: world.simulator.credentials },
    { key: other.liveKey },
  )
  assert.equal(theirs.status, 200, theirs.text)
  assert.equal((await world.all('/v1/connect', other)).length, 1)
})

test('without a session the key is needed', async () => {
  const answer = await world.app.post(
    '/v1/connect/hostaway/credentials',
    { credentials: world.simulator.credentials },
    { key: null },
  )
  assert.equal(answer.status, 401)
  assert.equal(errorOf(answer)['code'], 'unauthorized')
})

test('a session shows listings only while rooms are mapped, and none of another account of the channel', async () => {
  const { app } = world
  const { sessionId } = await world.start()
  const options = () => app.get(`/v1/connect/sessions/${sessionId}/listing-options`, { key: null })
  const early = await options()
  assert.equal(early.status, 409, early.text)
  assert.equal(errorOf(early)['code'], 'invalid_state')
  assert.equal(errorOf(early)['currentStatus'], 'pending')
  assert.doesNotMatch(early.text, /"name"/)

  const { rows } = await sql<{ id: string }>`
    select id from listings where workspace_id = ${app.workspace.id} and active order by name, id`.execute(
    app.db,
  )
  const [free, taken] = rows.map(({ id }) => id)
  assert.ok(free && taken)
  await sql`
    insert into channel_links (workspace_id, listing_id, platform, external_id, hotel_id)
    values (${app.workspace.id}, ${taken}, 'booking', '777-01', '777')`.execute(app.db)
  await sql`
    update connect_sessions set state = 'awaiting_room_mapping', provider = 'booking'
    where workspace_id = ${app.workspace.id} and id_hash = ${hashApiKey(sessionId)}`.execute(app.db)
  const shown = await options()
  assert.equal(shown.status, 200, shown.text)
  const ids = [...(shown.body['data'] ?? [])].map((row) => String(row['id']))
  assert.ok(ids.includes(free), shown.text)
  assert.ok(!ids.includes(taken), shown.text)
  assert.equal(shown.body['total'], ids.length)
})

test('are as many as may be made within an hour, and as many as may be open', async () => {
  const few = await startTestApp({ env: { MAX_CONNECT_SESSIONS: '3' } })
  try {
    const begin = (body: object) => few.post('/v1/connect', { redirectUrl, ...body })
    const made = [
      await begin({}),
      await begin({}),
      await begin({ purpose: 'migrate', workspace: { name: 'A' } }),
    ]
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201, 201],
      made.map(({ text }) => text).join(),
    )
    const refused = await begin({})
    assert.equal(refused.status, 429, refused.text)
    assert.deepEqual(
      [errorOf(refused)['code'], errorOf(refused)['limit'], errorOf(refused)['retry_after']],
      ['rate_limit_exceeded', 3, 3600],
    )
    assert.equal(refused.headers['retry-after'], '3600')
    assert.equal((await begin({ purpose: 'migrate', workspace: { name: 'B' } })).status, 429)
    few.clock.jump(3_600_000)
    const stillOpen = await begin({})
    assert.equal(stillOpen.status, 429)
    assert.match(stillOpen.text, /3 open connect sessions/)
    const cancelled = await few.post(`/v1/connect/sessions/${made[0]?.body['sessionId']}/cancel`)
    assert.equal(cancelled.status, 200, cancelled.text)
    assert.equal((await begin({})).status, 201)
    const other = await few.addWorkspace()
    assert.equal((await few.post('/v1/connect', { redirectUrl }, { key: other.liveKey })).status, 201)
  } finally {
    await few.close()
  }
})
