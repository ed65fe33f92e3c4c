import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import type { Connector } from './connector.ts'
import { inboundSecrets } from './credentials.ts'

const field = { label: '', help: '', fr: { label: '', help: '' }, secret: true }
const connector = {
  manifest: {
    credentials: [
      { key: 'token', ...field },
      { key: 'signingKey', ...field, provesInbound: true },
    ],
  },
  credentials: Type.Object({ token: Type.String(), signingKey: Type.Optional(Type.String()) }),
} as unknown as Connector

describe('the secrets of a webhook', () => {
  it('are the credentials that prove deliveries, and no others', () => {
    assert.deepEqual(inboundSecrets(connector, { token: 'a', signingKey: 'b' }), { signingKey: 'b' })
    assert.deepEqual(inboundSecrets(connector, { token: 'a' }), {})
  })
})
