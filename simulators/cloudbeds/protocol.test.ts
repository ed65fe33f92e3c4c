import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from '../index.ts'

test('refusals come with status 200, but for a wrong key', async (t) => {
  const simulator = await startSimulator('cloudbeds', { listings: 9, reservations: 200, rateLimit: 'off' })
  t.after(() => simulator.close())
  const get = async (path: string, key = simulator.credentials.apiKey ?? '') => {
    const response = await fetch(`${simulator.url}/api/v1.3/${path}`, { headers: { 'x-api-key': key } })
    return {
      status: response.status,
      body: (await response.json()) as { success: boolean; data?: unknown[] },
    }
  }
  assert.equal((await get('getHotels', 'cbat_wrong')).status, 401)
  const refused = await get('getRatePlans')
  assert.deepEqual([refused.status, refused.body.success], [200, false])
  const list = 'getReservationsWithRateDetails?pageSize=100'
  const without = await get(`${list}&pageNumber=2`)
  const withDeleted = await get(`${list}&pageNumber=2&includeDeleted=true`)
  assert.ok((withDeleted.body.data?.length ?? 0) > (without.body.data?.length ?? 0))
})

test('some bookings hold several rooms', async (t) => {
  const simulator = await startSimulator('cloudbeds', { listings: 9, reservations: 200, rateLimit: 'off' })
  t.after(() => simulator.close())
  const { reservations } = simulator.operations.state(new Set()) as { reservations: { id: string }[] }
  assert.ok(reservations.some(({ id }) => id.endsWith('-2')))
})
