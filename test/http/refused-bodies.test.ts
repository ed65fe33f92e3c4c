/** Who sends a body that is refused before all of it came reads why, and not of a broken connection. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { rawConnection } from '../harness/raw-socket.ts'
import { until } from '../harness/until.ts'

let app: TestApp
let origin = ''
before(async () => {
  app = await startTestApp()
  origin = await app.listen()
})
after(() => app.close())

it('is answered while it sends, and the connection goes on', async () => {
  const length = 3_000_000
  const head = [
    'POST /v1/reservations HTTP/1.1',
    'host: x',
    `authorization: Bearer ${app.liveKey}`,
    'content-type: application/json',
    `content-length: ${length}`,
  ]
  const connection = await rawConnection(origin)
  connection.send(`${head.join('\r\n')}\r\n\r\n{`)
  const { status, headers, text } = await connection.answer()
  assert.equal(status, 413)
  assert.notEqual(headers['connection'], 'close')
  assert.match(text, /payload_too_large/)
  connection.send('x'.repeat(length - 1))
  connection.send('GET /v1/health HTTP/1.1\r\nhost: x\r\n\r\n')
  await until('the next answer', () => connection.received().includes('"status":"ok"'))
  connection.socket.destroy()
})
