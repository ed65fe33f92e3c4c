import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Faults } from './faults.ts'
import { until } from './testing/until.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'
import { WebhookSender } from './webhook-sender.ts'

async function fixture(t: TestContext, holdMs = 60_000) {
  const receiver = await receiveWebhooks()
  const faults = new Faults(() => 0)
  const sender = new WebhookSender(faults, { retryDelaysMs: [1, 1, 1], timeoutMs: 5000, holdMs })
  t.after(async () => {
    await sender.close()
    await receiver.close()
  })
  const statuses: (number | null)[] = []
  const send = (body: string) =>
    sender.send({
      url: receiver.url,
      headers: { authorization: 'Basic abc' },
      body,
      queue: 'one',
      isRetried: (status) => status === null || status >= 500,
      onAttempt: ({ status }) => statuses.push(status),
    })
  const bodies = () => receiver.received.map((webhook) => webhook.body)
  const settled = () => until(() => sender.isIdle(), 'the webhooks to settle')
  return { receiver, faults, sender, send, bodies, settled, statuses }
}

test('webhooks arrive once and in order', async (t) => {
  const { send, bodies, settled, receiver } = await fixture(t)
  for (const body of ['a', 'b', 'c', 'd']) send(body)
  await settled()
  assert.deepEqual(bodies(), ['a', 'b', 'c', 'd'])
  assert.equal(receiver.received[0]?.authorization, 'Basic abc')
})

test('what fails for a moment is tried again, up to three times', async (t) => {
  const { send, bodies, settled, receiver, statuses } = await fixture(t)
  receiver.answers.push(500, 'hang-up', 503)
  send('a')
  await settled()
  assert.deepEqual(bodies(), ['a', 'a', 'a', 'a'])
  assert.deepEqual(statuses, [500, null, 503, 200])
  receiver.answers.push(500, 500, 500, 500)
  send('b')
  await settled()
  assert.equal(bodies().filter((body) => body === 'b').length, 4)
})

test('what is refused for good is not tried again', async (t) => {
  const { send, bodies, settled, receiver } = await fixture(t)
  receiver.answers.push(404)
  send('a')
  await settled()
  assert.deepEqual(bodies(), ['a'])
})

test('on request a webhook comes twice', async (t) => {
  const { send, bodies, settled, faults } = await fixture(t)
  faults.add({ kind: 'duplicate_webhook' })
  send('a')
  send('b')
  await settled()
  assert.deepEqual(bodies(), ['a', 'a', 'b'])
})

test('on request two webhooks change places', async (t) => {
  const { send, bodies, settled, faults } = await fixture(t)
  faults.add({ kind: 'reorder_webhooks' })
  for (const body of ['a', 'b', 'c']) send(body)
  await settled()
  assert.deepEqual(bodies(), ['b', 'a', 'c'])
})

test('a webhook held back is not lost when no other follows', async (t) => {
  const { send, bodies, settled, faults, sender } = await fixture(t, 1)
  faults.add({ kind: 'reorder_webhooks' })
  send('a')
  assert.equal(sender.isIdle(), false)
  await settled()
  assert.deepEqual(bodies(), ['a'])
})
