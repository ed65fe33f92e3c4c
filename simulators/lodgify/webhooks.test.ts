import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import type { Booking } from './records.ts'
import { openAccount } from './test-account.ts'
import { webhookEvents } from './vocabulary.ts'

type Subscribed = Record<'id' | 'secret', string>

async function subscribed(t: TestContext, events: readonly string[], options: SimulatorOptions = {}) {
  const account = await openAccount(t, { listings: 2, reservations: 10, ...options })
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const secrets = new Map<string, string>()
  for (const event of events) {
    const target_url = `${receiver.url}?event=${event}`
    const made = await account.send<Subscribed>('POST', '/webhooks/v1/subscribe', { target_url, event })
    assert.equal(made.status, 201)
    secrets.set(event, made.body.secret)
  }
  const idle = () => until(() => account.simulator.webhooks.isIdle(), 'the webhooks')
  return { ...account, receiver, secrets, idle }
}

test('each subscription is for one event at an address of its own, and tells its secret once', async (t) => {
  const { send, get } = await openAccount(t, { listings: 1, reservations: 1 })
  const path = '/webhooks/v1/subscribe'
  const wanted = { target_url: 'https://hooks.example.com/a', event: 'booking_change' }
  const made = await send<Subscribed>('POST', path, wanted)
  assert.deepEqual([made.status, Object.keys(made.body)], [201, ['id', 'secret']])
  assert.equal((await send('POST', path, { ...wanted, event: 'rate_change' })).status, 409)
  for (const wrong of [{ target_url: 'x', event: 'booking_change' }, { ...wanted, event: 'nothing' }, {}])
    assert.equal((await send('POST', path, wrong)).status, 400)
  const { id } = made.body
  const { body: list } = await get<object[]>('/webhooks/v1/list')
  assert.deepEqual(list, [{ id, event: 'booking_change', url: wanted.target_url }])
  for (const status of [200, 404])
    assert.equal((await send('DELETE', '/webhooks/v1/unsubscribe', { id })).status, status)
})

test('what happens is told, signed with the secret of its subscription', async (t) => {
  const { control, receiver, secrets, idle } = await subscribed(t, webhookEvents)
  const { id } = (await control<Booking>('POST', '/reservations', { source: 'OH' })).body
  await control('PATCH', `/reservations/${id}`, { notes: 'x' })
  await control('POST', `/reservations/${id}/cancel`, {})
  await control('POST', '/messages', { reservationId: id, body: 'Hi' })
  await control('POST', '/messages', { reservationId: id, isIncoming: false })
  await idle()
  const deliveries = receiver.received.map(({ headers, body }) => {
    const [item] = JSON.parse(body) as { action: string; inbox_uid?: string }[]
    const secret = secrets.get(item?.action ?? '') ?? ''
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    assert.equal(headers['ms-signature'], signature)
    return item
  })
  assert.deepEqual(
    deliveries.map((item) => item?.action),
    [
      ...['booking_new_any_status', 'booking_new_status_booked', 'availability_change'],
      ...['booking_change', 'booking_change', 'booking_status_change_declined', 'availability_change'],
      'guest_message_received',
    ],
  )
  assert.equal(deliveries.at(-1)?.inbox_uid, `B${id}`)
})

test('anything but 200 is tried again', async (t) => {
  const options = { webhooks: { retryDelaysMs: [1, 1, 1] } }
  const { control, receiver, idle } = await subscribed(t, ['booking_new_any_status'], options)
  receiver.answers.push(500, 404, 204)
  await control('POST', '/reservations')
  await idle()
  assert.equal(receiver.received.length, 4)
})

test('webhooks can come twice and out of order, and as the object alone', async (t) => {
  const options = { habits: { bareWebhooks: 1 } }
  const { control, receiver, idle } = await subscribed(t, ['booking_change'], options)
  const { id } = (await control<Booking>('POST', '/reservations')).body
  await control('POST', '/faults', { kind: 'duplicate_webhook' })
  await control('PATCH', `/reservations/${id}`, { notes: 'one' })
  await control('POST', '/faults', { kind: 'reorder_webhooks' })
  for (const notes of ['two', 'three']) await control('PATCH', `/reservations/${id}`, { notes })
  await idle()
  const payloads = receiver.received.map(({ body }) => JSON.parse(body) as { booking: { notes: string } })
  assert.deepEqual(
    payloads.map(({ booking }) => booking.notes),
    ['one', 'one', 'three', 'two'],
  )
})
