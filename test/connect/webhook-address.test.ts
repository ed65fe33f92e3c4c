/** Webhook addresses that a person has to enter at the vendor. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fakeVendor } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'
import { redirectUrl } from './world.ts'

let world: World
const registered: { url: string; secrets: Record<string, string> }[] = []
before(async () => {
  const { connector } = fakeVendor()
  connector.manifest.webhookByHand = 'In the settings.'
  connector.operations.inbound = {
    register: async (_, { url, secrets = {} }) => {
      registered.push({ url, secrets })
      return { externalId: 'settings', secrets, address: url }
    },
    unregister: async () => {},
    receive: () => [],
  }
  world = await startFakeWorld(connector)
})
after(() => world.close())

const credentials = { token: 'secret-token' }

test('it is shown at once, again in the session, and stays the same', async () => {
  const made = await world.app.post('/v1/connect', { redirectUrl })
  const sessionId = String(made.body['sessionId'])
  const first = await world.app.post(
    '/v1/connect/acme/credentials',
    { sessionId, credentials },
    { key: null },
  )
  assert.equal(first.status, 200, first.text)
  const webhooks = first.body['webhooks'] as unknown as { registered: boolean; address: string }
  assert.equal(webhooks.registered, false)
  assert.match(webhooks.address, /^http:\/\/lodgewire\.test\/v1\/inbound\/acme\//)
  const view = await world.app.get(`/v1/connect/sessions/${sessionId}`, { key: null })
  assert.deepEqual(view.body['connection']?.['webhooks'], { registered: false, address: webhooks.address })

  const again = await world.app.post('/v1/connect/acme/credentials', { credentials })
  assert.deepEqual(again.body['webhooks'], { registered: false, address: webhooks.address })
  assert.deepEqual(
    registered.map(({ url }) => url),
    [webhooks.address, webhooks.address],
  )
  const path = new URL(webhooks.address).pathname
  assert.equal((await world.app.post(path, {}, { key: null })).status, 200)
  await world.startWorker()
  await world.settle()
  assert.equal(registered.length, 2)
  assert.equal((await world.app.post(path, {}, { key: null })).status, 200)
})
