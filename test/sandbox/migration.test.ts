/** A migration is tried with made-up accounts, from its beginning to its end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ShownMigration } from '../migrations/world.ts'
import { startWorld, type World } from '../sync/world.ts'

let world: World
before(async () => {
  world = await startWorld({ listings: 1, reservations: 0 })
  await world.startWorker()
})
after(() => world.close())

const send = async (
  method: string,
  path: string,
  body?: object,
  key: string | null = world.app.sandboxKey,
) => {
  const answer = await world.app.call(method, path, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

test('an account is moved, imported again and cut over', async () => {
  const begun = await send('POST', '/v1/connect', {
    purpose: 'migrate',
    redirectUrl: 'https://app.example.com/moved',
    workspace: { name: 'Harbour homes' },
  })
  const path = `/v1/migrations/${String(begun['workspaceId'])}`
  const shown = async () => (await send('GET', path))['data'] as unknown as ShownMigration
  assert.equal((await shown()).state, 'awaiting_connection')

  const credentials = { accountId: 'sandbox', apiKey: 'sandbox' }
  // The property manager has no key.
  await send('POST', '/v1/connect/hostaway/credentials', { sessionId: begun['sessionId'], credentials }, null)
  await world.settle()
  const first = await shown()
  assert.deepEqual([first.state, first.counts.listings > 0], ['imported', true])

  await send('POST', `${path}/import`, { entities: ['messages'] })
  assert.equal((await shown()).state, 'importing')
  await world.settle()
  const second = await shown()
  assert.equal(second.state, 'imported')
  assert.deepEqual(second.connections[0]?.import?.entities, ['conversations', 'messages'])

  await send('POST', `${path}/cutover`)
  assert.deepEqual((await shown()).counts, first.counts)
  await send('DELETE', path)
  assert.equal((await shown()).state, 'deactivated')
})
