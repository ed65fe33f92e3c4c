import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { errorCodes, errors, type ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import { digestOf, isFinal, keyOf, requestText, takesKey } from './idempotency-rules.ts'

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
    const wrong = {
      '': /is empty/,
      ['x'.repeat(256)]: /256 characters/,
      'a\tb': /printable/,
      é: /printable/,
      ['é'.repeat(255)]: /printable/,
    }
    for (const [key, message] of Object.entries(wrong)) {
      assert.throws(
        () => keyOf(write, withKey(key)),
        (error: ApiError) =>
          error.code === 'invalid_params' && error.status === 400 && message.test(error.message),
        key,
      )
    }
  })

  it('names the header and how to mend it, and repeats only the beginning of a long key', () => {
    assert.throws(
      () => keyOf(write, withKey('x'.repeat(5_000))),
      (error: ApiError) => {
        assert.deepEqual(error.extra, { field: 'Idempotency-Key', value_received: 'x'.repeat(200) })
        assert.match(error.fix, /255 printable ASCII/)
        return true
      },
    )
  })

  it('looks at no key where none applies', () => {
    assert.equal(keyOf({ method: 'GET' }, withKey('')), undefined)
    assert.equal(keyOf({ method: 'POST', write: false }, withKey('')), undefined)
    assert.equal(keyOf(write, { ...withKey('k'), query: { dry_run: 'true' } }), undefined)
    assert.equal(keyOf(write, { ...withKey('k'), query: { dry_run: 'false' } }), 'k')
    assert.equal(keyOf(write, { ...withKey('k'), query: null }), 'k')
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

  it('stays what it was, so that an upgrade does not run a repeated request again', () => {
    const body = '{"guest":{"id":"7","note":null},"name":"Quay House","nights":[1,2]}'
    assert.equal(text, `POST\n/v1/things/7\n{"a":"1","b":"2"}\n\n${body}`)
    assert.equal(requestText({ ...request, body: undefined }), 'POST\n/v1/things/7\n{"a":"1","b":"2"}\n\n')
    const bound = requestText(request, { account: '4', listings: '12,13', keyId: '9' })
    assert.equal(bound, `POST\n/v1/things/7\n{"a":"1","b":"2"}\n4\n${body}\n12,13\n9`)
  })

  it('differs by the listings of a limited key, and by the key whose answer is a secret', () => {
    const bound = [{}, { keyId: '8' }, { keyId: '9' }, { listings: '1' }, { listings: '1', keyId: '9' }]
    assert.equal(new Set(bound.map((within) => requestText(request, within))).size, bound.length)
    const account = { ...request, headers: { 'x-account-id': '4' } }
    assert.equal(requestText(request, { account: '4' }), requestText(account))
  })

  it('has the digest of a large body in its place', () => {
    assert.equal(
      requestText(request, { digest: 'abc' }),
      requestText({ ...request, body: { other: 1 } }, { digest: 'abc' }),
    )
    assert.notEqual(requestText(request, { digest: 'abc' }), requestText(request, { digest: 'abd' }))
  })

  it('takes the order of fields for nothing down to a hundred levels', () => {
    const sent = (levels: number, innermost: string) => {
      const json = `${'['.repeat(levels)}${innermost}${']'.repeat(levels)}`
      return requestText({ ...request, body: JSON.parse(json) as unknown, rawBody: Buffer.from(json) })
    }
    assert.equal(sent(100, '{"a":1,"b":2}'), sent(100, '{"b":2,"a":1}'))
    assert.notEqual(sent(101, '{"a":1,"b":2}'), sent(101, '{"b":2,"a":1}'))
  })

  it('differs for bodies that differ only far inside, so that none gets the answer to another', () => {
    const deep = (innermost: number) => {
      const json = `${'{"a":'.repeat(20_000)}${innermost}${'}'.repeat(20_000)}`
      return requestText({ ...request, body: JSON.parse(json) as unknown, rawBody: Buffer.from(json) })
    }
    assert.notEqual(deep(1), deep(2))
  })

  it('does not run out of stack', () => {
    const nested = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
    const deep = (sent: string) =>
      requestText({ ...request, body: JSON.parse(sent) as unknown, rawBody: Buffer.from(sent) })
    assert.equal(deep(nested), deep(nested))
    assert.notEqual(deep(nested), deep(nested.replace('1', '2')))
  })
})

describe('digestOf', () => {
  const largest = 1024 * 1024

  it('is of bodies too large to be put in order', async () => {
    assert.equal(await digestOf({ rawBody: undefined }), undefined)
    assert.equal(await digestOf({ rawBody: Buffer.alloc(largest) }), undefined)
    const rawBody = Buffer.alloc(largest + 1, 'a')
    assert.equal(await digestOf({ rawBody }), createHash('sha256').update(rawBody).digest('base64url'))
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
    for (const code of errorCodes.filter((name) => [408, 425, 429].includes(errors[name].status)))
      assert.ok(!final(code), `${code} asks to come again`)
    for (const code of errorCodes.filter((name) => errors[name].status >= 500)) {
      assert.equal(final(code), code === 'reservation_created_in_pms_only', code)
    }
  })
})
