import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createOutbound, type Outbound } from './client.ts'

const listeners: Record<string, RequestListener> = {
  '/ok': (_, response) => response.setHeader('x-seen', 'yes').end('fine'),
  '/redirect': (_, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/large': (_, response) => response.end(Buffer.alloc(300_000, 'a')),
  '/endless': (_, response) => void response.writeHead(200).write('begun'),
  '/broken': (request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => request.socket.destroy())
  },
  '/hang': () => {},
}

describe('outbound requests', () => {
  let server: Server
  let origin = ''
  let connections = 0
  const requests: string[] = []
  const opened: Outbound[] = []

  const outbound = (...args: Parameters<typeof createOutbound>) => {
    const client = createOutbound(...args)
    opened.push(client)
    return client
  }
  const call = (client: Outbound, url: string, timeoutMs = 5_000) =>
    client.send({ url, method: 'POST', headers: {}, body: 'hi', timeoutMs, maxBodyBytes: 65_536 })

  before(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      request.resume()
      listeners[request.url ?? '']?.(request, response)
    })
    server.on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    await Promise.all(opened.map((client) => client.close()))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('answers with status, headers, body and time, over one connection', async () => {
    const client = outbound({ allowPrivate: true })
    const first = await call(client, `${origin}/ok`)
    const soFar = connections
    // The pool frees the connection a moment after the answer was read.
    await new Promise((resolve) => setImmediate(resolve))
    await call(client, `${origin}/ok`)
    assert.equal(connections, soFar)
    assert.equal(first.status, 200)
    assert.equal(first.headers['x-seen'], 'yes')
    assert.equal(first.body.toString(), 'fine')
    assert.equal(first.cut, false)
  })

  it('follows no redirect', async () => {
    requests.length = 0
    const answer = await call(outbound({ allowPrivate: true }), `${origin}/redirect`)
    assert.equal(answer.status, 302)
    assert.deepEqual(requests, ['/redirect'])
  })

  it('stops reading at the limit', async () => {
    const answer = await call(outbound({ allowPrivate: true }), `${origin}/large`)
    assert.equal(answer.body.length, 65_536)
    assert.equal(answer.cut, true)
  })

  it('keeps the status when the body never ends or breaks off', async () => {
    const client = outbound({ allowPrivate: true })
    const endless = await call(client, `${origin}/endless`, 300)
    assert.deepEqual([endless.status, endless.body.toString(), endless.cut], [200, 'begun', true])
    const broken = await call(client, `${origin}/broken`)
    assert.deepEqual([broken.status, broken.cut], [200, true])
  })

  it('gives up in time when nothing is answered', async () => {
    await assert.rejects(call(outbound({ allowPrivate: true }), `${origin}/hang`, 200), {
      name: 'OutboundTimeout',
    })
  })

  it('connects to the very address that was checked, each time', async () => {
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const named = origin.replace('127.0.0.1', 'changing.example')
    requests.length = 0
    const first = outbound({ allowPrivate: true }, resolve)
    assert.equal((await call(first, `${named}/ok`)).status, 200)
    const second = outbound({ allowPrivate: true }, resolve)
    await assert.rejects(call(second, `${named}/ok`), { name: 'TargetRefused', rule: 'private_address' })
    assert.deepEqual(requests, ['/ok'])
  })

  it('reaches no private address in production', async () => {
    requests.length = 0
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const client = outbound({ allowPrivate: false }, resolve)
    const named = origin.replace('http://127.0.0.1', 'https://inside.example')
    const plain = origin.replace('http:', 'https:')
    for (const url of [`${named}/ok`, `${plain}/ok`]) {
      await assert.rejects(call(client, url), { name: 'TargetRefused', rule: 'private_address' })
    }
    await assert.rejects(call(client, `${origin}/ok`), { name: 'TargetRefused', rule: 'scheme' })
    assert.deepEqual(requests, [])
  })
})
