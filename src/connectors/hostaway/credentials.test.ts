import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { hostaway } from './index.ts'

const accountId = '61148'
const apiKey = 'k'.repeat(64)

describe('Hostaway credentials', () => {
  it('are taken under every accepted name', () => {
    for (const input of [
      { accountId, apiKey },
      { account_id: 61148, api_key: ` ${apiKey}\n` },
      { clientId: accountId, clientSecret: apiKey },
    ]) {
      assert.deepEqual(readCredentials(hostaway, input), { ok: true, credentials: { accountId, apiKey } })
    }
  })

  it('are refused with the reason', () => {
    assert.deepEqual(readCredentials(hostaway, { accountId, apiKey: '' }), {
      ok: false,
      missing: ['apiKey'],
      unknown: [],
      invalid: [],
    })
    assert.deepEqual(readCredentials(hostaway, { accountId: apiKey, apiKey, tenant: 'x' }), {
      ok: false,
      missing: [],
      unknown: ['tenant'],
      invalid: ['accountId'],
    })
  })
})
