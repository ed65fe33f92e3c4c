import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRedactor } from './redact.ts'

describe('redactor', () => {
  it('removes a known secret in every spelling', () => {
    const secret = 's3cr/t+key='
    const { redact } = createRedactor([secret])
    const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    for (const spelling of spellings) assert.ok(!redact(`before ${spelling} after`).includes(spelling))
  })
  it('removes what looks like a credential', () => {
    const { redact } = createRedactor()
    for (const text of [
      'Authorization: Bearer abcdef123456',
      '{"access_token":"zzz111zzz"}',
      'client_secret=zzz111zzz&scope=general',
      '{"wifiPassword":"zzz111zzz"}',
      'eyJhbGciOiJI.eyJzdWIiOiIx.zzz111zzz',
    ]) {
      const cleaned = redact(text)
      assert.ok(!/abcdef123456|zzz111zzz/.test(cleaned), cleaned)
    }
  })
  it('leaves ordinary text alone', () => {
    const text = 'Reservation given in afterId not found; status 404, basic rate'
    assert.equal(createRedactor(['12345']).redact(text), text)
  })
  it('cuts after redacting, so that half a secret never stays', () => {
    const secret = 'x'.repeat(40)
    const excerpt = createRedactor([secret]).excerpt(`${'a '.repeat(145)}${secret}`)
    assert.ok(!excerpt.includes('xxxx'))
    assert.ok(excerpt.length <= 301)
  })
})
