import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import type { OutgoingRequest } from '../../connector-kit/auth/auth.ts'
import { canonicalQuery, canonicalText, signedCalls } from './auth.ts'

const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const credentials = { apiKey: 'key-of-the-account', apiSecret: 'secret-of-the-account' }
const proof = { timestamp: '2026-05-11T09:30:00Z', nonce: 'n', apiKey: 'k' }

function request(path: string, body: string | null = null): OutgoingRequest {
  const url = new URL(path, 'https://smoobu.example')
  return { method: body === null ? 'GET' : 'POST', url, headers: {}, body }
}

describe('Smoobu signatures', () => {
  it('are made over the lines of the call', () => {
    assert.equal(
      canonicalText(request('/api/rates?start_date=2026-06-01&apartments[]=7'), proof),
      `GET\n/api/rates\napartments%5B%5D=7&start_date=2026-06-01\n2026-05-11T09:30:00Z\nn\n${emptyDigest}\nk`,
    )
    assert.equal(
      canonicalText(request('/api/me'), proof),
      `GET\n/api/me\n\n2026-05-11T09:30:00Z\nn\n${emptyDigest}\nk`,
    )
    const posted = canonicalText(request('/api/rates', '{"a":1}'), proof)
    assert.ok(posted.includes('\n015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862\n'))
  })

  it('encode what addresses usually leave as it is', () => {
    const { url } = request("/x?b=1+2&a=it's(*)!&b=%C3%A9~-._&A=0")
    assert.equal(canonicalQuery(url), 'A=0&a=it%27s%28%2A%29%21&b=%C3%A9~-._&b=1%202')
  })

  it('cover what is sent, with a nonce of its own each time', () => {
    const strategy = signedCalls(credentials)
    const sealed = () => {
      const call = request('/api/rates?start_date=2026-06-01&apartments[]=7')
      strategy.seal?.(call, new Date('2026-05-11T09:30:00.900Z'))
      return call
    }
    const [first, second] = [sealed(), sealed()]
    assert.equal(first.url.search, '?apartments%5B%5D=7&start_date=2026-06-01')
    assert.equal(first.headers['x-timestamp'], '2026-05-11T09:30:00Z')
    assert.match(first.headers['x-nonce'] ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.notEqual(first.headers['x-nonce'], second.headers['x-nonce'])
    const text = canonicalText(first, {
      timestamp: first.headers['x-timestamp'] ?? '',
      nonce: first.headers['x-nonce'] ?? '',
      apiKey: credentials.apiKey,
    })
    const signature = createHmac('sha256', credentials.apiSecret).update(text).digest('base64')
    assert.equal(first.headers['x-signature'], signature)
    assert.ok(!JSON.stringify(first.headers).includes(credentials.apiSecret))
  })
})
