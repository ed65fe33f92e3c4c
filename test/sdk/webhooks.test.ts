/** Deliveries are read by both signatures, and by nothing that was not signed just now. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { readWebhook, WebhookVerificationError } from '../../sdk/typescript/src/index.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const body = '{"event":"reservation.created","data":{"object":{"id":"1","guestName":"Zoë"}}}'

/** Whole seconds, as signatures have them. */
const signedAt = new Date(Math.floor(Date.now() / 1000) * 1000)

const ownHeaders = (key: string, seconds = signedAt.getTime() / 1000, signed = body) => ({
  'X-Acme-Signature': `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${signed}`).digest('hex')}`,
})
const standardHeaders = (key: string, at = signedAt) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('evt_1', at, body),
})

describe('a delivery', () => {
  for (const [name, headers] of [
    ['the own signature', ownHeaders(secret)],
    ['the signature of the Standard Webhooks library', standardHeaders(secret)],
    ['both', { ...ownHeaders(secret), ...standardHeaders(secret) }],
  ] as const) {
    it(`is read by ${name}, from objects, arrays and Headers, from text and bytes`, async () => {
      const asArrays = Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key.toLowerCase(), [value]]),
      )
      for (const given of [headers, asArrays, new Headers(headers)])
        for (const sent of [body, new TextEncoder().encode(body)]) {
          const event = await readWebhook({ body: sent, headers: given, secret })
          assert.equal(event.event, 'reservation.created')
        }
    })

    it(`is refused with ${name} of another secret, body or time`, async () => {
      const refused = { name: 'WebhookVerificationError' }
      const other = `whsec_${randomBytes(24).toString('base64')}`
      await assert.rejects(readWebhook({ body, headers, secret: other }), refused)
      await assert.rejects(readWebhook({ body: body.replace('"1"', '"2"'), headers, secret }), refused)
      await assert.rejects(readWebhook({ body, headers, secret, now: signedAt.getTime() + 301_000 }), refused)
      await assert.rejects(readWebhook({ body, headers, secret, now: signedAt.getTime() - 301_000 }), refused)
      const rotated = await readWebhook({ body, headers, secret: [other, secret] })
      assert.equal(rotated.event, 'reservation.created')
    })
  }

  it('without a signature, or with one that cannot be read, is refused', async () => {
    for (const headers of [
      {},
      { 'x-acme-signature': '' },
      { 'x-acme-signature': 't=abc,v1=zz' },
      { 'x-acme-signature': `v1=${'0'.repeat(64)}` },
      { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,%%%' },
    ] as Record<string, string>[])
      await assert.rejects(
        readWebhook({ body, headers, secret }),
        WebhookVerificationError,
        JSON.stringify(headers),
      )
  })
})
