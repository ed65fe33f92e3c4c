import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'

const errorOf = (text: string) => (JSON.parse(text) as { error: { code: string; field: string } }).error

let app: TestApp
before(async () => void (app = await startTestApp()))
after(() => app.close())

test('the character NUL is refused by name wherever it stands, not by the database', async () => {
  const query = await app.get('/v1/guests?q=a%00b')
  assert.equal(query.status, 400)
  assert.partialDeepStrictEqual(errorOf(query.text), { code: 'invalid_params', field: 'q' })
  const body = await app.post('/v1/webhooks', {
    url: 'https://example.com/',
    events: ['*'],
    description: 'a\u0000b',
  })
  assert.equal(body.status, 400)
  assert.partialDeepStrictEqual(errorOf(body.text), { code: 'invalid_body', field: 'description' })
})
