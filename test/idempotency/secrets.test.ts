/** What an answer shows once is shown again to the key that asked, and to no other. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'

describe('an answer that shows a secret', () => {
  let app: TestApp
  let other = ''

  before(async () => {
    app = await startTestApp()
    const scopes = ['webhooks:write', 'connections:write']
    const { body } = await app.post('/v1/keys', { name: 'other', scopes })
    other = String(body['secret'])
  })
  after(() => app?.close())

  const subscribe = { url: 'https://hooks.example/events', events: ['reservation.*'] }

  const shows = async (path: string, sent: object, secret: string) => {
    const headers = { 'idempotency-key': `secret of ${path}` }
    const first = await app.post(path, sent, { headers })
    assert.ok(first.status < 300, first.text)
    assert.equal((await app.post(path, sent, { headers })).text, first.text)
    const theirs = await app.post(path, sent, { headers, key: other })
    assert.deepEqual([theirs.status, theirs.body['error']?.['code']], [422, 'idempotency_key_reused'])
    assert.ok(!theirs.text.includes(String(first.body[secret])))
    return first.body
  }

  it('is for the key that subscribed, and for the one that replaced the secret', async () => {
    const { id } = await shows('/v1/webhooks', subscribe, 'secret')
    await shows(`/v1/webhooks/${String(id)}/rotate-secret`, {}, 'secret')
  })

  it('is for the key that made a connect session', async () => {
    await shows('/v1/connect', { redirectUrl: 'https://app.example/back' }, 'sessionId')
  })
})
