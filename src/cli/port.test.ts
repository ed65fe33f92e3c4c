import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { listenAdvice, listenError } from './port.ts'

let other: Server
let taken: number
let error: Error

before(async () => {
  other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = (other.address() as AddressInfo).port
  error = (await listenError('127.0.0.1', taken)) as Error
})

after(() => other.close())

const advice = (port: number, metricsPort: number | undefined) =>
  listenAdvice(error, { host: '127.0.0.1', port, metricsPort }).message

test('the setting is named whose port is taken', () => {
  assert.match(
    advice(taken, undefined),
    new RegExp(`^PORT: another program listens on 127.0.0.1:${taken}\\.`),
  )
  assert.match(advice(taken, 0), /^PORT: another program/)
  assert.equal(
    advice(0, taken),
    `METRICS_PORT: another program listens on 127.0.0.1:${taken}. Stop it or set METRICS_PORT to another number.`,
  )
})

test('one port for both is told as what it is', () => {
  assert.equal(advice(taken, taken), `METRICS_PORT: ${taken} is PORT already. Set it to another number.`)
})
