import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { call, ComesBack, RequestRefusedError } from '../api.ts'
import { patiently } from './patience.ts'

/**
 * Answers with the statuses in order and repeats the last one. `null` hangs up, `cut` hangs up in the middle of an
 * answer.
 */
async function server(
  t: TestContext,
  statuses: (number | 'cut' | null)[],
  headers: Record<string, string> = {},
) {
  let asked = 0
  const answer: RequestListener = (request, response) => {
    const status = statuses[Math.min(asked, statuses.length - 1)] ?? null
    asked += 1
    if (status === null) return void request.socket.destroy()
    if (status === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      return void response.write('{"data": {', () => request.socket.destroy())
    }
    response.writeHead(status, { 'content-type': 'application/json', ...(status === 200 ? {} : headers) })
    response.end('{"error": {"message": "Busy.", "fix": "Wait."}}')
  }
  const listening = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  t.after(async () => {
    listening.closeAllConnections()
    await new Promise((resolve) => listening.close(resolve))
  })
  const { port } = listening.address() as AddressInfo
  const waits: number[] = []
  const told: string[] = []
  const asking = patiently({
    tell: (text) => told.push(text),
    pause: async (ms) => void waits.push(ms),
  })
  const api = { baseUrl: `http://127.0.0.1:${port}`, key: 'k' }
  return {
    waits,
    told,
    asked: () => asked,
    ask: () => asking(() => call(api, 'POST', '/v1/x', { body: {} })),
  }
}

test('a server that is busy is asked again after the time it names, and that is told', async (t) => {
  const busy = await server(t, [429, 503, 200], { 'retry-after': '30' })
  await busy.ask()
  assert.deepEqual(busy.waits, [30_000, 30_000])
  assert.match(busy.told[0] ?? '', /POST \/v1\/x: Busy\. Wait\. Trying again in 30 s \(1 of 7\)/)
})

test('one that names no time is asked less and less often, and not for ever', async (t) => {
  const broken = await server(t, [500])
  await assert.rejects(broken.ask(), ComesBack)
  assert.deepEqual(
    broken.waits,
    [1, 2, 4, 8, 16, 32, 64].map((seconds) => seconds * 1000),
  )
  assert.equal(broken.asked(), 8)
})

test('a quota that begins anew tomorrow is not waited for, nor is what asking again does not change', async (t) => {
  const spent = await server(t, [429], { 'retry-after': '40000' })
  await assert.rejects(spent.ask(), /Busy/)
  const refusing = await server(t, [409])
  await assert.rejects(refusing.ask(), RequestRefusedError)
  assert.deepEqual([spent.asked(), refusing.asked()], [1, 1])
})

test('a server that goes away is waited for once it was there; one that never was is said to be none', async (t) => {
  const away = await server(t, [200, null, 200])
  await away.ask()
  await away.ask()
  assert.deepEqual(away.waits, [1000])
  const none = await server(t, [null])
  await assert.rejects(none.ask(), /No server answers/)
  assert.deepEqual(none.waits, [])
})

test('an answer that was cut off is asked for again, and said to be cut off', async (t) => {
  const cutting = await server(t, ['cut', 200])
  await cutting.ask()
  assert.match(cutting.told[0] ?? '', /POST \/v1\/x: the answer was cut off\. Trying again in 1 s/)
  const broken = await server(t, ['cut'])
  await assert.rejects(broken.ask(), { message: 'POST /v1/x: the answer was cut off.' })
  assert.equal(broken.asked(), 8)
})
