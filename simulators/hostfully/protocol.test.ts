import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

type Listed = JsonRow & {
  leads?: JsonRow[]
  orders?: JsonRow[]
  _metadata: { count: number; totalCount: number | null }
  _paging: { _limit: number; _nextCursor: string }
}

const open = async (t: TestContext, options: SimulatorOptions = {}, key?: string) => {
  const account = await openSimulator(
    t,
    'hostfully',
    { listings: 3, reservations: 45, ...options },
    {
      prefix: '/api/v3.3',
      headers: ({ credentials }) => ({ 'x-hostfully-apikey': key ?? credentials.apiKey ?? '' }),
    },
  )
  return { ...account, agencyUid: account.simulator.credentials.agencyUid ?? '' }
}

test('a list names a next page after its last one', async (t) => {
  const { get, agencyUid } = await open(t)
  const first = (await get<Listed>('/leads', { agencyUid, _limit: 40 })).body
  assert.deepEqual([first.leads?.length, first._metadata.totalCount], [40, null])
  const second = (await get<Listed>('/leads', { agencyUid, _limit: 40, _cursor: first._paging._nextCursor }))
    .body
  assert.equal(second.leads?.length, 5)
  const third = (await get<Listed>('/leads', { agencyUid, _limit: 40, _cursor: second._paging._nextCursor }))
    .body
  assert.deepEqual([third.leads?.length, typeof third._paging._nextCursor], [0, 'string'])
})

test('somebody else’s agency and property are refused alike, and a wrong key before them', async (t) => {
  const { get, agencyUid } = await open(t)
  const nobody = '77777777-7777-4777-8777-777777777777'
  assert.equal((await get('/leads', { agencyUid: nobody })).status, 403)
  assert.equal((await get('/leads', { propertyUid: nobody })).status, 403)
  assert.equal((await get('/leads')).status, 400)
  const missing = await get<JsonRow>(`/leads/${nobody}`)
  assert.deepEqual([missing.status, missing.body.apiErrorMessage], [404, 'Lead not found.'])
  const stranger = await open(t, {}, 'nobody')
  assert.equal((await stranger.get('/leads', { agencyUid })).status, 401)
})

test('orders want a filter and hold the money that leads lack', async (t) => {
  const { get, agencyUid } = await open(t)
  assert.equal((await get('/orders')).status, 400)
  const { leads = [] } = (await get<Listed>('/leads', { agencyUid, _limit: 100 })).body
  assert.ok(leads.every((lead) => !('order' in lead) && !('totalAmount' in lead)))
  const { orders = [] } = (await get<Listed>('/orders', { updatedSince: '2000-01-01T00:00:00' })).body
  const isPriced = ({ type }: JsonRow) => type === 'BOOKING' || type === 'BOOKING_REQUEST'
  assert.equal(orders.length, leads.filter(isPriced).length)
})

test('a thousand calls an hour are answered, and each tells how many are left', async (t) => {
  const { get, agencyUid } = await open(t, { rateLimit: 'vendor', speed: 0 })
  const { headers } = await get('/webhooks', { agencyUid })
  assert.equal(headers.get('x-ratelimit-remaining'), '999')
  for (let call = 1; call < 1000; call += 1) await get('/webhooks', { agencyUid })
  assert.equal((await get('/webhooks', { agencyUid })).status, 429)
})
