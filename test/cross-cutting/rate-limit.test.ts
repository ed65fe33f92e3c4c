/** The burst limit on every route: counted, shown, enforced, and over after its window. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { assertEnvelope, bodyWith, keyed, makeWorld, routes } from './world.ts'

const burst = 4
const world = await makeWorld({ BURST_LIMIT: String(burst) })
const { t, ask, own } = world
after(() => t.close())

/** The request does nothing on any route, but counts. */
const harmless = { query: { surprise: '1' } }

describe('burst limit', () => {
  for (const route of keyed) {
    it(`${route.id} counts down, then answers 429 until the window has passed`, async () => {
      t.clock.advance(61_000)
      const started = t.clock.now().getTime()
      for (let left = burst - 1; left >= 0; left -= 1) {
        const { headers, status } = await ask(route, harmless)
        assert.notEqual(status, 429)
        assert.equal(headers['x-ratelimit-limit'], String(burst))
        assert.equal(headers['x-ratelimit-remaining'], String(left))
        assert.equal(headers['x-ratelimit-policy'], `${burst};w=60`)
        assert.equal(headers['x-ratelimit-reset-daily'], '2026-06-16T00:00:00.000Z')
        assert.equal(headers['retry-after'], undefined)
        t.clock.advance(1_000)
      }
      const answer = await ask(route, harmless)
      const error = assertEnvelope(answer, 429, 'rate_limit_exceeded', route.id)
      assert.equal(error['scope'], 'per_api_key')
      assert.equal(error['limit'], burst)
      assert.equal(error['window_seconds'], 60)
      assert.equal(error['retry_after'], 60 - burst)
      assert.equal(answer.headers['retry-after'], String(60 - burst))
      assert.equal(answer.headers['x-ratelimit-remaining'], '0')
      assert.equal(answer.headers['x-ratelimit-reset'], String((started + 60_000) / 1000))

      t.clock.advance((60 - burst) * 1_000 - 1)
      assert.equal((await ask(route, harmless)).status, 429)
      t.clock.advance(1)
      assert.notEqual((await ask(route, harmless)).status, 429)
      // The window slides, so one slot opened and not all.
      assert.equal((await ask(route, harmless)).status, 429)
    })
  }

  it('is each key’s own', async () => {
    t.clock.advance(61_000)
    const [route = assert.fail()] = keyed
    for (let i = 0; i < burst; i += 1) await ask(route, harmless)
    assert.equal((await ask(route, harmless)).status, 429)
    assert.notEqual((await ask(route, { ...harmless, call: { key: t.sandboxKey } })).status, 429)
  })

  it('holds guesses at keys back by their address', async () => {
    t.clock.advance(61_000)
    const [route = assert.fail()] = keyed
    const guess = { call: { key: 'nonsense' } }
    for (let i = 0; i < burst; i += 1) assert.equal((await ask(route, guess)).status, 401)
    assert.equal((await ask(route, guess)).status, 429)
    assert.notEqual((await ask(route, harmless)).status, 429)
  })

  /** A code from an e-mail opens it once, so nobody can guess repeatedly. */
  const redeem = 'redeemSignInLink'
  const guessable = routes.filter(({ auth, countAddress }) => auth === 'none' && countAddress)

  it('holds guesses at sign-in links back by their address', async () => {
    t.clock.advance(61_000)
    const route = guessable.find(({ id }) => id === redeem) ?? assert.fail()
    const guess = { call: { key: null, body: { token: `ml_1_${'A'.repeat(40)}` } } }
    for (let i = 0; i < burst; i += 1)
      assertEnvelope(await ask(route, guess), 401, 'sign_in_link_invalid', redeem)
    assertEnvelope(await ask(route, guess), 429, 'rate_limit_exceeded', redeem)
  })

  for (const route of guessable.filter(({ id }) => id !== redeem)) {
    it(`holds guesses through ${route.id} back by their address, and nobody who knows`, async () => {
      t.clock.advance(61_000)
      const known = { call: { key: null, body: bodyWith(route, own.active) } }
      for (let i = 0; i < burst * 2; i += 1)
        assert.ok(![401, 404, 429].includes((await ask(route, known)).status))
      const nobodys = `cs_1_${'0'.repeat(32)}`
      const { body } = known.call
      const named = typeof body === 'object' && body !== null && 'sessionId' in body
      const guess = {
        ids: () => nobodys,
        call: named ? { ...known.call, body: { ...body, sessionId: nobodys } } : known.call,
      }
      for (let i = 0; i < burst; i += 1) assert.equal((await ask(route, guess)).status, 404)
      assertEnvelope(await ask(route, guess), 429, 'rate_limit_exceeded', route.id)
    })
  }

  it('holds guesses at session ids that come with credentials back by their address', async () => {
    t.clock.advance(61_000)
    const body = { sessionId: `cs_1_${'0'.repeat(32)}`, credentials: {} }
    const guess = () => t.post('/v1/connect/hostaway/credentials', body, { key: null })
    for (let i = 0; i < burst; i += 1) assert.equal((await guess()).status, 404)
    assertEnvelope(await guess(), 429, 'rate_limit_exceeded', 'a guess')
  })

  /** It sends e-mail and has limits of its own (test/members). */
  const mails = 'askForSignInLink'

  for (const route of routes.filter(
    ({ auth, countAddress, id }) => auth === 'none' && !countAddress && id !== mails,
  )) {
    it(`never keeps ${route.id} from answering`, async () => {
      for (let i = 0; i < burst * 3; i += 1)
        assert.equal((await ask(route, { call: { key: null } })).status, 200)
    })
  }
})

describe('burst limit of a sandbox key', () => {
  let app: TestApp
  before(async () => void (app = await startTestApp()))
  after(() => app.close())

  it('is 100 until the contact address is confirmed', async () => {
    const { sandboxKey, liveKey } = await app.addWorkspace({ contactConfirmed: false })
    const policy = async (key: string) =>
      (await app.get('/v1/listings', { key })).headers['x-ratelimit-policy']
    assert.equal(await policy(sandboxKey), '100;w=60')
    assert.equal(await policy(liveKey), '600;w=60')
    assert.equal(await policy(app.sandboxKey), '600;w=60')
    for (let i = 1; i < 100; i += 1)
      assert.equal((await app.get('/v1/listings', { key: sandboxKey })).status, 200)
    assert.equal((await app.get('/v1/listings', { key: sandboxKey })).status, 429)
  })
})
