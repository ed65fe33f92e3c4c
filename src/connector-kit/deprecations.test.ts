import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorSignals } from './answer.ts'
import { deprecationsIn } from './deprecations.ts'
import { createRedactor } from './redact.ts'

const signals: VendorSignals = { warningsOf: (json) => (Array.isArray(json) ? (json as string[]) : []) }

const read = (headers: Record<string, string>, json?: unknown) =>
  deprecationsIn({
    method: 'GET',
    path: '/v1/reservations/64a1f2c3e4b0a1b2c3d4e5f6',
    answer: { status: 200, headers, text: '', json },
    signals,
    redactor: createRedactor(['secret-of-the-account']),
  })

describe('answers that announce the end of a call', () => {
  it('do so by the headers of RFC 9745 and RFC 8594', () => {
    assert.deepEqual(
      read({
        deprecation: '@1688169599',
        sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
        link: '<https://v.example/new>; rel="successor-version", <https://v.example/end>; rel="deprecation"; type="text/html"',
      }),
      [
        {
          call: 'GET /v1/reservations/{id}',
          message: 'Deprecated since 2023-06-30. Ends on 2027-03-01.',
          endsAt: '2027-03-01T00:00:00.000Z',
          link: 'https://v.example/end',
        },
      ],
    )
  })

  it('do so in older and looser forms', () => {
    const messages = (headers: Record<string, string>) => read(headers).map(({ message }) => message)
    assert.deepEqual(messages({ deprecation: 'true' }), ['Deprecated.'])
    assert.deepEqual(messages({ deprecation: 'Sun, 11 Nov 2018 23:59:59 GMT' }), [
      'Deprecated since 2018-11-11.',
    ])
    assert.deepEqual(messages({ deprecation: 'version="v1"' }), ['Deprecated.'])
    assert.deepEqual(messages({ sunset: '2027-03-01' }), ['Deprecated. Ends on 2027-03-01.'])
    assert.deepEqual(messages({ warning: '299 - "This API is deprecated"' }), [
      'Deprecated. "This API is deprecated"',
    ])
    assert.deepEqual(messages({ 'x-api-deprecation-info': 'https://v.example' }), [
      'Deprecated. x-api-deprecation-info: https://v.example',
    ])
    assert.deepEqual(messages({ deprecation: 'true', 'x-key': 'secret-of-the-account' }), ['Deprecated.'])
    assert.deepEqual(messages({ warning: '299 - "secret-of-the-account is deprecated"' }), [
      'Deprecated. "[redacted] is deprecated"',
    ])
  })

  it('say nothing otherwise', () => {
    for (const headers of [
      {},
      { deprecation: 'false' },
      { deprecation: '?0' },
      { deprecation: '' },
      { sunset: 'soon' },
      { sunset: '5' },
      { warning: '110 - "Response is stale"' },
      { link: '<https://v.example/2>; rel="next"' },
    ])
      assert.deepEqual(read(headers), [], JSON.stringify(headers))
  })

  it('do so by warnings of the body, of which others are left alone', () => {
    const deprecated = 'max_children is deprecated and will be removed on 2026-07-07'
    const others = ['171 of 200 calls this minute', 'Sunset Villa has no photo', 'It is no longer available']
    assert.deepEqual(
      read({}, [...others, deprecated]).map(({ message }) => message),
      [deprecated],
    )
  })

  it('name at most three at once', () => {
    const warnings = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} is deprecated`)
    assert.equal(read({ deprecation: 'true' }, warnings).length, 3)
  })
})
