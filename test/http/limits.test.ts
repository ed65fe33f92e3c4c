/** Limits that lock nobody out who did nothing, and what is refused without telling secrets. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'

const day = 24 * 3_600_000
let t: TestApp

describe('limits and the wall clock', () => {
  before(async () => void (t = await startTestApp({ env: { BURST_LIMIT: '3' } })))
  after(() => t.close())

  it('a clock that was two days ahead for a moment locks no key', async () => {
    t.clock.jump(2 * day)
    for (let n = 0; n < 3; n += 1) assert.equal((await t.get('/v1/listings')).status, 200)
    t.clock.jump(-2 * day)
    const refused = await t.get('/v1/listings')
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '60')
    t.clock.advance(60_001)
    assert.equal((await t.get('/v1/listings')).status, 200)
  })

  it('a burst says how the day stands, too', async () => {
    const { liveKey } = await t.addWorkspace({ plan: 'free' })
    for (let n = 0; n < 3; n += 1) await t.get('/v1/listings', { key: liveKey })
    const { status, headers } = await t.get('/v1/listings', { key: liveKey })
    assert.equal(status, 429)
    assert.equal(headers['x-ratelimit-limit-daily'], '2000')
    assert.equal(headers['x-ratelimit-remaining-daily'], '1997')
  })

  it('misses of others at an address never keep a session or a key from being served', async () => {
    const session = await t.post('/v1/connect', { redirectUrl: 'https://app.example.com/done' })
    const id = session.body['sessionId']
    t.clock.advance(61_000)
    for (let n = 0; n < 10; n += 1) await t.get('/v1/listings', { key: 'nonsense' })
    assert.equal((await t.get('/v1/listings', { key: 'nonsense' })).status, 429)
    assert.equal((await t.get(`/v1/connect/sessions/cs_1_${'0'.repeat(32)}`, { key: null })).status, 429)
    assert.equal((await t.get(`/v1/connect/sessions/${id}`, { key: null })).status, 200)
    assert.equal((await t.get('/v1/listings')).status, 200)
  })
})

describe('refusals', () => {
  before(
    async () =>
      void (t = await startTestApp({
        env: { MAX_WEBHOOKS: '3', MAX_KEYS: '5', ALLOW_PRIVATE_TARGETS: 'false' },
      })),
  )
  after(() => t.close())
  const hook = () => t.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] })

  it('too_many_webhooks holds when ten are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, hook))
    assert.equal(made.filter(({ status }) => status === 201).length, 3)
    const refused = made.filter(({ status }) => status === 422)
    assert.equal(refused.length, 7)
    for (const { body } of refused) {
      assert.equal(String(body['error']?.['code']), 'too_many_webhooks')
      assert.equal(Number(body['error']?.['limit']), 3)
    }
    const listed = await t.get('/v1/webhooks')
    await t.delete(`/v1/webhooks/${String(listed.body['data']?.[0]?.['id'])}`)
    assert.equal((await hook()).status, 201)
  })

  it('too_many_keys holds when many are made at once, and what is over does not count', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => t.post('/v1/keys', { name: 'One more' })))
    const done = made.filter(({ status }) => status === 201)
    // The live key of the first start is one of them.
    assert.equal(done.length, 4)
    for (const { status, body } of made.filter((one) => one.status !== 201)) {
      assert.deepEqual(
        [status, body['error']?.['code'], body['error']?.['limit'], body['error']?.['used']],
        [422, 'too_many_keys', 5, 5],
      )
    }
    const again = () => t.post('/v1/keys', { name: 'In its place' })
    assert.equal((await again()).status, 422)
    await t.delete(`/v1/keys/${String(done[0]?.body['id'])}`)
    assert.equal((await again()).status, 201)
    const id = String(done[1]?.body['id'])
    await t.call('PATCH', `/v1/keys/${id}`, {
      body: { expiresAt: new Date(t.clock.now().getTime() + 1000).toISOString() },
    })
    t.clock.advance(1000)
    assert.equal((await again()).status, 201)
    assert.equal((await t.post('/v1/keys', { name: 'Sandbox' }, { key: t.sandboxKey })).status, 201)
  })

  it('send no credential back that was put in the wrong place', async () => {
    const secret = 'aB3dE5fG7hJ9kL1mN3pQ5rS7'
    for (const [url, body] of [
      ['/v1/webhooks', { url: 'https://example.com', events: ['*'], key: t.liveKey }],
      ['/v1/webhooks', { url: t.liveKey, events: ['*'] }],
      ['/v1/webhooks', { url: 'https://example.com', events: ['*'], password: 'short' }],
      ['/v1/connect/hostaway/credentials', { credentials: { wrong: secret } }],
      ['/v1/connect/hostaway/credentials', { credentials: {}, apiKey: secret }],
      [`/v1/listings?authorization=${secret}`, undefined],
      [`/v1/listings?limit=${secret}`, undefined],
    ] as const) {
      const answer = body ? await t.post(url, body) : await t.get(url)
      assert.ok(answer.status >= 400 && answer.status < 500, `${url}: ${answer.text}`)
      for (const text of [secret, t.liveKey, '"short"']) assert.ok(!answer.text.includes(text), answer.text)
    }
  })

  it('do not tell which address a name has inside', async () => {
    const answer = await t.post('/v1/webhooks', { url: 'https://localhost/hook', events: ['*'] })
    assert.equal(answer.status, 400)
    assert.doesNotMatch(answer.text, /127\.0\.0\.1|::1|loopback/)
  })
})
