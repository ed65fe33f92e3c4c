/** Every answer has a request id, limits, CORS headers and, for errors, the envelope. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertEnvelope, callbacks, keyed, makeWorld, routes, urlOf, firstOf } from './world.ts'

const world = await makeWorld()
const { t, ask, own } = world
after(() => t.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const exposed = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-policy',
  'x-ratelimit-limit-daily',
  'x-ratelimit-remaining-daily',
  'x-ratelimit-reset-daily',
  'retry-after',
]
const everywhere = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-policy',
  'ratelimit',
  'ratelimit-policy',
]

describe('request id', () => {
  for (const route of routes) {
    it(`${route.id} gives a caller's own back, in the header and in the error`, async () => {
      for (const id of ['a', 'nightly-sync.42_B', 'x'.repeat(128)]) {
        const answer = await ask(route, {
          query: { surprise: '1' },
          call: { headers: { 'x-request-id': id } },
        })
        assert.equal(answer.headers['x-request-id'], id)
        assert.equal(String(answer.body['error']?.['request_id']), id)
      }
    })

    it(`${route.id} makes one when there is none or it is malformed`, async () => {
      const made = new Set<string>()
      for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'a"b', 'ä', '../..']) {
        const answer = await ask(route, {
          query: { surprise: '1' },
          call: { headers: id ? { 'x-request-id': id } : {} },
        })
        const given = answer.headers['x-request-id'] ?? ''
        assert.match(given, uuid, id)
        made.add(given)
      }
      assert.equal(made.size, 7)
    })
  }
})

describe('paths', () => {
  it('that do not exist answer 404 in the envelope, with a key and without', async () => {
    for (const url of ['/v1', '/v1/', '/v2/listings', '/v1/listing', '/nope', '/v1/listings/1/2/3']) {
      for (const key of [t.liveKey, null]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const answer = await t.call(method, url, { key })
          assertEnvelope(answer, 404, 'not_found', `${method} ${url}`)
          for (const header of everywhere) assert.ok(answer.headers[header], `${method} ${url}: no ${header}`)
        }
      }
    }
  })

  it('that are not valid percent-encoding answer 400 in the envelope', async () => {
    const answer = await t.get('/v1/listings/%zz')
    assertEnvelope(answer, 400, 'invalid_param', '%zz')
    for (const header of everywhere) assert.ok(answer.headers[header], `no ${header}`)
    const inQuery = await t.get('/v1/listings?q=%zz')
    assertEnvelope(inQuery, 400, 'invalid_params', 'q=%zz')
    for (const header of everywhere) assert.ok(inQuery.headers[header], `no ${header} for q=%zz`)
    const unknown = await t.get('/v1/webhooks/event-types?q=%zz')
    assertEnvelope(unknown, 400, 'unknown_params', 'a parameter that nobody reads')
  })

  it('that are longer than any id answer in the envelope', async () => {
    const answer = await t.get(`/v1/listings/${'1'.repeat(5000)}`)
    assert.ok([400, 404].includes(answer.status), String(answer.status))
    assertEnvelope(answer, answer.status, String(answer.body['error']?.['code']), 'a long id')
  })

  for (const [url, group] of Map.groupBy(routes, (route) => route.url)) {
    const methods = group.map(({ method }) => method)
    it(`${url} answers 405 with Allow to other methods`, async () => {
      const [first = assert.fail()] = group
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (name) => !methods.includes(name as 'GET'),
      )) {
        const answer = await t.call(method, urlOf(first, firstOf(own.active)))
        const error = assertEnvelope(answer, 405, 'method_not_allowed', `${method} ${url}`)
        assert.deepEqual(answer.headers['allow']?.split(', ').toSorted(), methods.toSorted())
        assert.deepEqual((error['valid_values'] as string[]).toSorted(), methods.toSorted())
        for (const header of everywhere) assert.ok(answer.headers[header], `${method} ${url}: no ${header}`)
      }
    })
  }

  it('answer HEAD like GET, without a body', async () => {
    const answer = await t.call('HEAD', '/v1/listings')
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '')
    assert.equal((await t.call('HEAD', '/v1/listings', { key: null })).status, 401)
  })
})

describe('callbacks of providers', () => {
  for (const route of callbacks) {
    it(`${route.id} answers strangers in the envelope, and never as if it knew them`, async () => {
      const url = route.url.replaceAll(/:\w+/g, 'nonsense')
      for (const rawBody of ['{}', '[]', '1', '{"event":"reservation.created"}', '{', '']) {
        const answer = await t.call(route.method, url, { key: null, rawBody })
        assert.ok(answer.status >= 400 && answer.status < 500, `${rawBody}: ${answer.text}`)
        assertEnvelope(answer, answer.status, String(answer.body['error']?.['code']), route.id)
        for (const header of everywhere) assert.ok(answer.headers[header], `${route.id}: no ${header}`)
      }
    })
  }
})

describe('CORS', () => {
  const origin = { origin: 'https://app.example.com' }
  const exposedBy = (value: string | undefined) => (value ?? '').toLowerCase().split(/, */)

  for (const route of keyed) {
    it(`${route.id} lets pages read its headers, of errors too`, async () => {
      for (const key of [t.liveKey, null]) {
        const answer = await ask(route, { query: { surprise: '1' }, call: { key, headers: origin } })
        assert.equal(answer.headers['access-control-allow-origin'], '*')
        const names = exposedBy(answer.headers['access-control-expose-headers'])
        for (const name of exposed) assert.ok(names.includes(name), `${name} is not exposed`)
      }
    })

    it(`${route.id} answers the preflight without a key`, async () => {
      const wanted = 'authorization,content-type,idempotency-key,x-account-id,x-request-id,x-workspace-id'
      const answer = await t.call('OPTIONS', urlOf(route, firstOf(own.active)), {
        key: null,
        headers: {
          ...origin,
          'access-control-request-method': route.method,
          'access-control-request-headers': wanted,
        },
      })
      assert.equal(answer.status, 204, answer.text)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.ok(
        exposedBy(answer.headers['access-control-allow-methods']).includes(route.method.toLowerCase()),
      )
      const allowed = exposedBy(answer.headers['access-control-allow-headers'])
      for (const name of wanted.split(',')) assert.ok(allowed.includes(name), `${name} is not allowed`)
      for (const header of everywhere) assert.ok(answer.headers[header], `no ${header}`)
    })
  }

  it('lets pages read 404 and 405 as well', async () => {
    for (const [method, url] of [
      ['GET', '/v1/nope'],
      ['PUT', '/v1/listings'],
    ] as const) {
      const answer = await t.call(method, url, { headers: origin })
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.ok(exposedBy(answer.headers['access-control-expose-headers']).includes('x-request-id'))
    }
  })
})
