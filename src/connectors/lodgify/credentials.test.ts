import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { upstreamIdentity } from '../../connector-kit/client.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { lodgify } from './index.ts'

const apiKey = 'k+/='.repeat(20)

describe('Lodgify credentials', () => {
  it('are taken under every accepted name', () => {
    for (const input of [{ apiKey }, { api_key: ` ${apiKey}\n` }, { apikey: apiKey }]) {
      assert.deepEqual(readCredentials(lodgify, input), { ok: true, credentials: { apiKey } })
    }
  })

  it('are refused with the reason', () => {
    assert.deepEqual(readCredentials(lodgify, {}), {
      ok: false,
      missing: ['apiKey'],
      unknown: [],
      invalid: [],
    })
    for (const wrong of ['short', `${apiKey} ${apiKey}`]) {
      assert.deepEqual(readCredentials(lodgify, { apiKey: wrong, tenant: 1 }), {
        ok: false,
        missing: [],
        unknown: ['tenant'],
        invalid: ['apiKey'],
      })
    }
  })

  it('name the account by a fingerprint that does not tell the key', () => {
    const identity = upstreamIdentity(lodgify, { apiKey })
    assert.match(identity, /^lodgify:key-[0-9a-f]{16}$/)
    assert.notEqual(identity, upstreamIdentity(lodgify, { apiKey: `${apiKey}x` }))
  })
})
