import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { it } from 'node:test'
import Fastify from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import { largeBodies } from './large-bodies.ts'

const mebibyte = 1024 * 1024

it('lets few large bodies in at a time, and the next once one of them is answered', async () => {
  const app = Fastify()
  app.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send({}),
  )
  const waiting: (() => void)[] = []
  app.post('/large', { bodyLimit: 40 * mebibyte, ...largeBodies(40 * mebibyte) }, async () => {
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return {}
  })
  const send = () => app.inject({ method: 'POST', url: '/large', payload: {} })
  const first = [send(), send(), send(), send()]
  while (waiting.length < 4) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await send()).statusCode, 429)
  waiting.shift()?.()
  assert.equal((await first[0])?.statusCode, 200)
  const next = send()
  while (waiting.length < 4) await new Promise((resolve) => setImmediate(resolve))
  for (const answer of waiting) answer()
  const codes = (await Promise.all([...first, next])).map(({ statusCode }) => statusCode)
  assert.deepEqual(codes, [200, 200, 200, 200, 200])
  await app.close()
})

it('lets others in when those who sent have hung up, halfway or before the answer', async (test) => {
  const app = Fastify()
  test.after(() => app.close())
  const waiting: (() => void)[] = []
  app.post<{ Body: { waits?: boolean } }>(
    '/large',
    { bodyLimit: 40 * mebibyte, ...largeBodies(40 * mebibyte) },
    async ({ body }) => {
      if (body.waits) await new Promise<void>((resolve) => void waiting.push(resolve))
      return {}
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  const hangUp = async (body: string, length: number, isThere: () => boolean) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = `POST /large HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}`
    socket.write(`${head}\r\n\r\n${body}`)
    while (!isThere()) await tick()
    socket.destroy()
    // A connection that is cut off emits an error event.
    while (sockets.some(({ closed }) => !closed)) await tick()
  }
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  let begun = 0
  app.server.on('request', () => (begun += 1))
  for (let count = 1; count <= 5; count += 1) await hangUp('{"a":"', 1000, () => begun === count)
  const ask = () => app.inject({ method: 'POST', url: '/large', payload: {} })
  const isLetIn = async () => {
    for (let tries = 0; tries < 1000; tries += 1) {
      if ((await ask()).statusCode === 200) return true
      await tick()
    }
    return false
  }
  assert.ok(await isLetIn())
  const whole = JSON.stringify({ waits: true })
  for (let count = 1; count <= 4; count += 1)
    await hangUp(whole, whole.length, () => waiting.length === count)
  assert.equal((await ask()).statusCode, 429)
  for (const answer of waiting) answer()
  assert.ok(await isLetIn())
})

it('lets no more bytes in at a time than can be kept, and takes the place of one that hardly comes', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] })
  const app = Fastify()
  test.after(() => app.close())
  app.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send({}),
  )
  let slow = 0
  app.addHook('onRequest', async ({ raw }) => {
    raw.once('timeout', () => {
      slow += 1
      raw.socket.destroy()
    })
  })
  let begun = 0
  app.addHook('preParsing', async (_request, _reply, payload) => {
    begun += 1
    return payload
  })
  app.post('/large', { bodyLimit: 40 * mebibyte, ...largeBodies(40 * mebibyte) }, async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  const begin = async (length: number | 'not told') => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const lengthHeader = length === 'not told' ? 'transfer-encoding: chunked' : `content-length: ${length}`
    const head = `POST /large HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${lengthHeader}`
    socket.write(`${head}\r\n\r\n${length === 'not told' ? '6\r\n' : ''}{"a":"`)
    return socket
  }
  const socket = await begin(40 * mebibyte)
  while (begun < 1) await tick()
  for (const length of [30 * mebibyte, 'not told'] as const) {
    const second = await begin(length)
    const [refusal] = (await once(second, 'data')) as [Buffer]
    assert.match(refusal.toString(), /^HTTP\/1.1 429/, String(length))
    second.destroy()
  }
  assert.equal((await app.inject({ method: 'POST', url: '/large', payload: {} })).statusCode, 200)
  const closed = once(socket, 'close')
  test.mock.timers.tick(5_000)
  await closed
  assert.equal(slow, 1)
  const third = await begin(40 * mebibyte)
  while (begun < 3) await tick()
  third.destroy()
})

it('does not count where bodies are no larger than most', () => {
  assert.deepEqual(largeBodies(4 * mebibyte), {})
})
