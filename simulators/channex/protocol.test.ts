import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import { openSimulator, type JsonRow } from '../kit/testing/open-simulator.ts'

interface ListAnswer {
  data: { id: string; attributes: JsonRow; relationships?: Record<string, { data: { id: string } }> }[]
  meta: { page: number; limit: number; total: number }
}
type WrittenAnswer = { meta: { message: string; warnings?: JsonRow[] } }

const open = (t: TestContext, options: SimulatorOptions = {}) =>
  openSimulator(
    t,
    'channex',
    { listings: 3, reservations: 30, ...options },
    { prefix: '/api/v1', headers: ({ credentials }) => ({ 'user-api-key': credentials.apiKey ?? '' }) },
  )

const dates = { 'filter[date][gte]': '2026-07-01', 'filter[date][lte]': '2026-07-03' }

test('lists give ten rows unless more are requested, and a hundred at most', async (t) => {
  const { get } = await open(t)
  const { data, meta } = (await get<ListAnswer>('/bookings')).body
  assert.deepEqual([data.length, meta.limit, meta.total], [10, 10, 30])
  assert.equal((await get('/bookings', { 'pagination[limit]': 101 })).status, 400)
})

test('the feed has what nobody has acknowledged, and forgets it after half an hour', async (t) => {
  const { get, send, simulator, control } = await open(t)
  const feed = async () => (await get<ListAnswer>('/booking_revisions/feed')).body.data
  assert.deepEqual(await feed(), [])
  const booked = await control<{ id: string }>('POST', '/reservations', {})
  const [revision] = await feed()
  assert.equal(revision?.attributes.booking_id, booked.body.id)
  assert.equal((await send('POST', `/booking_revisions/${revision?.id}/ack`)).status, 200)
  assert.deepEqual(await feed(), [])
  await control('PATCH', `/reservations/${booked.body.id}`, { notes: 'x' })
  assert.equal((await feed()).length, 1)
  simulator.clock.advanceSeconds(31 * 60)
  assert.deepEqual(await feed(), [])
  assert.equal((await get<ListAnswer>('/booking_revisions')).body.meta.total, 2)
  const shown = (await get<{ data: { attributes: JsonRow } }>(`/bookings/${booked.body.id}`)).body.data
  assert.equal(shown.attributes.status, 'modified')
})

test('nights that are refused stand in the warnings of a success, and the others are written', async (t) => {
  const { get, send } = await open(t, { reservations: 0 })
  const plan = (await get<ListAnswer>('/rate_plans')).body.data.find(
    ({ attributes }) => attributes.inherit_rate === false,
  )
  const property_id = plan?.relationships?.property?.data.id
  const row = { property_id, rate_plan_id: plan?.id, date: '2026-07-02' }
  const { status, body } = await send<WrittenAnswer>('POST', '/restrictions', {
    values: [
      { ...row, rate: 30_000, stop_sell: true },
      { ...row, date: '2026-01-01', rate: '10.00' },
    ],
  })
  assert.deepEqual([status, body.meta.message, body.meta.warnings?.length], [200, 'Success', 1])
  const query = {
    ...dates,
    'filter[property_id]': property_id ?? '',
    'filter[restrictions]': 'rate,stop_sell',
  }
  const nights = (await get<{ data: Record<string, Record<string, JsonRow>> }>('/restrictions', query)).body
  assert.deepEqual(nights.data[plan?.id ?? '']?.['2026-07-02'], { rate: '300.00', stop_sell: true })
  assert.equal(nights.data[plan?.id ?? '']?.['2026-07-01']?.stop_sell, false)
})
