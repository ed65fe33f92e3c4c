import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'
import { receiveWebhooks } from '../kit/testing/webhook-receiver.ts'

/** Every call carries the same key, of which only a booking takes notice. */
const open = (t: TestContext) =>
  openSimulator(
    t,
    'apaleo',
    { listings: 3, reservations: 12 },
    {
      prefix: '',
      headers: async ({ url, credentials: { clientId, clientSecret } }) => {
        const login = (secret: string | undefined) =>
          fetch(`${url}/connect/token`, {
            method: 'POST',
            headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
            body: new URLSearchParams({ grant_type: 'client_credentials' }),
          })
        assert.equal((await login('wrong')).status, 400)
        const { access_token } = (await (await login(clientSecret)).json()) as JsonRow
        return { authorization: `Bearer ${String(access_token)}`, 'idempotency-key': 'one' }
      },
    },
  )

test('lists end with a page without content, and take moments and texts with commas', async (t) => {
  const { get } = await open(t)
  const path = '/booking/v1/reservations'
  const first = (await get(path, { pageNumber: 1, pageSize: 8, expand: 'booker,actions' })).body
  assert.deepEqual([first.count, (first.reservations as JsonRow[]).length], [12, 8])
  const beyond = await get(path, { pageNumber: 3, pageSize: 8 })
  assert.deepEqual([beyond.status, beyond.body], [204, undefined])
  assert.equal((await get(path, { dateFilter: 'Modification', from: '2026-05-01' })).status, 400)
})

test('a key books once, and takes no other booking', async (t) => {
  const { send, state } = await open(t)
  const slice = { ratePlanId: String((state().listings?.[1] as JsonRow).propertyId) + '-FLEX-APT' }
  const reservation = {
    ...{ arrival: '2026-12-01', departure: '2026-12-03', adults: 1 },
    channelCode: 'Direct',
  }
  const book = async (timeSlices: object[]) => {
    const body = { booker: { lastName: 'Marchetti' }, reservations: [{ ...reservation, timeSlices }] }
    return send('POST', '/booking/v1/bookings', body)
  }
  const made = await book([slice, slice])
  assert.deepEqual([made.status, (await book([slice, slice])).body], [201, made.body])
  assert.equal((await book([slice])).status, 422)
  assert.equal(state().reservations?.length, 13)
})

test('a webhook address is tested before it is subscribed', async (t) => {
  const { send } = await open(t)
  const receiver = await receiveWebhooks()
  t.after(() => receiver.close())
  receiver.answers.push(404)
  const subscribe = () =>
    send('POST', '/v1/subscriptions', { endpointUrl: receiver.url, events: ['reservation/*'] })
  assert.equal((await subscribe()).status, 422)
  assert.equal((await subscribe()).status, 201)
  assert.match(receiver.received[0]?.body ?? '', /"topic":"system","type":"healthcheck"/)
})
