import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => void (app = await startTestApp()))
after(() => app.close())

test('the character NUL is refused by name wherever it stands, not by the database', async () => {
  const query = await app.get('/v1/guests?q=a%00b')
  assert.equal(query.status, 400)
  assert.equal(query.body.error?.code, 'invalid_params')
  assert.equal(query.body.error?.field, 'q')
  const body = await app.post('/v1/webhooks', {
    url: 'https://example.com/',
    events: ['*'],
    description: 'a\u0000b',
  })
  assert.equal(body.status, 400)
  assert.equal(body.body.error?.code, 'invalid_body')
  assert.equal(body.body.error?.field, 'description')
})
