/** Deliveries are read by both signatures, and by nothing that was not signed just now. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { readWebhook, WebhookVerificationError } from '../../sdk/typescript/src/index.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const body = '{"event":"reservation.created","data":{"object":{"id":"1","guestName":"Zoë"}}}'

/** In whole seconds, as signatures have it. Files are loaded long before their tests run, so each test asks for it. */
const thisSecond = () => new Date(Math.floor(Date.now() / 1000) * 1000)

const ownHeaders = (key: string, at: Date) => {
  const seconds = at.getTime() / 1000
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
  return { 'X-Acme-Signature': `t=${seconds},v1=${signature}` }
}
const standardHeaders = (key: string, at: Date) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('evt_1', at, body),
})

describe('a delivery', () => {
  for (const [name, signedBy] of [
    ['the own signature', [ownHeaders]],
    ['the signature of the Standard Webhooks library', [standardHeaders]],
    ['both', [ownHeaders, standardHeaders]],
  ] as const) {
    const signed = (at: Date): Record<string, string> =>
      Object.assign({}, ...signedBy.map((sign) => sign(secret, at)))

    it(`is read by ${name}, from objects, arrays and Headers, from text and bytes`, async () => {
      const headers = signed(thisSecond())
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
      const signedAt = thisSecond()
      const headers = signed(signedAt)
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
