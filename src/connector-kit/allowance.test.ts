import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { AllowanceNews } from './answer.ts'
import { memorySession } from './auth/memory-session.ts'
import { bearerToken } from './auth/static.ts'
import { createVendorHttp } from './vendor-line.ts'
import type { VendorClient } from './http.ts'
import { memoryBudget } from './ratelimit.ts'

const server = createServer((_request, response) => void response.end('{}'))
let origin = ''
let client: VendorClient
let news: AllowanceNews[] = []
let taken: number[] = []
let blocks: number[] = []
let isFull = false

describe('allowances that count more than calls', () => {
  before(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    ;[news, taken, blocks, isFull] = [[], [], [], false]
    client = createVendorHttp({
      baseUrl: origin,
      auth: bearerToken('token-of-the-account'),
      session: memorySession(),
      budget: {
        async take(_identity, _limits, _lane, { calls = 1 } = {}) {
          if (isFull) throw new Error('full')
          taken.push(calls)
        },
        block: async (_identity, _limits, forMs) => void blocks.push(forMs),
      },
      rateLimits: [],
      identity: 'test:1',
      timeoutMs: 5000,
      signals: { allowanceOf: () => news.shift() ?? {} },
      log: { debug: () => {}, warn: () => {} },
      now: () => new Date(),
      sleep: async () => {},
    })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = () => client.get('/')

  it('charges the next call with what one has cost beyond itself', async () => {
    news = [{ cost: 4 }, { cost: 1 }, { cost: 0 }]
    for (let calls = 0; calls < 4; calls += 1) await call()
    await client.close()
    assert.deepEqual(taken, [1, 4, 1, 1])
  })

  it('still owes it when the call that should have paid was not let through', async () => {
    news = [{ cost: 3 }]
    await call()
    isFull = true
    await assert.rejects(call, /full/)
    isFull = false
    await call()
    await client.close()
    assert.deepEqual(taken, [1, 3])
  })

  it('lets the account rest when the vendor says that little is left', async () => {
    news = [{ pauseMs: 7000 }, {}]
    await call()
    await call()
    await client.close()
    assert.deepEqual(blocks, [7000])
  })

  it('takes several calls of a limit like as many single ones', async () => {
    let time = 0
    const budget = memoryBudget({ now: () => time, sleep: async (ms) => void (time += ms) })
    const limit = { per: 'account', calls: 4, windowSeconds: 10 } as const
    await budget.take('v:1', [limit], 'guest', { calls: 3 })
    assert.equal(time, 0)
    await budget.take('v:1', [limit], 'guest', { calls: 2 })
    assert.ok(time >= 10_000)
  })
})
