/** These examples of API keys are written by hand. */
import { at, entry } from './examples.ts'
import { ApiKey, ApiKeyCreateBody, ApiKeyRotateBody, ApiKeyUpdateBody, ApiKeyWithSecret } from './keys.ts'

const key: ApiKey = {
  id: '12',
  name: 'Price tool',
  prefix: 'sk_live_ab12',
  mode: 'live',
  connectionIds: null,
  listingIds: null,
  agent_limits: null,
  scopes: ['calendar:read', 'calendar:write'],
  expiresAt: null,
  state: 'active',
  createdAt: at,
  createdBy: 'key:3',
  lastUsedAt: at,
  lastUsedFrom: '203.0.113.7',
  rotatedAt: null,
  previousSecretValidUntil: null,
  revokedAt: null,
}

export const keyExamples = {
  ApiKey: entry(ApiKey, key, {
    ...key,
    connectionIds: ['3', '5'],
    listingIds: ['4118'],
    agent_limits: {
      kinds: ['prices', 'closure'],
      writes_per_day: 20,
      money_per_write: { amount: 500, currency: 'EUR' },
      money_per_day: null,
    },
    scopes: null,
    state: 'revoked',
    revokedAt: at,
  }),
  ApiKeyWithSecret: entry(ApiKeyWithSecret, { ...key, secret: 'sk_live_…' }),
  ApiKeyCreateBody: entry(ApiKeyCreateBody, {
    name: 'Price tool',
    scopes: ['calendar:read', 'calendar:write'],
    expiresAt: '2099-01-31T00:00:00Z',
  }),
  ApiKeyUpdateBody: entry(ApiKeyUpdateBody, { name: 'Price tool of 2027' }),
  ApiKeyRotateBody: entry(ApiKeyRotateBody, { overlapSeconds: 3600 }),
}
