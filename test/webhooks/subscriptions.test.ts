import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type Body, type TestApp } from '../harness/app.ts'
import { startReceiver, type Receiver } from './receiver.ts'

const rows = (list: Body) => list['data'] as unknown as { id: string }[]

describe('webhook subscriptions', () => {
  let t: TestApp
  let receiver: Receiver
  before(async () => {
    t = await startTestApp()
    receiver = await startReceiver({ '/failing': 500, '/moved': 302 })
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const create = (body: object, options?: { key?: string }) =>
    t.post('/v1/webhooks', { url: 'https://example.com/hooks', events: ['*'], ...body }, options)

  it('shows the secret once', async () => {
    const { status, body } = await create({ events: ['reservation.created'], description: 'ours' })
    assert.equal(status, 201)
    assert.match(body['secret'] as string, /^whsec_[A-Za-z0-9+/]{32}$/)
    const { secret, ...shown } = body as unknown as { secret: string; id: string } & Record<string, unknown>
    assert.equal(shown['secretMasked'], `whsec_${secret.slice(6, 9)}…${secret.slice(-4)}`)
    assert.deepEqual((await t.get(`/v1/webhooks/${shown.id}`)).body, shown)
    assert.equal(shown['status'], 'active')
    assert.equal(shown['apiVersion'], '2026-04')
    assert.equal(shown['description'], 'ours')
  })

  it('keeps the secret encrypted', async () => {
    const { body } = await create({})
    const row = await t.db
      .selectFrom('webhooks')
      .select(['secret', 'workspace_id'])
      .where('workspace_id', '=', t.scope.workspaceId)
      .where('id', '=', body['id'] as string)
      .executeTakeFirstOrThrow()
    assert.ok(!row.secret.includes((body['secret'] as string).slice(6)))
    const context = `webhook:${row.workspace_id}:${body['id'] as string}`
    assert.equal(t.services.vault.decrypt(row.secret, context), body['secret'] as string)
  })

  it('takes kinds, families and the star, each once', async () => {
    const events = ['reservation.*', 'reservation.message.*', 'repull.ping', '*', 'repull.ping']
    const { status, body } = await create({ events })
    assert.equal(status, 201)
    assert.deepEqual(body['events'], events.slice(0, 4))
  })

  it('refuses what no event is called, and says what was meant', async () => {
    const { status, body } = await create({ events: ['reservation.created', 'reservation.updatd'] })
    const error = body['error']!
    assert.deepEqual([status, error['code']], [400, 'invalid_body'])
    assert.equal(error['field'], 'events[1]')
    assert.equal(error['value_received'], 'reservation.updatd')
    assert.equal(error['did_you_mean'], 'reservation.updated')
    assert.ok((error['valid_values'] as unknown as string[]).includes('reservation.*'))
    for (const events of [[], ['reservation'], ['*.created'], ['reservation.'], ['']]) {
      const answer = await create({ events })
      assert.deepEqual([answer.status, answer.body['error']!['code']], [400, 'invalid_body'], String(events))
    }
  })

  it('pins the version of the payloads', async () => {
    assert.equal((await create({ apiVersion: '2026-04' })).status, 201)
    const { status, body } = await create({ apiVersion: '2025-01' })
    assert.equal(status, 400)
    assert.deepEqual(body['error']!['valid_values'], ['2026-04'])
  })

  it('needs a target and events, and knows no other field', async () => {
    for (const body of [{ events: ['*'] }, { url: 'https://example.com/' }, null, []]) {
      const answer = await t.post('/v1/webhooks', body)
      assert.deepEqual([answer.status, answer.body['error']!['code']], [400, 'invalid_body'])
    }
    const { body } = await create({ event: ['*'] })
    assert.equal(body['error']!['field'], 'event')
    assert.equal(body['error']!['did_you_mean'], 'events')
  })

  it('lists newest first, page by page', async () => {
    const other = await t.addWorkspace()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      t.clock.advance(1000)
      ids.unshift((await create({}, { key: other.liveKey })).body['id'] as string)
    }
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await t.get(`/v1/webhooks?limit=2${cursor}`, { key: other.liveKey })
      seen.push(...rows(body).map((row) => row.id))
      assert.equal(body['pagination']!['total'], 5)
      const next = body['pagination']!['nextCursor']
      cursor = next ? `&cursor=${next}` : ''
    } while (cursor)
    assert.deepEqual(seen, ids)
  })

  it('belongs to its workspace and data space', async () => {
    const other = await t.addWorkspace()
    const id = (await create({})).body['id'] as string
    for (const key of [other.liveKey, t.sandboxKey]) {
      const calls = [
        t.get(`/v1/webhooks/${id}`, { key }),
        t.delete(`/v1/webhooks/${id}`, { key }),
        t.post(`/v1/webhooks/${id}/ping`, undefined, { key }),
        t.get(`/v1/webhooks/${id}/deliveries`, { key }),
        t.get(`/v1/webhooks/${id}/deliveries/${randomUUID()}`, { key }),
      ]
      for (const { status, body } of await Promise.all(calls)) {
        assert.deepEqual([status, body['error']!['code']], [404, 'not_found'])
      }
    }
    assert.equal((await t.get(`/v1/webhooks/${randomUUID()}`)).status, 404)
    assert.equal((await t.get('/v1/webhooks/12')).body['error']!['code'], 'invalid_param')
    assert.equal((await t.get(`/v1/webhooks/${id}`)).status, 200)
  })

  it('ends once', async () => {
    const id = (await create({})).body['id'] as string
    const { status, body } = await t.delete(`/v1/webhooks/${id}`)
    assert.deepEqual([status, body], [200, { id, deleted: true }])
    assert.equal((await t.get(`/v1/webhooks/${id}`)).status, 404)
    assert.equal((await t.delete(`/v1/webhooks/${id}`)).status, 404)
    const { body: list } = await t.get('/v1/webhooks?limit=100')
    assert.ok(!rows(list).some((row) => row.id === id))
  })

  it('pings and shows the whole cycle, whatever the receiver does', async () => {
    const cases = [
      { path: '/well', success: true, statusCode: 204, error: null },
      { path: '/failing', success: false, statusCode: 500, error: 'the receiver answered 500' },
      {
        path: '/moved',
        success: false,
        statusCode: 302,
        error: 'the receiver answered 302; redirects are not followed',
      },
    ]
    for (const { path, success, statusCode, error } of cases) {
      const id = (await create({ url: receiver.url(path), events: ['reservation.created'] })).body[
        'id'
      ] as string
      const { status, body } = await t.post(`/v1/webhooks/${id}/ping`)
      assert.equal(status, 200)
      assert.deepEqual(
        [body['success'], body['statusCode'], body['errorMessage'], body['attempt'], body['eventType']],
        [success, statusCode, error, 1, 'repull.ping'],
      )
      const [arrival, ...more] = receiver.at(path)
      assert.equal(more.length, 0)
      assert.deepEqual(arrival?.json, body['payload'])
      assert.equal(arrival?.headers['x-repull-delivery-id'], body['id'])
      assert.equal(body['requestHeaders']!['X-Repull-Delivery-Id'], body['id'])
      for (const [name, value] of Object.entries(body['requestHeaders']!))
        assert.equal(arrival?.headers[name.toLowerCase()], value, name)
      assert.equal(Object.keys(body['requestHeaders']!).length, 8)
      assert.equal(body['responseHeaders']!['x-receiver'], 'test')
      const { body: record } = await t.get(`/v1/webhooks/${id}`)
      assert.equal(record['lastDeliveryStatus'], statusCode)
      assert.equal(record['consecutiveFailures'], success ? 0 : 1)
      const { body: again } = await t.get(`/v1/webhooks/${id}/deliveries/${body['id'] as string}`)
      assert.deepEqual(again, body)
      const { body: list } = await t.get(
        `/v1/webhooks/${id}/deliveries?status=${success ? 'success' : 'failure'}`,
      )
      assert.deepEqual(
        rows(list).map((row) => row.id),
        [body['id']],
      )
      const { body: others } = await t.get(
        `/v1/webhooks/${id}/deliveries?status=${success ? 'failure' : 'success'}`,
      )
      assert.equal(rows(others).length, 0)
    }
  })

  it('a ping goes to the one webhook and to no other', async () => {
    await create({ url: receiver.url('/bystander'), events: ['*'] })
    const id = (await create({ url: receiver.url('/asked') })).body['id'] as string
    await t.post(`/v1/webhooks/${id}/ping`)
    assert.deepEqual([receiver.at('/asked').length, receiver.at('/bystander').length], [1, 0])
    const owed = await t.db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute()
    assert.equal(owed.length, 0)
  })
})

describe('webhook targets in production', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: 'false' } })
  })
  after(() => t?.close())

  /** What an address leads to inside is not told. */
  const atPublic = /reachable at a public address\.$/
  const refused: [string, RegExp][] = [
    ['http://example.com/hooks', /https:/],
    ['https://127.0.0.1/hooks', atPublic],
    ['https://localhost/hooks', atPublic],
    ['https://2130706433/', atPublic],
    ['https://[::ffff:10.0.0.1]/', atPublic],
    ['https://169.254.169.254/latest', atPublic],
    ['https://me:hunter2@example.com/', /user name or password/],
    ['ftp://example.com/', /https:/],
  ]
  for (const [url, message] of refused) {
    it(`refuses ${url}`, async () => {
      const { status, body, text } = await t.post('/v1/webhooks', { url, events: ['*'] })
      const error = body['error']!
      assert.deepEqual([status, error['code'], error['field']], [400, 'invalid_body', 'url'])
      assert.match(error['message'] as string, message)
      assert.equal(error['value_received'], url.replace('me:hunter2@', '…@'))
      assert.ok(!text.includes('hunter2'))
    })
  }

  it('takes a public https address, also one that does not resolve yet', async () => {
    const { status } = await t.post('/v1/webhooks', { url: 'https://hooks.example.com/x', events: ['*'] })
    assert.equal(status, 201)
  })
})
