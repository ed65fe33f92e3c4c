import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unbuiltOperations } from '../contract/unbuilt-operations.ts'
import { routes } from '../features/routes.ts'
import { unknownPath } from './unknown-path.ts'

const explain = unknownPath(routes)
const suggestionFor = (path: string) => explain('GET', path).extra.did_you_mean

describe('a path that no route takes', () => {
  it('gets the path that was probably meant, with the ids that were given', () => {
    assert.equal(suggestionFor('/v1/reservation'), '/v1/reservations')
    assert.equal(suggestionFor('/v1/resrvations/12'), '/v1/reservations/12')
    assert.equal(suggestionFor('/v1/listing/12/unit?x=1'), '/v1/listings/12/units')
    assert.equal(suggestionFor('/v1/Listings'), '/v1/listings')
    assert.equal(suggestionFor('/listings'), '/v1/listings')
    assert.equal(suggestionFor('/v2/listings/7'), '/v1/listings/7')
    assert.equal(suggestionFor('/v1/listings/'), '/v1/listings')
    assert.equal(suggestionFor('/v1/conversations/5/mesages'), '/v1/conversations/5/messages')
    assert.equal(suggestionFor('/v1/migration/31/report'), '/v1/migrations/31/report')
  })

  it('gets no guess when nothing is near', () => {
    for (const path of [
      '/',
      '/app',
      '/wp-login.php',
      '/v1/weather/tomorrow',
      '/v1/xyz',
      `/v1/${'a'.repeat(5000)}`,
    ]) {
      assert.equal(suggestionFor(path), undefined, path)
    }
  })

  it('is never told to look at ids or keys', () => {
    for (const path of ['/v1/reservation', '/v1/nothing/like/it']) {
      const { code, fix, message } = explain('GET', path)
      assert.equal(code, 'not_found')
      assert.doesNotMatch(`${fix} ${message}`, /\bids?\b|\bkeys?\b/i)
      assert.match(fix, /\/openapi\.json/)
    }
  })
})

describe('an operation that is not built yet', () => {
  const operations = Object.entries(unbuiltOperations).flatMap(([url, methods]) =>
    methods.split(' ').map((method) => ({ url, method })),
  )

  it('answers not_implemented, each of them', () => {
    for (const { method, url } of operations) {
      const { code, status, extra } = explain(method, url.replaceAll(/:\w+/g, '31'))
      assert.deepEqual(
        { code, status, endpoint: extra.endpoint },
        { code: 'not_implemented', status: 501, endpoint: url },
      )
    }
  })

  it('says why where it is left out on purpose', () => {
    for (const path of ['/v1/connect/vrbo-login/session', '/v1/connect/booking-extranet-login/session']) {
      const { code, message } = explain('POST', path)
      assert.equal(code, 'not_implemented')
      assert.match(message, /password of a person/)
    }
  })

  it('answers for whole folders of files, and says what the studio would be', () => {
    const { code, extra, message } = explain('PUT', '/api/studio/projects/31/files/src/pages/index.html')
    assert.deepEqual([code, extra.endpoint], ['not_implemented', '/api/studio/projects/:id/files/*'])
    assert.match(message, /hosts nothing/)
    assert.equal(explain('GET', '/api/studio/project').code, 'not_found')
  })

  it('is none of the routes', () => {
    const built = new Set(routes.map(({ method, url }) => `${method} ${url.replaceAll(/:\w+/g, ':')}`))
    assert.deepEqual(
      operations.filter(({ method, url }) => built.has(`${method} ${url.replaceAll(/:\w+/g, ':')}`)),
      [],
    )
  })

  it('names its methods when it is asked with another', () => {
    const { code, headers, extra } = explain('DELETE', '/api/studio/deployments/7/suspend')
    assert.deepEqual(
      [code, headers, extra.endpoint],
      ['method_not_allowed', { allow: 'POST' }, '/api/studio/deployments/:id/suspend'],
    )
  })
})
