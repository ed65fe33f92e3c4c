import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'
import type { Message, Reservation } from './records.ts'
import { openAccount } from './test-account.ts'
import type { WebhookRegistration } from './webhooks.ts'

const path = '/webhooks/unifiedWebhooks'

async function fixture(t: TestContext) {
  const webhooks = { retryDelaysMs: [1, 1, 1], holdMs: 60_000 }
  const account = await openAccount(t, { listings: 2, reservations: 10, webhooks })
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const settled = () => until(() => account.simulator.webhooks.isIdle(), 'the webhooks')
  // The record stands beside its event, or within a payload.
  const events = () =>
    receiver.received.map(({ body }) => {
      const { payload, ...event } = JSON.parse(body) as Event & { payload?: Pick<Event, 'data'> }
      return { ...event, ...payload }
    })
  return { ...account, receiver, settled, events }
}

interface Event extends Record<'object' | 'event' | 'accountId' | 'listingMapId', unknown> {
  data: Record<string, unknown>
}

test('a registration is made, read, changed and deleted', async (t) => {
  const { send, get } = await fixture(t)
  const fields = { url: 'https://a.example.com', login: 'u', password: 'p' }
  const made = await send<WebhookRegistration>('POST', path, fields)
  const { id } = made.body.result
  assert.deepEqual(made.body.result, { id, isEnabled: 1, ...fields, alertingEmailAddress: null })
  assert.deepEqual((await get(path)).body.result, [made.body.result])
  const change = { isEnabled: 0, url: 'https://b.example.com' }
  const changed = await send<WebhookRegistration>('PUT', `${path}/${id}`, change)
  assert.deepEqual(changed.body.result, { ...made.body.result, ...change })
  assert.deepEqual((await get(`${path}/${id}`)).body.result, changed.body.result)
  assert.equal((await send('POST', path, { url: 'ftp://x' })).status, 400)
  assert.equal((await send('POST', path, {})).status, 400)
  assert.equal((await send('DELETE', `${path}/${id}`)).status, 200)
  assert.equal((await send('DELETE', `${path}/${id}`)).status, 404)
})

test('bookings, changes and incoming messages are told to every registration, in the vendor’s shape', async (t) => {
  const { send, control, settled, events, receiver, simulator, state } = await fixture(t)
  await send('POST', path, { url: receiver.url, login: 'host', password: 'söcret' })
  await send('POST', path, { url: receiver.url })
  await send('POST', path, { url: receiver.url, isEnabled: 0 })
  const made = (await control<Reservation>('POST', '/reservations')).body
  await settled()
  const [first, second] = events()
  assert.equal(events().length, 2)
  assert.deepEqual(first, second)
  const accountId = Number(simulator.credentials.accountId)
  const about = { object: 'reservation', event: 'reservation.created', accountId }
  assert.deepEqual(first, { ...about, listingMapId: made.listingMapId, data: made })
  const logins = new Set(receiver.received.map(({ authorization }) => authorization))
  assert.deepEqual(logins, new Set([`Basic ${Buffer.from('host:söcret').toString('base64')}`, undefined]))
  receiver.received.length = 0
  await control('PATCH', `/reservations/${made.id}`, { adults: 3 })
  await control('POST', `/reservations/${made.id}/cancel`)
  const message = (await control<Message>('POST', '/messages', { reservationId: made.id })).body
  await control('POST', '/messages', { reservationId: made.id, isIncoming: false })
  await control('PATCH', `/listings/${made.listingMapId}`, { name: 'x' })
  await control('DELETE', `/reservations/${made.id}`)
  await settled()
  const told = events().filter((_, index) => index % 2 === 0)
  assert.deepEqual(
    told.map(({ object, event, data }) => [object, event, data.status]),
    [
      ['reservation', 'reservation.updated', 'modified'],
      ['reservation', 'reservation.updated', 'cancelled'],
      ['conversationMessage', 'message.received', 'sent'],
    ],
  )
  assert.deepEqual(told[2]?.data, message)
  const isNested = receiver.received.map(({ body }) => Object.hasOwn(JSON.parse(body) as object, 'payload'))
  assert.deepEqual(isNested, [true, true, false, false, true, true])
  assert.ok(state().reservations.every((row) => row.id !== made.id))
})

test('failures are retried and logged, refusals only logged', async (t) => {
  const { send, get, control, settled, receiver } = await fixture(t)
  const made = await send<WebhookRegistration>('POST', path, { url: receiver.url, login: 'u', password: 'p' })
  receiver.answers.push(503, 'hang-up', 429, 200, 410)
  await control('POST', '/reservations')
  await settled()
  await control('POST', '/reservations')
  await settled()
  assert.equal(receiver.received.length, 5)
  const log = (await get<Record<string, unknown>[]>('/unifiedWebhookLogs')).body.result
  const statuses = log.map((entry) => entry.responseStatus)
  assert.deepEqual(statuses, [410, 200, 429, null, 503])
  assert.equal(log[0]?.webhookNotificationSettingId, made.body.result.id)
  assert.equal(log[0]?.password, '****')
})
