import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../answer.ts'
import { VendorError } from '../vendor-error.ts'
import type { AuthContext, AuthSession, AuthStrategy, OutgoingRequest } from './auth.ts'
import { memorySession } from './memory-session.ts'
import { oauthClientCredentials } from './oauth-client-credentials.ts'

/** A token endpoint and a clock; several strategies on one session are several processes. */
function setUp(session: AuthSession = memorySession()) {
  const state = { minted: 0, time: 1_000_000, waitedMs: 0, refuse: false }
  const answer = (status: number, json: unknown): Answer => ({ status, headers: {}, text: '{}', json })
  const context: AuthContext = {
    session,
    now: () => new Date(state.time),
    sleep: async (ms) => void ((state.time += ms), (state.waitedMs += ms)),
    secret: () => {},
    send: async () => {
      await Promise.resolve()
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
    })
  const sign = async (one: AuthStrategy): Promise<string> => {
    const request: OutgoingRequest = { method: 'GET', url: new URL('http://x/'), headers: {}, body: null }
    await one.sign(request, context)
    return request.headers.authorization ?? ''
  }
  return { state, context, strategy, sign, session }
}

describe('oauthClientCredentials', () => {
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
    await Promise.all([one, one, other].map((each) => each.renew?.('token-1', context)))
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
