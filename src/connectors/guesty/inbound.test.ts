import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { inbound } from './inbound.ts'
import { isOfKind, openAccount } from './testing/account.ts'

describe('Guesty webhooks', () => {
  const url = 'https://lodgewire.example.com/v1/inbound/guesty/abc'

  it('wait for the key of a new address', async (t) => {
    const { open } = await openAccount(t, { habits: { secretDelaySeconds: 5 } })
    const { secrets } = await inbound.register(open(), { url })
    assert.match(secrets.key ?? '', /^whsec_/)
  })

  it('leave nothing behind when the key does not come', async (t) => {
    const { open } = await openAccount(t, { habits: { secretDelaySeconds: 600 } })
    await assert.rejects(inbound.register(open(), { url }), isOfKind('unavailable'))
    assert.deepEqual(await open().http.get('/v1/webhooks'), [])
  })

  it('take up again what an interrupted try has left', async (t) => {
    const { open } = await openAccount(t)
    const first = await inbound.register(open(), { url })
    assert.deepEqual(await inbound.register(open(), { url }), first)
    const registered = (await open().http.get('/v1/webhooks')) as { _id: string; url: string }[]
    assert.deepEqual(
      registered.map(({ _id, url: address }) => [_id, address]),
      [[first.externalId, url]],
    )
  })

  it('complete a registration that lacks events and remove a second one', async (t) => {
    const { open } = await openAccount(t)
    const { http, now } = open()
    const made = async () => http.post('/v1/webhooks', { body: { url, events: ['listing.new'] } })
    await made()
    await made()
    await inbound.register({ http, now }, { url })
    const registered = (await http.get('/v1/webhooks')) as { events: string[] }[]
    assert.equal(registered.length, 1)
    assert.ok(registered[0]?.events.includes('reservation.messageReceived'))
  })

  it('go without the event of the folio where the account does not know it', async (t) => {
    const { open } = await openAccount(t)
    const context = open()
    const post = async (path: string, options: { body?: unknown }) => {
      const { events = [] } = options.body as { events?: string[] }
      if (events.includes('guest-folio.updated')) throw new VendorError('rejected', 'unknown event')
      return context.http.post(path, options)
    }
    await inbound.register({ ...context, http: { ...context.http, post } }, { url })
    const [registered] = (await context.http.get('/v1/webhooks')) as { events: string[] }[]
    assert.ok(registered?.events.includes('reservation.updated.v2'))
    assert.ok(!registered?.events.includes('guest-folio.updated'))
  })

  const key = `whsec_${Buffer.from('the key of the address').toString('base64')}`
  const at = new Date('2026-05-01T10:00:00Z')
  const deliver = (body: unknown, receivedAt?: Date) => {
    const text = JSON.stringify(body)
    const headers = {
      'svix-id': 'msg_1',
      'svix-timestamp': String(at.getTime() / 1000),
      'svix-signature': new Webhook(key).sign('msg_1', at, text),
    }
    const request = {
      headers,
      body,
      rawBody: Buffer.from(text),
      ...(receivedAt === undefined ? {} : { receivedAt }),
    }
    return inbound.receive(request, { externalId: '1', secrets: { key } })
  }

  it('name what has changed, wherever the id stands', () => {
    const reservation = [{ entity: 'reservations', externalId: 'r1' }]
    for (const body of [
      { event: 'reservation.created.v2', data: { reservationId: 'r1' } },
      { eventType: 'reservation.updated.v2', data: { reservation: { id: 'r1' } } },
      { event: 'reservation.updated.v2', data: { _id: 'r1' } },
      { event: 'guest-folio.updated', data: { reservationId: 'r1' } },
      { event: 'reservation.new', reservation: { _id: 'r1' } },
      { event: 'reservation.updated', reservationId: 'r1', reservation: { _id: 'r1' } },
    ]) {
      assert.deepEqual(deliver(body), reservation, JSON.stringify(body))
    }
    assert.deepEqual(
      deliver({ event: 'reservation.messageReceived', reservationId: 'r1', conversation: { _id: 'c1' } }),
      [{ entity: 'conversations', externalId: 'c1' }],
    )
    assert.deepEqual(deliver({ event: 'listing.removed', listingId: 'l1' }), [
      { entity: 'listings', externalId: 'l1' },
    ])
    assert.deepEqual(deliver({ event: 'calendar.updated.v2', listingId: 'l1' }), [
      { entity: 'calendar', externalId: 'l1' },
    ])
    const calendar = [{ listingId: 'l1' }, { listingId: 'l1' }, { listingId: 'l2' }]
    assert.deepEqual(deliver({ event: 'listing.calendar.updated', calendar }), [
      { entity: 'calendar', externalId: 'l1' },
      { entity: 'calendar', externalId: 'l2' },
    ])
  })

  it('give no hint for what is of no use', () => {
    for (const body of [
      null,
      [],
      'text',
      {},
      { event: 'toString', data: { reservationId: 'r1' } },
      { event: 'task.created', data: { _id: 't1' } },
      { event: 'reservation.updated.v2' },
      { event: 'reservation.messageReceived', conversation: { _id: 'c1', conversationWith: 'Owner' } },
    ]) {
      assert.deepEqual(deliver(body), [], JSON.stringify(body))
    }
  })

  it('are refused long after they were signed', () => {
    const body = { event: 'reservation.created.v2', data: { reservationId: 'r1' } }
    const minutes = (n: number) => new Date(at.getTime() + n * 60_000)
    assert.equal(deliver(body, minutes(4))?.length, 1)
    assert.equal(deliver(body, minutes(6)), null)
  })
})
