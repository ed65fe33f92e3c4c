/** The SDK tells once of each deprecated operation that an answer names. */
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { Lodgewire, type DeprecationNotice } from '../../sdk/typescript/src/index.ts'

const deprecated = {
  deprecation: '@1795824000',
  sunset: 'Thu, 30 Dec 2027 00:00:00 GMT',
  link: '<https://api.example.com/v1/listings?cursor=a>; rel="next", <https://api.example.com/docs/guides/deprecations>; rel="deprecation"',
}

function clientOf(
  headersOf: (url: string) => Record<string, string>,
  onDeprecation?: (notice: DeprecationNotice) => void,
) {
  return new Lodgewire({
    baseUrl: 'https://api.example.com',
    apiKey: 'sk_test_1',
    retries: 0,
    ...(onDeprecation === undefined ? {} : { onDeprecation }),
    fetch: async (url) => {
      const status = String(url).includes('guests') ? 404 : 200
      return new Response('{"data":[]}', { status, headers: headersOf(String(url)) })
    },
  })
}

describe('a deprecated operation', () => {
  it('is told once, with its dates and its page, also when the call fails', async () => {
    const told: DeprecationNotice[] = []
    const client = clientOf(
      () => deprecated,
      (notice) => told.push(notice),
    )
    await client.get('/v1/listings')
    await client.get('/v1/listings', { query: { limit: 2 } })
    await assert.rejects(client.get('/v1/guests/{id}', { path: { id: '7' } }))
    await assert.rejects(client.get('/v1/guests/{id}', { path: { id: '8' } }))
    const rest = {
      since: new Date(1_795_824_000_000),
      sunset: new Date('2027-12-30T00:00:00Z'),
      docsUrl: 'https://api.example.com/docs/guides/deprecations',
    }
    assert.deepEqual(told, [
      { operation: 'GET /v1/listings', ...rest },
      { operation: 'GET /v1/guests/{id}', ...rest },
    ])
  })

  it('is not told of what is not deprecated, and one that stays has no last day', async () => {
    const told: DeprecationNotice[] = []
    const client = clientOf(
      (url) => (url.includes('reservations') ? { deprecation: '@1795824000' } : {}),
      (notice) => told.push(notice),
    )
    await client.get('/v1/listings')
    await client.get('/v1/reservations')
    assert.deepEqual(told, [{ operation: 'GET /v1/reservations', since: new Date(1_795_824_000_000) }])
  })

  it('is a warning of the console where nobody listens', async () => {
    const warn = mock.method(console, 'warn', () => {})
    try {
      const client = clientOf(() => deprecated)
      await client.get('/v1/listings')
      await client.get('/v1/listings')
      assert.deepEqual(
        warn.mock.calls.map((call) => call.arguments),
        [
          [
            'lodgewire-sdk: this use of GET /v1/listings is deprecated and may be gone from 2027-12-30 on. See https://api.example.com/docs/guides/deprecations',
          ],
        ],
      )
    } finally {
      warn.mock.restore()
    }
  })

  it('fails no call when the listener fails', async () => {
    const error = mock.method(console, 'error', () => {})
    try {
      const client = clientOf(
        () => deprecated,
        () => {
          throw new Error('a listener with a fault')
        },
      )
      assert.deepEqual(await client.get('/v1/listings'), { data: [] })
      assert.equal(error.mock.callCount(), 1)
    } finally {
      error.mock.restore()
    }
  })
})
