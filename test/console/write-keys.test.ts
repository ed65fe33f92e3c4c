/** A write of the console has one key until it is known what became of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfWrite, settleWriteKey } from '../../web/console/src/api/write-keys.ts'

const write = (body: string, address = 'https://example.com/v1/reservations', method = 'POST') =>
  new Request(address, { method, body })

test('the same write has the same key until it is settled', async () => {
  const key = await keyOfWrite(write('{"a":1}'), 'live')
  assert.equal(await keyOfWrite(write('{"a":1}'), 'live'), key)
  settleWriteKey(key)
  assert.notEqual(await keyOfWrite(write('{"a":1}'), 'live'), key)
})

test('another body, address, method or side is another write', async () => {
  const keys = await Promise.all([
    keyOfWrite(write('{"b":1}'), 'live'),
    keyOfWrite(write('{"b":2}'), 'live'),
    keyOfWrite(write('{"b":1}', 'https://example.com/v1/reservations?dry_run=true'), 'live'),
    keyOfWrite(write('{"b":1}', undefined, 'PATCH'), 'live'),
    keyOfWrite(write('{"b":1}'), 'sandbox'),
  ])
  assert.equal(new Set(keys).size, keys.length)
})

test('reading the key leaves the body to be sent', async () => {
  const request = write('{"c":1}')
  await keyOfWrite(request, 'live')
  assert.equal(await request.text(), '{"c":1}')
})
