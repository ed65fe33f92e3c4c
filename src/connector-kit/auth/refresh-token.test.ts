import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VendorError } from '../vendor-error.ts'
import type { AuthContext, AuthSession, OutgoingRequest } from './auth.ts'
import { memorySession } from './memory-session.ts'
import { refreshedToken, type TokenGrant } from './refresh-token.ts'

const start = Date.parse('2026-05-01T00:00:00Z')

function bench(session: AuthSession, grants: (Partial<TokenGrant> | Error)[]) {
  const requests: (string | null)[] = []
  let nowMs = start
  const context: AuthContext = {
    session,
    send: () => Promise.reject(new Error('nobody sends here')),
    now: () => new Date(nowMs),
    sleep: async () => {},
    secret: () => {},
  }
  const strategy = refreshedToken({
    secrets: [],
    header: (token) => ({ token }),
    expired: ({ status }) => status === 401,
    async grant(refreshToken) {
      requests.push(refreshToken)
      const next = grants[requests.length - 1]
      if (next === undefined || next instanceof Error) throw next ?? new Error('too many')
      return { token: `t${requests.length}`, expiresAt: nowMs + 3_600_000, ...next }
    },
  })
  const sign = async () => {
    const url = new URL('https://vendor.example.com/')
    const request: OutgoingRequest = { method: 'GET', url, headers: {}, body: null }
    await strategy.sign(request, context)
    return request.headers.token
  }
  return { asked: requests, context, strategy, sign, wait: (ms: number) => void (nowMs += ms) }
}

describe('refreshedToken', () => {
  it('asks once, however many calls need a token, and keeps what it got', async () => {
    const session = memorySession()
    const { asked, sign } = bench(session, [{ refreshToken: 'r1' }])
    assert.deepEqual(await Promise.all([sign(), sign(), sign()]), ['t1', 't1', 't1'])
    assert.deepEqual(asked, [null])
    const other = bench(session, [])
    assert.equal(await other.sign(), 't1')
  })

  it('goes on with the refresh token before where no new one is given', async () => {
    const session = memorySession()
    const { asked, sign, wait } = bench(session, [{ refreshToken: 'r1' }, {}, { refreshToken: 'r3' }, {}])
    for (let hour = 0; hour < 4; hour += 1) {
      await sign()
      wait(3_600_000)
    }
    assert.deepEqual(asked, [null, 'r1', 'r1', 'r3'])
  })

  it('does not ask again for what another process has renewed', async () => {
    const session = memorySession()
    const first = bench(session, [{ refreshToken: 'r1' }])
    const second = bench(session, [{ token: 't2' }])
    await first.sign()
    await second.sign()
    await second.strategy.renew?.('t1', second.context)
    await first.strategy.renew?.('t1', first.context)
    assert.deepEqual([first.asked, second.asked], [[null], ['r1']])
  })

  it('keeps the refresh token when the answer is lost', async () => {
    const session = memorySession()
    const lost = new VendorError('timeout', 'no answer in time')
    const { asked, sign, wait } = bench(session, [{ refreshToken: 'r1' }, lost, {}])
    await sign()
    wait(3_600_000)
    await assert.rejects(sign, lost)
    assert.equal(await sign(), 't3')
    assert.deepEqual(asked, [null, 'r1', 'r1'])
  })
})
