import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { memorySession } from './auth/memory-session.ts'
import { createVendorHttp } from './vendor-line.ts'

it('a proof that ends soon is made after the waiting, anew for every try, and not for calls of the strategy', async () => {
  const arrived: { path: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url, headers }, response) => {
    arrived.push({ path: url, headers })
    response.writeHead(arrived.length === 2 ? 500 : 200).end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  let time = 0
  const client = createVendorHttp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    auth: {
      secrets: [],
      async sign(_request, { send }) {
        if (arrived.length === 0) await send({ method: 'POST', path: '/token', headers: {}, body: '' })
        return null
      },
      seal: (request, now) => void (request.headers['x-sealed'] = String(now.getTime())),
      refuses: () => false,
    },
    session: memorySession(),
    // In this budget every call waits for a minute.
    budget: { take: async () => void (time += 60_000), block: async () => {} },
    rateLimits: [],
    identity: 'test:1',
    timeoutMs: 5000,
    log: { debug: () => {}, warn: () => {} },
    now: () => new Date(time),
    sleep: async () => {},
  })
  try {
    await client.get('/rows')
    assert.deepEqual(
      arrived.map(({ path, headers }) => [path, headers['x-sealed']]),
      [
        ['/token', undefined],
        ['/rows', '120000'],
        ['/rows', '180000'],
      ],
    )
  } finally {
    await client.close()
    server.closeAllConnections()
    server.close()
  }
})
