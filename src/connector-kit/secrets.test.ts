import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { digestName, hmacHexMatches } from './secrets.ts'

describe('hmacHexMatches', () => {
  const body = Buffer.from('{"id":1}')
  const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('hex')

  it('accepts the signature of any of the secrets, in either case', () => {
    assert.equal(hmacHexMatches(sign('b'), body, ['a', 'b']), true)
    assert.equal(hmacHexMatches(sign('b').toUpperCase(), body, ['a', 'b']), true)
  })

  it('refuses everything else', () => {
    assert.equal(hmacHexMatches(sign('c'), body, ['a', 'b']), false)
    assert.equal(hmacHexMatches(sign('a'), Buffer.from('{"id":2}'), ['a']), false)
    assert.equal(hmacHexMatches(sign('a').slice(0, -2), body, ['a']), false)
    assert.equal(hmacHexMatches('', body, ['a']), false)
    assert.equal(hmacHexMatches(sign('a'), body, []), false)
    // A secret that was never stored must not make a signature that anybody can compute.
    assert.equal(hmacHexMatches(sign(''), body, ['']), false)
  })
})

describe('digestName', () => {
  it('is the same for the same secret and shows none of it', () => {
    const secret = 'token-of-nobody-0001'
    assert.equal(digestName(secret), digestName(secret))
    assert.notEqual(digestName(secret), digestName(`${secret}x`))
    assert.match(digestName(secret), /^[0-9a-f]{24}$/)
  })
})
