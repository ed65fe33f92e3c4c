import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes, errors, type ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import { isFinal, keyOf, requestText, takesKey } from './idempotency-rules.ts'

const request = {
  method: 'POST',
  url: '/v1/things/7?b=2&a=1',
  headers: {} as Record<string, string>,
  query: { b: '2', a: '1' } as Record<string, string>,
  body: { name: 'Quay House', nights: [1, 2], guest: { id: '7', note: null } } as unknown,
}
const withKey = (key: string) => ({ ...request, headers: { 'idempotency-key': key } })
const write = { method: 'POST' } as const

describe('takesKey', () => {
  it('is true for whatever can change something', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) assert.ok(takesKey({ method }))
    assert.ok(!takesKey({ method: 'GET' }))
    assert.ok(!takesKey({ method: 'POST', write: false }))
    assert.ok(!takesKey({ method: 'POST', auth: 'none' }))
  })
})

describe('keyOf', () => {
  it('takes up to 255 printable characters', () => {
    for (const key of ['a', 'x'.repeat(255), '6f1c…'.slice(0, 4), 'a key, with "marks"~']) {
      assert.equal(keyOf(write, withKey(key)), key)
    }
    assert.equal(keyOf(write, request), undefined)
  })

  it('refuses others and says why', () => {
    const wrong = { '': /is empty/, ['x'.repeat(256)]: /256 characters/, 'a\tb': /printable/, é: /printable/ }
    for (const [key, message] of Object.entries(wrong)) {
      assert.throws(
        () => keyOf(write, withKey(key)),
        (error: ApiError) =>
          error.code === 'invalid_params' && error.status === 400 && message.test(error.message),
        key,
      )
    }
  })

  it('looks at no key where none applies', () => {
    assert.equal(keyOf({ method: 'GET' }, withKey('')), undefined)
    assert.equal(keyOf({ method: 'POST', write: false }, withKey('')), undefined)
    assert.equal(keyOf(write, { ...withKey('k'), query: { dry_run: 'true' } }), undefined)
    assert.equal(keyOf(write, { ...withKey('k'), query: { dry_run: 'false' } }), 'k')
  })
})

describe('requestText', () => {
  const text = requestText(request)

  it('is the same for the same request, however it is written', () => {
    const body = { guest: { note: null, id: '7' }, nights: [1, 2], name: 'Quay House' }
    assert.equal(requestText({ ...request, body }), text)
    assert.equal(requestText({ ...request, url: '/v1/things/7?a=1&b=2', query: { a: '1', b: '2' } }), text)
    assert.equal(requestText({ ...request, headers: { 'x-request-id': 'another' } }), text)
  })

  it('differs by every part of a request', () => {
    const others = [
      { ...request, method: 'PATCH' },
      { ...request, url: '/v1/things/8' },
      { ...request, query: { a: '1', b: '3' } },
      { ...request, query: { a: '1' } },
      { ...request, headers: { 'x-account-id': '4' } },
      { ...request, body: undefined },
      { ...request, body: {} },
      { ...request, body: null },
      { ...request, body: { ...(request.body as object), nights: [2, 1] } },
      { ...request, body: { ...(request.body as object), nights: ['1', 2] } },
      { ...request, body: { ...(request.body as object), guest: { id: 7, note: null } } },
      { ...request, body: { ...(request.body as object), guest: { id: '7' } } },
    ]
    const texts = new Set([text, ...others.map((other) => requestText(other))])
    assert.equal(texts.size, others.length + 1)
  })

  it('does not run out of stack', () => {
    const nested = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
    const deep = (sent: string) =>
      requestText({ ...request, body: JSON.parse(sent) as unknown, rawBody: Buffer.from(sent) })
    assert.equal(deep(nested), deep(nested))
    assert.notEqual(deep(nested), deep(nested.replace('1', '2')))
  })
})

describe('isFinal', () => {
  const final = (code: ErrorCode) => isFinal(new ApiError(code))

  it('is true for refusals that would be the same again', () => {
    for (const code of [
      'not_found',
      'invalid_body',
      'pms_rejected',
      'pms_duplicate',
      'invalid_state',
    ] as const)
      assert.ok(final(code), code)
  })

  it('is false for faults, limits, and what somebody can put right elsewhere', () => {
    const open: ErrorCode[] = [
      'internal_error',
      'pms_error',
      'reservation_create_failed',
      'reservation_update_failed',
      'rate_limit_exceeded',
      'airbnb_rate_limited',
      'daily_limit_exceeded',
      'listing_inactive',
      'listings_limit_exceeded',
      'connection_reauth_required',
    ]
    for (const code of open) assert.ok(!final(code), code)
    for (const code of errorCodes.filter((name) => errors[name].status >= 500)) {
      assert.equal(final(code), code === 'reservation_created_in_pms_only', code)
    }
  })
})
