import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isSignedDelivery } from './standard-webhooks.ts'

const secret = `whsec_${Buffer.from('a key nobody else has').toString('base64')}`
const at = new Date('2026-05-01T10:00:00Z')
const rawBody = Buffer.from('{"event":"made","name":"Zoë"}')

function signed(prefix: string, body = rawBody.toString()) {
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(at.getTime() / 1000),
    [`${prefix}-signature`]: new Webhook(secret).sign('msg_1', at, body),
  }
}

describe('a signed delivery', () => {
  it('is recognised under both header names', () => {
    for (const prefix of ['webhook', 'svix']) {
      assert.equal(isSignedDelivery({ headers: signed(prefix), rawBody, receivedAt: at }, secret), true)
    }
  })

  it('may carry the signature of another secret beside the right one', () => {
    const headers = signed('svix')
    headers['svix-signature'] = `v1,AAAA ${headers['svix-signature']} v1a,BBBB`
    assert.equal(isSignedDelivery({ headers, rawBody }, secret), true)
  })

  it('is refused when anything was changed', () => {
    const headers = signed('svix')
    const other = `whsec_${Buffer.from('another key').toString('base64')}`
    assert.equal(isSignedDelivery({ headers, rawBody: Buffer.concat([rawBody, rawBody]) }, secret), false)
    assert.equal(isSignedDelivery({ headers, rawBody }, other), false)
    assert.equal(isSignedDelivery({ headers, rawBody }, 'whsec_'), false)
    for (const [name, value] of [
      ['svix-id', 'msg_2'],
      ['svix-timestamp', String(at.getTime() / 1000 + 1)],
      ['svix-timestamp', 'now'],
      ['svix-signature', ''],
      ['svix-signature', (headers['svix-signature'] ?? '').replace('v1,', '')],
      ['svix-signature', (headers['svix-signature'] ?? '').slice(0, -1)],
    ] as const) {
      assert.equal(isSignedDelivery({ headers: { ...headers, [name]: value }, rawBody }, secret), false, name)
    }
  })

  it('is refused long after it was signed, and long before', () => {
    const headers = signed('svix')
    const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
    for (const [minutes, accepted] of [
      [4, true],
      [-4, true],
      [6, false],
      [-6, false],
    ] as const) {
      assert.equal(isSignedDelivery({ headers, rawBody, receivedAt: after(minutes) }, secret), accepted)
    }
  })
})
