import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import type { ReceivedWebhook } from '../kit/testing/webhook-receiver.ts'
import { openAccount } from './test-account.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import type { WebhookRegistration } from './webhooks.ts'

const all = [
  'reservation.created.v2',
  'reservation.updated.v2',
  'reservation.messageReceived',
  'reservation.messageSent',
  'listing.updated',
  'calendar.updated.v2',
]

async function fixture(t: TestContext, habits: Record<string, number> = {}) {
  const account = await openAccount(t, {
    listings: 2,
    reservations: 10,
    webhooks: { retryDelaysMs: [1, 1, 1], holdMs: 60_000 },
    habits,
  })
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const settled = () => until(() => account.simulator.webhooks.isIdle(), 'the webhooks')
  const register = async (events = all) =>
    (await account.send<WebhookRegistration>('POST', '/webhooks', { url: receiver.url, events })).body
  const keyFor = (url: string) => account.get<{ key: string }>('/webhooks-v2/secret', { url })
  const events = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as JsonRow & { event: string; data: JsonRow })
  return { ...account, receiver, settled, register, keyFor, events }
}

/** What the vendor's own library says to a delivery. */
function isGenuine(key: string, { headers, body }: ReceivedWebhook): boolean {
  const renamed = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`svix-${name}`])]),
  )
  try {
    new Webhook(key).verify(body, renamed)
    return true
  } catch {
    return false
  }
}

test('a registration is made, read, changed and deleted', async (t) => {
  const { send, get, register, receiver } = await fixture(t)
  const made = await register()
  assert.deepEqual(Object.keys(made), ['_id', 'accountId', 'url', 'events'])
  assert.deepEqual((await get<unknown>('/webhooks')).body, [made])
  const changed = await send<WebhookRegistration[]>('PUT', `/webhooks/${made._id}`, {
    events: ['listing.new'],
  })
  assert.deepEqual(changed.body, [{ ...made, events: ['listing.new'] }])
  assert.deepEqual((await get(`/webhooks/${made._id}`)).body, changed.body[0])
  const wrong = [
    [{ url: receiver.url }, 'events should not be empty'],
    [{ url: 'ftp://x', events: all }, 'url must match format "uri".'],
    [
      { url: receiver.url, events: ['reservation.new'] },
      'reservation.new is deprecated, use reservation.created.v2',
    ],
  ] as const
  for (const [body, message] of wrong) {
    const refused = await send<{ message: string }>('POST', '/webhooks', body)
    assert.deepEqual([refused.status, refused.body.message], [400, message])
  }
  assert.equal((await send('POST', '/webhooks', { url: receiver.url, events: ['toString'] })).status, 400)
  assert.equal((await send('DELETE', `/webhooks/${made._id}`)).status, 204)
  assert.equal((await send('DELETE', `/webhooks/${made._id}`)).status, 404)
})

test('every address has a key of its own, and another one when it comes back', async (t) => {
  const { send, register, keyFor, receiver } = await fixture(t)
  const made = await register()
  const { key } = (await keyFor(receiver.url)).body
  assert.match(key, /^whsec_/)
  await send('POST', '/webhooks', { url: 'https://other.example.com', events: all })
  assert.notEqual((await keyFor('https://other.example.com')).body.key, key)
  await send('DELETE', `/webhooks/${made._id}`)
  assert.equal((await keyFor(receiver.url)).status, 404)
  await register()
  assert.notEqual((await keyFor(receiver.url)).body.key, key)
})

test('with the habit switched on the key takes its time', async (t) => {
  const { register, keyFor, receiver, control } = await fixture(t, { secretDelaySeconds: 60 })
  await register()
  assert.equal((await keyFor(receiver.url)).status, 404)
  await control('POST', '/clock', { advanceSeconds: 60 })
  assert.equal((await keyFor(receiver.url)).status, 200)
})

test('bookings, messages, listings and prices are told, signed, to those who asked', async (t) => {
  const { register, keyFor, control, settled, receiver, events, state } = await fixture(t)
  await register()
  const { key } = (await keyFor(receiver.url)).body
  const made = (await control('POST', '/reservations')).body
  await control('PATCH', `/reservations/${made._id}`, { guestsCount: 5 })
  await control('POST', `/reservations/${made._id}/cancel`)
  const message = (await control('POST', '/messages', { reservationId: made._id })).body
  await control('POST', '/messages', { reservationId: made._id, isIncoming: false })
  await control('PATCH', `/listings/${state().listings[0]?.id}`, { prices: { basePrice: 77 } })
  await settled()
  assert.deepEqual(
    events().map(({ event }) => event),
    [
      'reservation.created.v2',
      'reservation.updated.v2',
      'reservation.updated.v2',
      'reservation.messageReceived',
      'reservation.messageSent',
      'listing.updated',
      'calendar.updated.v2',
    ],
  )
  for (const { data } of events().slice(0, 3)) assert.equal(data.reservationId, made._id)
  assert.equal(events()[2]?.data.status, 'canceled')
  const told = events()[3] as unknown as { conversation: JsonRow; message: JsonRow; reservationId: string }
  assert.deepEqual(
    [told.conversation._id, told.conversation.conversationWith, told.message.postId, told.reservationId],
    [message.conversationId, 'Guest', message._id, made._id],
  )
  assert.equal((events()[6] as unknown as { listingId: string }).listingId, state().listings[0]?.id)
  for (const delivery of receiver.received) {
    assert.ok(isGenuine(key, delivery))
    assert.ok(!isGenuine(key, { ...delivery, body: `${delivery.body} ` }))
  }
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size, 7)
})

test('signatures are of this moment, however far the clock was moved', async (t) => {
  const { register, keyFor, control, settled, receiver } = await fixture(t)
  await register()
  const { key } = (await keyFor(receiver.url)).body
  await control('POST', '/clock', { advanceSeconds: 90 * 86_400 })
  await control('POST', '/reservations')
  await settled()
  assert.ok(receiver.received[0] && isGenuine(key, receiver.received[0]))
})

test('what nobody asked for is not told, and a deletion never is', async (t) => {
  const { register, control, settled, events } = await fixture(t)
  await register(['reservation.created.v2'])
  const made = (await control('POST', '/reservations')).body
  await control('PATCH', `/reservations/${made._id}`, { guestsCount: 5 })
  await control('DELETE', `/reservations/${made._id}`)
  await settled()
  assert.deepEqual(
    events().map(({ event }) => event),
    ['reservation.created.v2'],
  )
})

test('what was not taken with a 2xx is sent again with the same id', async (t) => {
  const { register, control, settled, receiver } = await fixture(t)
  await register()
  receiver.answers.push(500, 302, 'hang-up')
  await control('POST', '/reservations')
  await settled()
  assert.equal(receiver.received.length, 4)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size, 1)
})

test('deliveries come twice or in the wrong order on request', async (t) => {
  const { register, control, settled, events } = await fixture(t)
  await register()
  await control('POST', '/faults', { kind: 'duplicate_webhook' })
  await control('POST', '/reservations')
  await settled()
  assert.equal(events().length, 2)
  await control('POST', '/faults', { kind: 'reorder_webhooks' })
  const made = (await control('POST', '/reservations')).body
  await control('PATCH', `/reservations/${made._id}`, { guestsCount: 5 })
  await settled()
  assert.deepEqual(
    events()
      .slice(2)
      .map(({ event }) => event),
    ['reservation.updated.v2', 'reservation.created.v2'],
  )
})

test('an expired token is refused once', async (t) => {
  const { control, get, simulator } = await fixture(t)
  await control('POST', '/faults', { kind: 'token_expired' })
  assert.equal((await get('/listings')).status, 401)
  assert.equal((await get('/listings')).status, 401, 'that token has ended for good')
  assert.equal(simulator.calls.list()[0]?.fault, 'token_expired')
})
