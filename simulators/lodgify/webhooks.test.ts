import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { until } from '../kit/testing/until.ts'
import type { Booking } from './booking-record.ts'
import { openAccount, type TestAccount } from './test-account.ts'
import type { SimulatorOptions } from '../index.ts'
import { webhookEvents } from './vocabulary.ts'

interface Delivery {
  url: string
  signature: string
  text: string
}

/** The next answers have these statuses, and later ones 200. */
async function receive(
  t: TestContext,
  answers: number[] = [],
): Promise<{ url: string; deliveries: Delivery[] }> {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const signature = String(request.headers['ms-signature'])
    deliveries.push({ url: request.url ?? '', signature, text: Buffer.concat(parts).toString() })
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, deliveries }
}

async function subscribed(t: TestContext, events: readonly string[], options: SimulatorOptions = {}) {
  const account = await openAccount(t, { listings: 2, reservations: 10, ...options })
  const receiver = await receive(t)
  const secrets = new Map<string, string>()
  for (const event of events) {
    const target_url = `${receiver.url}?event=${event}`
    const { status, body } = await account.send<{ secret: string }>('POST', '/webhooks/v1/subscribe', {
      target_url,
      event,
    })
    assert.equal(status, 201)
    secrets.set(event, body.secret)
  }
  return { ...account, receiver, secrets }
}

const idle = ({ simulator }: TestAccount) => until(() => simulator.webhooks.isIdle(), 'the webhooks')
const actions = (deliveries: Delivery[]) =>
  deliveries.map(({ text }) => (JSON.parse(text) as { action: string }[])[0]?.action)

test('each subscription is for one event at an address of its own, and tells its secret once', async (t) => {
  const { send, get } = await openAccount(t, { listings: 1, reservations: 1 })
  const wanted = { target_url: 'https://hooks.example.com/a', event: 'booking_change' }
  const made = await send<{ id: string; secret: string }>('POST', '/webhooks/v1/subscribe', wanted)
  assert.deepEqual([made.status, Object.keys(made.body)], [201, ['id', 'secret']])
  const again = { ...wanted, event: 'rate_change' }
  assert.equal((await send('POST', '/webhooks/v1/subscribe', again)).status, 409)
  for (const wrong of [{ target_url: 'x', event: 'booking_change' }, { ...wanted, event: 'nothing' }, {}]) {
    assert.equal((await send('POST', '/webhooks/v1/subscribe', wrong)).status, 400)
  }
  const list = await get<object[]>('/webhooks/v1/list')
  assert.deepEqual(list.body, [{ id: made.body.id, event: 'booking_change', url: wanted.target_url }])
  const { id } = made.body
  assert.equal((await send('DELETE', '/webhooks/v1/unsubscribe', { id })).status, 200)
  assert.equal((await send('DELETE', '/webhooks/v1/unsubscribe', { id })).status, 404)
})

test('what happens is told, signed with the secret of its subscription', async (t) => {
  const account = await subscribed(t, webhookEvents)
  const { control, receiver, secrets } = account
  const { id } = (await control<Booking>('POST', '/reservations', { source: 'OH' })).body
  await control('PATCH', `/reservations/${id}`, { notes: 'x' })
  await control('POST', `/reservations/${id}/cancel`, {})
  await control('POST', '/messages', { reservationId: id, body: 'Hi' })
  await control('POST', '/messages', { reservationId: id, isIncoming: false })
  await idle(account)
  assert.deepEqual(actions(receiver.deliveries), [
    'booking_new_any_status',
    'booking_new_status_booked',
    'availability_change',
    'booking_change',
    'booking_change',
    'booking_status_change_declined',
    'availability_change',
    'guest_message_received',
  ])
  for (const { url, signature, text } of receiver.deliveries) {
    const secret = secrets.get(url.split('=')[1] ?? '') ?? ''
    assert.equal(signature, `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`)
  }
  const [last] = JSON.parse(receiver.deliveries.at(-1)?.text ?? '') as { inbox_uid: string }[]
  assert.equal(last?.inbox_uid, `B${id}`)
})

test('anything but 200 is tried again', async (t) => {
  const account = await openAccount(t, {
    listings: 1,
    reservations: 1,
    webhooks: { retryDelaysMs: [1, 1, 1] },
  })
  const { url, deliveries } = await receive(t, [500, 404, 204])
  await account.send('POST', '/webhooks/v1/subscribe', { target_url: url, event: 'booking_new_any_status' })
  await account.control('POST', '/reservations')
  await idle(account)
  assert.equal(deliveries.length, 4)
})

test('webhooks can come twice and out of order, and as the object alone', async (t) => {
  const account = await subscribed(t, ['booking_change'], { habits: { bareWebhooks: 1 } })
  const { control, receiver } = account
  const { id } = (await control<Booking>('POST', '/reservations')).body
  await control('POST', '/faults', { kind: 'duplicate_webhook' })
  await control('PATCH', `/reservations/${id}`, { notes: 'one' })
  await control('POST', '/faults', { kind: 'reorder_webhooks' })
  for (const notes of ['two', 'three']) await control('PATCH', `/reservations/${id}`, { notes })
  await idle(account)
  const notes = receiver.deliveries.map(
    ({ text }) => (JSON.parse(text) as { booking: { notes: string } }).booking.notes,
  )
  assert.deepEqual(notes, ['one', 'one', 'three', 'two'])
})
