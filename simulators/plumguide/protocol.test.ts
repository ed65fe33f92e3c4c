import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSimulator } from '../kit/testing/open-simulator.ts'
import type { RunningSimulator } from '../index.ts'

const pairOf = ({ credentials: { clientId, clientSecret } }: RunningSimulator) => ({ clientId, clientSecret })

async function authenticate(simulator: RunningSimulator, pair: object) {
  return fetch(`${simulator.url}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(pair),
  })
}

const open = (t: TestContext) =>
  openSimulator(
    t,
    'plumguide',
    { listings: 2, reservations: 12 },
    {
      prefix: '',
      headers: async (simulator) => {
        const { token } = (await (await authenticate(simulator, pairOf(simulator))).json()) as {
          token: string
        }
        return { authorization: `Bearer ${token}` }
      },
    },
  )

test('a wrong pair gets no token, and a token that is over is forbidden', async (t) => {
  const { simulator, get, control } = await open(t)
  const pair = pairOf(simulator)
  assert.equal((await authenticate(simulator, { ...pair, clientSecret: 'x' })).status, 401)
  assert.equal((await get('/v2/listings')).status, 200)
  await control('POST', '/clock', { advanceSeconds: 3601 })
  assert.equal((await get('/v2/listings')).status, 403)
})

test('a home stands in the list once it is approved', async (t) => {
  const { get, send, control, state } = await open(t)
  const id = String(state()['listings']?.[0]?.['id'])
  await control('PATCH', `/listings/${id}`, { status: 'InReview' })
  assert.equal((await get<{ listings: object[] }>('/v2/listings')).body.listings.length, 1)
  const blocks = `/v2/listings/${id}/blocked-dates`
  assert.equal((await get(blocks)).status, 403)
  assert.equal((await send('PUT', blocks, { blockedDates: [] })).status, 403)
})

test('texts are chosen by the vendor: what is sent of them is passed over', async (t) => {
  const { send, state } = await open(t)
  const [listing] = state()['listings'] ?? []
  const sent = { listingName: 'Mine', maxOccupancy: 3 }
  const { body } = await send('PATCH', `/v2/listings/${String(listing?.['id'])}`, sent)
  assert.deepEqual([body['listingName'], body['maxOccupancy']], [listing?.['listingName'], 3])
})

test('a request keeps no nights until the host approves it', async (t) => {
  const { control, get, state } = await open(t)
  const id = String(state()['listings']?.[0]?.['id'])
  await control('PATCH', `/listings/${id}`, { instantBook: false })
  const asked = { listingId: id, arrival: '2029-06-01', departure: '2029-06-04' }
  const { body: requested } = await control('POST', '/guests/book', asked)
  assert.equal(requested['outcome'], 'requested')
  const kept = async () => {
    const { body } = await get<{ blockedDates: { from: string; to: string; type: string }[] }>(
      `/v2/listings/${id}/blocked-dates`,
    )
    return body.blockedDates.filter(({ from }) => from === asked.arrival)
  }
  assert.deepEqual(await kept(), [])
  await control('POST', `/reservations/${String(requested['id'])}/answer`, { accept: true })
  assert.deepEqual(await kept(), [{ from: '2029-06-01', to: '2029-06-03', type: 'Booking' }])
  assert.equal((await control('POST', '/guests/book', asked)).body['outcome'], 'not_open')
})

test('what the calendar says is refused where it cannot be', async (t) => {
  const { send, control, state } = await open(t)
  const at = `/v2/listings/${String(state()['listings']?.[0]?.['id'])}`
  for (const [part, body] of [
    ['blocked-dates', { blockedDates: [{ from: '2029-06-02', to: '2029-06-01' }] }],
    ['blocked-dates', { blockedDates: [{ from: '2029-06-01', to: '2029-06-02', type: 'Booking' }] }],
    ['custom-prices', { customPrices: [{ from: '2029-06-01', to: '2029-06-02', price: -1 }] }],
    ['restrictions', { changeOverDays: ['Someday'] }],
  ] as const)
    assert.equal((await send('PUT', `${at}/${part}`, body)).status, 400, JSON.stringify(body))
  await control('PATCH', `/listings/${at.split('/').at(-1)}`, { pricingModel: 'LosMatrix' })
  assert.equal((await send('PUT', `${at}/custom-prices`, { customPrices: [] })).status, 409)
})
