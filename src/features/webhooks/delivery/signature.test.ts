import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { isSignedDelivery } from '../../../connector-kit/standard-webhooks.ts'
import {
  createSigningKey,
  createWebhookSecret,
  joinSecrets,
  maskSecret,
  signBody,
  splitSecrets,
} from './signature.ts'

const at = new Date('2026-06-15T12:00:00.900Z')
const seconds = Date.parse('2026-06-15T12:00:00Z') / 1000
const body = Buffer.from('{"id":"7"}')
const [old, next] = [createWebhookSecret(), createWebhookSecret()]
const signed = (...secrets: string[]) =>
  signBody(body, secrets.map(createSigningKey), { eventId: 'evt_1', at })

describe('a signed delivery', () => {
  const ours = (secret: string) =>
    createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  const isAccepted = (secret: string, standard: string, rawBody = body) => {
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': standard,
    }
    return isSignedDelivery({ headers, rawBody, receivedAt: at }, secret)
  }

  it('is checked by a receiver with the whole secret, the second and the body', () => {
    assert.equal(signed(old).signature, `t=${seconds},v1=${ours(old)}`)
  })

  it('is checked by libraries of Standard Webhooks', () => {
    assert.equal(isAccepted(old, signed(old).standard), true)
    assert.equal(isAccepted(next, signed(old).standard), false)
    assert.equal(isAccepted(old, signed(old).standard, Buffer.from('{"id":"8"}')), false)
  })

  it('is accepted by a receiver that knows either secret while they are exchanged', () => {
    const { signature, standard } = signed(next, old)
    assert.equal(signature, `t=${seconds},v1=${ours(next)},v1=${ours(old)}`)
    assert.equal(isAccepted(old, standard), true)
    assert.equal(isAccepted(next, standard), true)
  })
})

describe('a secret', () => {
  it('is of 24 bytes that nobody can guess, as the libraries read it', () => {
    assert.match(old, /^whsec_[A-Za-z0-9+/]{32}$/)
    assert.notEqual(old, next)
  })

  it('is shown by its first and last letters, and never whole', () => {
    assert.equal(maskSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 'whsec_MfK…LaSw')
  })

  it('is kept beside the one that it replaces', () => {
    assert.deepEqual(splitSecrets(joinSecrets([next, old])), [next, old])
    assert.deepEqual(splitSecrets(joinSecrets([old])), [old])
  })
})
