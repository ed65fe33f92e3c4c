/** What `Idempotency-Key` does to a request, on a write that has been there for long: making a webhook. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type Answer } from '../harness/app.ts'

const t = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
after(() => t.close())

const body = { url: 'https://receiver.example.com/hook', events: ['*'] }
const post = (
  key: string,
  sent: unknown = body,
  call: { key?: string; headers?: Record<string, string> } = {},
) => t.post('/v1/webhooks', sent, { ...call, headers: { 'idempotency-key': key, ...call.headers } })
const webhooks = async () => Number((await t.get('/v1/webhooks')).body['pagination']?.['total'])
const code = (answer: Answer) => `${answer.status} ${String(answer.body['error']?.['code'])}`

describe('Idempotency-Key', () => {
  it('replays', async () => {
    const key = randomUUID()
    const first = await post(key)
    assert.equal(first.status, 201, first.text)
    assert.equal(first.headers['idempotency-status'], undefined)
    const second = await post(key)
    assert.equal(second.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(second.headers['idempotency-status'], 'cached')
    assert.equal(await webhooks(), 1)
    const other = await post(key, { ...body, events: ['reservation.*'] })
    assert.equal(code(other), '422 idempotency_key_reused')
    const { rows } = await sql`select * from idempotency_keys`.execute(t.db)
    assert.equal(rows.length, 1)
  })
})
