import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSimulator, sender } from '../kit/testing/open-simulator.ts'
import { until } from '../kit/testing/until.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'

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

test('events tell changes of the status from others, and a deletion spells its ids in another way', async (t) => {
  const { simulator, control } = await openAccount(t)
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  const made = (await control<{ id: string; propertyID: string }>('POST', '/reservations', {})).body
  for (const action of ['dates_changed', 'status_changed', 'deleted']) {
    const { propertyID } = made
    const form = new URLSearchParams({ propertyID, object: 'reservation', action, endpointUrl: receiver.url })
    const headers = { 'x-api-key': simulator.credentials.apiKey ?? '' }
    await fetch(`${simulator.url}/api/v1.3/postWebhook`, { method: 'POST', headers, body: form })
  }
  const path = `/reservations/${made.id}`
  await control('PATCH', path, { adults: 2 })
  await control('POST', `${path}/cancel`)
  await control('DELETE', path)
  await until(() => receiver.received.length === 3, 'three deliveries')
  assert.deepEqual(
    receiver.received.map(({ body }) => {
      const { event, reservationID, reservationId } = JSON.parse(body) as Record<string, unknown>
      return [event, reservationID, reservationId]
    }),
    [
      ['reservation/dates_changed', made.id, undefined],
      ['reservation/status_changed', made.id, undefined],
      ['reservation/deleted', undefined, made.id],
    ],
  )
})
