import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, sender, type JsonRow } from '../kit/testing/open-simulator.ts'

async function openAccount(t: TestContext, options: SimulatorOptions = {}) {
  let authorization = ''
  const account = await openSimulator(
    t,
    'ownerrez',
    { listings: 6, reservations: 150, ...options },
    {
      prefix: '/v2',
      headers: ({ credentials: { email, accessToken } }) => {
        authorization = `Basic ${Buffer.from(`${email}:${accessToken}`).toString('base64')}`
        return { authorization }
      },
    },
  )
  const ask = (headers: Record<string, string>) =>
    sender(`${account.simulator.url}/v2`, headers)<Listed>('GET', '/properties')
  return { ...account, authorization, ask }
}

type Listed = JsonRow & { items?: JsonRow[] }

test('callers have to say who they are, in both ways', async (t) => {
  const { ask, authorization } = await openAccount(t)
  assert.equal((await ask({ authorization, 'user-agent': '' })).status, 403)
  const refused = await ask({ authorization: 'Basic YTpi' })
  assert.deepEqual(
    [refused.status, refused.body.status, Array.isArray(refused.body.messages)],
    [401, 401, true],
  )
})

test('bookings want properties or a moment, and come in pages that name the next one', async (t) => {
  const { get } = await openAccount(t)
  const refused = await get('/bookings')
  assert.deepEqual([refused.status, refused.body.code], [400, 'validation_failed'])
  const first = await get<Listed>('/bookings?since_utc=2000-01-01T00:00:00Z')
  assert.equal(first.body.items?.length, 100)
  assert.equal(first.body.next_page_url, '/v2/bookings?limit=100&offset=100')
  const second = await get<Listed>('/bookings?since_utc=2000-01-01T00:00:00Z&offset=100')
  assert.deepEqual([second.body.items?.length, second.body.next_page_url], [50, null])
  const rows = [...(first.body.items ?? []), ...(second.body.items ?? [])]
  assert.ok(rows.some(({ is_block, status }) => is_block === true && status === 'pending'))
  assert.ok(rows.every((row) => !('guest' in row) && !('charges' in row)))
})

test('the allowance counts for the address, whoever calls', async (t) => {
  const { get, ask } = await openAccount(t, { rateLimit: 'vendor' })
  for (let call = 0; call < 300; call++) await ask({ authorization: `Basic ${call}` })
  const over = await get('/properties')
  assert.deepEqual([over.status, over.body.code], [429, 'too_many_requests'])
})

test('accounts without the features are refused texts, messages and reviews', async (t) => {
  const { get } = await openAccount(t, { habits: { withoutFeatures: 1 } })
  for (const path of ['/listings', '/messages?threadId=1', '/reviews']) {
    assert.equal((await get(path)).status, 403, path)
  }
})
