import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { inbound } from './inbound.ts'
import { mews } from './index.ts'

const registration = { externalId: 'hotel-1 hotel-2', secrets: {} }

function hints(body: unknown) {
  return inbound.receive({ headers: {}, body, rawBody: Buffer.from(JSON.stringify(body)) }, registration)
}

const event = (Discriminator: string, Id: string) => ({ Discriminator, Value: { Id } })

describe('a delivery of Mews', () => {
  it('tells of reservations, each once', () => {
    const Events = [
      event('ServiceOrderUpdated', 'r1'),
      event('CustomerUpdated', 'c1'),
      event('ServiceOrderUpdated', 'r1'),
      event('ServiceOrderUpdated', 'r2'),
    ]
    assert.deepEqual(hints({ EnterpriseId: 'hotel-2', IntegrationId: 'i', Events }), [
      { entity: 'reservations', externalId: 'r1' },
      { entity: 'reservations', externalId: 'r2' },
    ])
  })

  it('of another hotel, which comes to the same address, is left alone', () => {
    assert.deepEqual(hints({ EnterpriseId: 'hotel-3', Events: [event('ServiceOrderUpdated', 'r1')] }), [])
    assert.deepEqual(
      hints({ EnterpriseId: 'hotel-1 hotel-2', Events: [event('ServiceOrderUpdated', 'r')] }),
      [],
    )
  })
})

describe('Mews credentials', () => {
  const accessToken = 'A'.repeat(32)
  const clientToken = 'B'.repeat(32)

  it('are taken under the names that the vendor uses too', () => {
    for (const input of [
      { accessToken, clientToken },
      { AccessToken: ` ${accessToken}\n`, ClientToken: clientToken, environment: '' },
    ]) {
      assert.deepEqual(readCredentials(mews, input), { ok: true, credentials: { accessToken, clientToken } })
    }
    const wrong = readCredentials(mews, { accessToken, clientToken, environment: 'staging' })
    assert.deepEqual(wrong, { ok: false, missing: [], unknown: [], invalid: ['environment'] })
  })

  it('lead to the place where the hotel is, and name the account without showing the token', () => {
    const place = (environment?: 'demo' | 'production') =>
      mews.baseUrlOf?.({ accessToken, clientToken, ...(environment ? { environment } : {}) })
    assert.deepEqual(
      [place(), place('production'), place('demo')],
      ['https://api.mews.com', 'https://api.mews.com', 'https://api.mews-demo.com'],
    )
    assert.ok(!mews.accountOf({ accessToken, clientToken }).includes(accessToken.slice(0, 8)))
  })
})
