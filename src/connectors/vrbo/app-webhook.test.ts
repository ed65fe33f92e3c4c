/** The partner's one address is entered at the vendor, receives events, and undelivered ones are fetched. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '../../../simulators/index.ts'
import type { AppRequest } from '../../connector-kit/app-webhook.ts'
import { joinPartner } from '../../connector-kit/partnership.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { until } from '../../connector-kit/testing/until.ts'
import { appWebhookOf } from './app-webhook.ts'
import { vrbo } from './index.ts'

describe('notifications of Vrbo', { concurrency: false }, () => {
  let bench: Bench<typeof vrbo.credentials>
  const bodies: string[] = []
  let isOpen = true
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (isOpen) bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(isOpen ? 200 : 503).end()
  })
  let url = ''
  before(async () => {
    bench = await openBench(vrbo, startSimulator, { listings: 3, reservations: 6 })
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/here`
  })
  after(async () => {
    await bench.close()
    receiver.closeAllConnections()
    receiver.close()
  })

  const webhook = appWebhookOf('ops@example.com')
  const keep = async () => {
    assert.ok(webhook.keep)
    return webhook.keep(bench.context('history'), { url, apiKey: 'a key of ours' })
  }
  const notifications = async () =>
    (await (await fetch(`${bench.simulator.control}/notifications`)).json()) as {
      callbacks: {
        id: string
        secretExpirationDateTime: string
        previousSecretExpirationDateTime: string | null
      }[]
      subscriptions: Record<string, string>
      undelivered: { eventType: string }[]
    }
  const receive = (text: string, method: 'GET' | 'POST' = 'POST') =>
    webhook.receive({
      ...{ method, addresses: [], under: null, query: {}, headers: {} },
      ...{ rawBody: Buffer.from(text), receivedAt: new Date() },
    } satisfies AppRequest)
  const hintsIn = (text: string) => {
    const delivery = receive(text)
    assert.ok(delivery.kind === 'news')
    return delivery.news.flatMap(({ hints }) => hints)
  }

  it('is entered once, for messages, reviews, homes and bookings', async () => {
    assert.deepEqual(await keep(), [])
    assert.deepEqual(await keep(), [])
    const { callbacks, subscriptions } = await notifications()
    assert.equal(callbacks.length, 1)
    assert.equal(Object.keys(subscriptions).length, 10)
  })

  it('tells of a booking and a message as reasons to read them', async () => {
    const { id } = await bench.control.book()
    await until('the booking', () => bodies.some((body) => body.includes('ReservationChanged')))
    await until('the message', () => bodies.some((body) => body.includes('MessageReceived')))
    const hints = bodies.flatMap(hintsIn)
    assert.ok(hints.some(({ entity, externalId }) => entity === 'reservations' && externalId === id))
    for (const entity of ['conversations', 'messages'])
      assert.ok(hints.some((one) => one.entity === entity && one.externalId.startsWith('thr-')))
  })

  it('gives what did not arrive when it is asked for', async () => {
    isOpen = false
    const { id } = await bench.control.book()
    const arrived = bodies.length
    for (let tries = 0; tries < 600 && (await notifications()).undelivered.length === 0; tries += 1)
      await pause(100)
    const notices = await keep()
    isOpen = true
    assert.equal(bodies.length, arrived)
    const hints = notices.flatMap(({ news }) => news.flatMap((one) => one.hints))
    assert.ok(hints.some(({ externalId }) => externalId === id))
    assert.equal(new Set(notices.map((notice) => notice.id)).size, notices.length)
  })

  it('renews the secret before it ends, and leaves the one before for some time', async () => {
    const [earlier] = (await notifications()).callbacks
    await bench.advance(170 * 86_400_000)
    await keep()
    const [now] = (await notifications()).callbacks
    assert.ok((now?.secretExpirationDateTime ?? '') > (earlier?.secretExpirationDateTime ?? ''))
    assert.ok(now?.previousSecretExpirationDateTime)
  })

  it('takes what it does not know, and changes nothing by it', () => {
    assert.deepEqual(hintsIn('{"eventType":"Unheard","payload":{"colour":"blue"}}'), [])
    assert.deepEqual(hintsIn('{"eventType":"X","payload":"{\\"propertyId\\":5,\\"reservationId\\":7}"}'), [
      { entity: 'reservations', externalId: '5.7' },
    ])
    for (const text of ['', '[]', 'text', 'null']) assert.equal(receive(text).kind, 'unreadable')
    assert.equal(receive('{}', 'GET').kind, 'unreadable')
  })

  it('can be held against a proof once one is known', () => {
    const strict = appWebhookOf('ops@example.com', ({ headers }) => headers['x-proof'] === 'right')
    const request = { method: 'POST', addresses: [], under: null, query: {}, headers: {} } as const
    const delivery = strict.receive({ ...request, rawBody: Buffer.from('{}'), receivedAt: new Date() })
    assert.equal(delivery.kind, 'forged')
  })

  it('is looked after only where somebody can be written to', () => {
    const settings = new Map([
      ['VRBO_CLIENT_ID', 'client'],
      ['VRBO_CLIENT_SECRET', 'client-secret'],
    ])
    assert.equal(joinPartner(vrbo, settings).appWebhook?.keep, undefined)
    const joined = joinPartner(vrbo, settings.set('VRBO_CONTACT_EMAIL', 'ops@example.com'))
    assert.ok(joined.appWebhook?.keep)
    assert.equal(joined.operations.messageWrites?.files, null)
  })
})
