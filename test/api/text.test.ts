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

test('half of a surrogate pair is refused in the same way, and so is a name that holds either', async () => {
  const refused = async (path: string, body: object, field: string) => {
    const answer = await app.post(path, body)
    assert.equal(answer.status, 400, answer.text)
    const error = errorOf(answer.text)
    assert.partialDeepStrictEqual(error, { code: 'invalid_body', field })
    assert.ok(
      Object.values(error).every((part) => part.isWellFormed()),
      answer.text,
    )
  }
  const webhook = { url: 'https://example.com/', events: ['*'] }
  await refused('/v1/webhooks', { ...webhook, description: 'a\ud83d' }, 'description')
  await refused('/v1/reservations/1/decline', { reason: 'other', message: '\ude00 no' }, 'message')
  await refused('/v1/webhooks', { ...webhook, 'a\ud83d': 1 }, 'body')
  await refused('/v1/webhooks', { ...webhook, 'a\u0000': 1 }, 'body')
  const deep = Array.from({ length: 90 }).reduce<object>((inner) => [inner], ['a\ud83d'])
  const kept = await app.call('PUT', '/v1/kv/deep', { body: { value: deep } })
  assert.equal(kept.status, 400, kept.text)
  const whole = await app.post('/v1/webhooks', { ...webhook, description: 'a \u{1f600}' })
  assert.equal(whole.status, 201, whole.text)
})
