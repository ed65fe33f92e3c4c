/** Faults as a client meets them; one vendor stands for all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './kit/testing/until.ts'
import { receiveWebhooks } from './kit/testing/webhook-receiver.ts'
import type { Reservation } from './hostaway/records.ts'
import { mintToken, openAccount, type TestAccount } from './hostaway/test-account.ts'
import type { WebhookRegistration } from './hostaway/webhooks.ts'

const small = { listings: 2, reservations: 10 }
const hooks = '/webhooks/unifiedWebhooks'
const registration = { url: 'http://127.0.0.1:9/hook', isEnabled: 1 }

async function registered({ get }: TestAccount): Promise<number> {
  return (await get<WebhookRegistration[]>(hooks)).body.result.length
}

test('429 and 500 come in the vendor’s envelope and then stop', async (t) => {
  const account = await openAccount(t, small)
  for (const kind of ['429', '500']) {
    await account.control('POST', '/faults', { kind, count: 2 })
    for (let turn = 0; turn < 2; turn++) {
      const { status, body } = await account.send('POST', hooks, registration)
      assert.equal(status, Number(kind))
      assert.equal(body.status, 'fail')
    }
    assert.equal(await registered(account), 0, 'it did not act')
  }
})

test('drop closes the connection and does not act', async (t) => {
  const account = await openAccount(t, small)
  await account.control('POST', '/faults', { kind: 'drop' })
  await assert.rejects(account.send('POST', hooks, registration))
  assert.equal(await registered(account), 0)
  const [call] = account.simulator.calls.list()
  assert.deepEqual([call?.status, call?.fault], [null, 'drop'])
})

test('timeout acts and then never answers', async (t) => {
  const account = await openAccount(t, small)
  await account.control('POST', '/faults', { kind: 'timeout', path: `/v1${hooks}` })
  const giveUp = new AbortController()
  const hanging = fetch(`${account.simulator.url}/v1${hooks}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(registration),
    signal: giveUp.signal,
  })
  let isAnswered = false
  hanging.then(
    () => (isAnswered = true),
    () => undefined,
  )
  await until(async () => (await registered(account)) === 1, 'the registration that is never confirmed')
  assert.equal(isAnswered, false)
  giveUp.abort()
  await assert.rejects(hanging)
  assert.equal(account.simulator.calls.list()[0]?.status, null)
})

test('malformed acts, and its JSON ends in the middle', async (t) => {
  const account = await openAccount(t, small)
  await account.control('POST', '/faults', { kind: 'malformed' })
  await assert.rejects(account.send('POST', hooks, registration), SyntaxError)
  assert.equal(await registered(account), 1)
})

test('html is a page with status 200 in place of JSON', async (t) => {
  const { simulator, token, control, get } = await openAccount(t, small)
  await control('POST', '/faults', { kind: 'html' })
  const response = await fetch(`${simulator.url}/v1/listings`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await response.text(), /^<!DOCTYPE html>/)
  assert.equal((await get('/listings')).status, 200)
})

test('token_expired ends the token in use; a new one works', async (t) => {
  const { simulator, control, get } = await openAccount(t, small)
  await control('POST', '/faults', { kind: 'token_expired' })
  assert.equal((await fetch(`${simulator.url}/v1/accessTokens`, { method: 'POST' })).status, 400)
  assert.equal((await get('/listings')).status, 403)
  assert.equal((await get('/listings')).status, 403)
  const fresh = await mintToken(simulator)
  const again = await fetch(`${simulator.url}/v1/listings`, { headers: { authorization: `Bearer ${fresh}` } })
  assert.equal(again.status, 200)
})

test('a fault with a path leaves the rest alone, one with seconds ends by the clock, all can be taken back', async (t) => {
  const { control, get } = await openAccount(t, small)
  await control('POST', '/faults', { kind: '500', count: 5, path: '/v1/reservations' })
  assert.equal((await get('/listings')).status, 200)
  assert.equal((await get('/reservations')).status, 500)
  await control('DELETE', '/faults')
  assert.equal((await get('/reservations')).status, 200)
  await control('POST', '/faults', { kind: '500', seconds: 600 })
  assert.equal((await get('/listings')).status, 500)
  await control('POST', '/clock', { advanceSeconds: 601 })
  assert.equal((await get('/listings')).status, 200)
})

test('a guest that comes late is told as a change', async (t) => {
  const account = await openAccount(t, small)
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  await account.send('POST', hooks, { url: receiver.url })
  await account.control('POST', '/faults', { kind: 'late_guest' })
  await account.control<Reservation>('POST', '/reservations')
  await account.control('POST', '/clock', { advanceSeconds: 60 })
  await until(() => account.simulator.webhooks.isIdle(), 'the webhooks')
  const events = receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event)
  assert.deepEqual(events, ['reservation.created', 'reservation.updated'])
})
