import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSimulator, sender } from '../kit/testing/open-simulator.ts'

const openAccount = (t: TestContext) =>
  openSimulator<{ reservations: { id: string }[] }>(
    t,
    'cloudbeds',
    { listings: 9, reservations: 200 },
    {
      prefix: '/api/v1.3',
      headers: ({ credentials }) => ({ 'x-api-key': credentials.apiKey ?? '' }),
    },
  )

test('refusals come with status 200, but for a wrong key', async (t) => {
  const { get, simulator } = await openAccount(t)
  const withWrongKey = sender(`${simulator.url}/api/v1.3`, { 'x-api-key': 'cbat_wrong' })
  assert.equal((await withWrongKey('GET', '/getHotels')).status, 401)
  const refused = await get('/getRatePlans')
  assert.deepEqual([refused.status, refused.body.success], [200, false])
  const list = '/getReservationsWithRateDetails?pageSize=100'
  const without = await get<{ data?: unknown[] }>(`${list}&pageNumber=2`)
  const withDeleted = await get<{ data?: unknown[] }>(`${list}&pageNumber=2&includeDeleted=true`)
  assert.ok((withDeleted.body.data?.length ?? 0) > (without.body.data?.length ?? 0))
})

test('some bookings hold several rooms', async (t) => {
  const { state } = await openAccount(t)
  const { reservations } = state()
  assert.ok(reservations.some(({ id }) => id.endsWith('-2')))
})
