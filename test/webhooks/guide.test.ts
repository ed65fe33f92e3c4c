/** The guide's code runs, and it names the events there are. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { eventKinds } from '../../src/contract/events.ts'
import {
  createWebhookSecret,
  signBody,
  createSigningKey,
} from '../../src/features/webhooks/delivery/signature.ts'

type Verify = (header: string, body: string | Buffer, secret: string) => boolean

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8')

describe('docs/guides/webhooks.md', () => {
  it('verifies a delivery and refuses anything else', async () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []
    const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      verify: Verify
    }
    const [secret, next, stranger] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
    const body = '{"event":"reservation.created","data":{"object":{"name":"Zoë"}}}'
    const signed = (at: Date) =>
      signBody(Buffer.from(body), [secret, next].map(createSigningKey), { eventId: 'e', at }).signature
    const header = signed(new Date())
    assert.equal(verify(header, body, secret), true)
    assert.equal(verify(header, Buffer.from(body), next), true)
    assert.equal(verify(header, body, stranger), false)
    assert.equal(verify(header, body.replace('Zoë', 'Zoe'), secret), false)
    assert.equal(verify(signed(new Date(Date.now() - 301_000)), body, secret), false)
    assert.equal(verify(header.replace(/t=\d+/, 't=x'), body, secret), false)
    assert.equal(verify('nonsense', body, secret), false)
  })

  it('names every kind of event and no other', () => {
    const named = [...guide.matchAll(/^\| `([a-z]+(?:\.[a-z_]+)+)` \|/gm)].map(([, kind]) => kind)
    assert.deepEqual(named.toSorted(), eventKinds)
  })
})
