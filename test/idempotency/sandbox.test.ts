/** Keys and the sandbox, whose records can all go at once. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '../harness/app.ts'

const t = await startTestApp()
after(() => t.close())

const send = (url: string, idempotencyKey: string, body?: object) =>
  t.post(url, body, { key: t.sandboxKey, headers: { 'idempotency-key': idempotencyKey } })

it('emptying the sandbox forgets its answers, except that of the emptying', async () => {
  const body = { url: 'https://receiver.example.com/hook', events: ['*'] }
  const first = await send('/v1/webhooks', 'fixed', body)
  assert.equal(first.status, 201, first.text)
  assert.equal((await send('/v1/webhooks', 'fixed', body)).headers['idempotency-status'], 'cached')
  const live = await t.post('/v1/webhooks', body, { headers: { 'idempotency-key': 'fixed' } })
  assert.equal(live.headers['idempotency-status'], undefined)

  const reset = await send('/v1/sandbox/reset', 'reset')
  assert.equal(reset.status, 200, reset.text)
  const again = await send('/v1/sandbox/reset', 'reset')
  assert.equal(again.headers['idempotency-status'], 'cached')
  assert.equal(again.text, reset.text)
  const second = await send('/v1/webhooks', 'fixed', body)
  assert.equal(second.headers['idempotency-status'], undefined)
  assert.notEqual(second.text, first.text)

  const kept = await t.post('/v1/webhooks', body, { headers: { 'idempotency-key': 'fixed' } })
  assert.equal(kept.text, live.text, 'live answers stay')
})
