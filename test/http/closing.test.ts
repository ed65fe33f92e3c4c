/** A request that arrives while the server closes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, it } from 'node:test'
import { assertLimitHeaders } from '../harness/limit-headers.ts'
import { rawConnection } from '../harness/raw-socket.ts'
import { until } from '../harness/until.ts'
import { startProcess, type ProcessWorld } from './world.ts'

let world: ProcessWorld
before(async () => {
  world = await startProcess({ DRAIN_SECONDS: '0' })
})
after(() => world.close())

async function isListening(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

it('is told so in the envelope, and the connection ends', async () => {
  const { baseUrl, keys, stop } = world.server
  const late = await rawConnection(baseUrl)
  late.send('GET /v1/listings HTTP/1.1\r\nhost: x\r\n')
  // Answered on another connection: what was sent before has arrived.
  assert.equal((await fetch(`${baseUrl}/v1/health`)).status, 200)
  const ended = stop()
  await until('a server that takes no connections', async () => !(await isListening(baseUrl)))
  late.send(`authorization: Bearer ${keys.sandboxKey}\r\n\r\n`)
  const { status, headers, text } = await late.answer()
  const { error } = JSON.parse(text) as { error: { code: string; retry_after: number; request_id?: string } }
  assert.deepEqual([status, error.code], [503, 'service_unavailable'])
  assert.equal(headers['connection'], 'close')
  assert.equal(headers['retry-after'], String(error.retry_after))
  assert.ok(headers['x-request-id'])
  assertLimitHeaders({ status, headers }, 'a server that closes')
  await until('the end of the connection', () => late.closed())
  assert.equal(await ended, 0)
})
