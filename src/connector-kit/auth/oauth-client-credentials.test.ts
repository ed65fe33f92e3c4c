import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorAnswer } from '../answer.ts'
import { VendorError } from '../vendor-error.ts'
import type { AuthContext, AuthSession, AuthStrategy, OutgoingRequest } from './auth.ts'
import { memorySession } from './memory-session.ts'
import { oauthClientCredentials } from './oauth-client-credentials.ts'
import type { GrantLimit } from './scarce-tokens.ts'

/** Plays a token endpoint and a clock; several strategies on one session stand for several processes. */
function setUp(session: AuthSession = memorySession(), grants?: GrantLimit) {
  const state = { minted: 0, time: 1_000_000, waitedMs: 0, refuse: false, lose: false, repeated: 0 }
  const answer = (status: number, json: unknown): VendorAnswer => ({ status, headers: {}, text: '{}', json })
  const context: AuthContext = {
    session,
    now: () => new Date(state.time),
    sleep: async (ms) => void ((state.time += ms), (state.waitedMs += ms)),
    secret: () => {},
    send: async ({ once }) => {
      await Promise.resolve()
      if (once !== true) state.repeated += 1
      if (state.lose) throw new VendorError('timeout', 'no answer in time')
      if (state.refuse) return answer(401, { error: 'invalid_client' })
      state.minted += 1
      return answer(200, { access_token: `token-${state.minted}`, expires_in: 3600 })
    },
  }
  const strategy = () =>
    oauthClientCredentials({
      tokenPath: '/token',
      clientId: '1',
      clientSecret: 'secret-of-the-client',
      expired: ({ status }) => status === 403,
      settleMs: 1000,
      ...(grants === undefined ? {} : { grants }),
    })
  const sign = async (one: AuthStrategy): Promise<string> => {
    const request: OutgoingRequest = { method: 'GET', url: new URL('http://x/'), headers: {}, body: null }
    await one.sign(request, context)
    return request.headers.authorization ?? ''
  }
  return { state, context, strategy, sign, session }
}

describe('oauthClientCredentials', () => {
  it('logs in by Basic at another origin, with nothing secret in the form', async () => {
    const { context } = setUp()
    const requests: Parameters<AuthContext['send']>[0][] = []
    const send: AuthContext['send'] = async (request) => {
      requests.push(request)
      return { status: 200, headers: {}, text: '{}', json: { access_token: 't', expires_in: 3600 } }
    }
    const strategy = oauthClientCredentials({
      ...{ tokenOrigin: 'https://identity.example.com', tokenPath: '/token', asBasicLogin: true },
      ...{ clientId: 'id', clientSecret: 'secret', expired: ({ status }) => status === 401 },
    })
    const request = { method: 'GET', url: new URL('http://x/'), headers: {}, body: null }
    await strategy.sign(request, { ...context, send })
    const [{ origin, headers, body } = assert.fail('no token was requested')] = requests
    assert.deepEqual(
      [origin, headers.authorization, body],
      ['https://identity.example.com', `Basic ${btoa('id:secret')}`, 'grant_type=client_credentials'],
    )
  })

  it('mints once for many calls and processes, and lets the token settle first', async () => {
    const { state, strategy, sign } = setUp()
    const [one, other] = [strategy(), strategy()]
    const proofs = await Promise.all([sign(one), sign(one), sign(other), sign(other)])
    assert.deepEqual(new Set(proofs), new Set(['Bearer token-1']))
    assert.equal(state.minted, 1)
    assert.equal(state.waitedMs, 1000)
  })

  it('replaces a token that has ended, before using it', async () => {
    const { state, strategy, sign } = setUp()
    const one = strategy()
    await sign(one)
    state.time += 3_600_000
    assert.equal(await sign(one), 'Bearer token-2')
  })

  it('replaces a refused token once, however many noticed', async () => {
    const { state, context, strategy, sign } = setUp()
    const [one, other] = [strategy(), strategy()]
    await Promise.all([sign(one), sign(other)])
    await Promise.all([one, one, other].map(async (each) => each.renew?.('token-1', context)))
    assert.equal(state.minted, 2)
    assert.deepEqual([await sign(one), await sign(other)], ['Bearer token-2', 'Bearer token-2'])
  })

  it('takes the token that somebody else has put in the session', async () => {
    const { state, context, strategy, sign, session } = setUp()
    const one = strategy()
    await sign(one)
    await session.save(JSON.stringify({ token: 'token-of-another', expiresAt: null }))
    await one.renew?.('token-1', context)
    assert.equal(await sign(one), 'Bearer token-of-another')
    assert.equal(state.minted, 1)
  })

  it('mints anew when the stored text is no token', async () => {
    for (const text of ['', 'null', '{', '{"token":5}']) {
      const { strategy, sign } = setUp(memorySession(text))
      assert.equal(await sign(strategy()), 'Bearer token-1')
    }
  })

  it('calls refused credentials by their name, and tries again the next time', async () => {
    const { state, strategy, sign } = setUp()
    const one = strategy()
    state.refuse = true
    await assert.rejects(sign(one), (error) => error instanceof VendorError && error.kind === 'credentials')
    state.refuse = false
    assert.equal(await sign(one), 'Bearer token-1')
  })
})

describe('a vendor that gives out few tokens', () => {
  const few = { atMost: 3, perSeconds: 86_400 }
  const outOfTokens = (retryAfterMs: number) => (error: unknown) =>
    error instanceof VendorError && error.kind === 'rate_limited' && error.retryAfterMs === retryAfterMs

  it('is not asked for more, whoever asks, until the first one is a day old', async () => {
    const { state, strategy, sign } = setUp(memorySession(), few)
    const first = state.time
    for (let token = 1; token <= few.atMost; token += 1) {
      // A new strategy is another process, as after a restart.
      assert.equal(await sign(strategy()), `Bearer token-${token}`)
      state.time += 3_600_000
    }
    await assert.rejects(sign(strategy()), outOfTokens(first + 86_400_000 - state.time))
    assert.equal(state.minted, few.atMost)
    state.time = first + 86_400_000
    assert.equal(await sign(strategy()), 'Bearer token-4')
    assert.equal(state.repeated, 0)
  })

  it('may have given one although its answer was lost', async () => {
    const { state, strategy, sign } = setUp(memorySession(), few)
    state.lose = true
    for (let lost = 0; lost < few.atMost; lost += 1) await assert.rejects(sign(strategy()), /no answer/)
    await assert.rejects(sign(strategy()), outOfTokens(86_400_000))
  })

  it('has given none when it refused the credentials', async () => {
    const { state, strategy, sign } = setUp(memorySession(), few)
    state.refuse = true
    for (let refused = 0; refused < 5; refused += 1) await assert.rejects(sign(strategy()), /no token/)
    state.refuse = false
    assert.equal(await sign(strategy()), 'Bearer token-1')
  })

  it('is asked although the stored text cannot be read', async () => {
    for (const text of ['', 'null', '{', '{"grants":["x"]}']) {
      const { strategy, sign } = setUp(memorySession(text), few)
      assert.equal(await sign(strategy()), 'Bearer token-1')
    }
  })
})
