import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { SimulatorOptions } from '../index.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Told = { data: JsonRow; errors: { code: number; details?: { fields: string[] } }[]; warnings: JsonRow[] }

/** Opens a hotel that wants to be asked, with a guest who asks. */
async function open(t: TestContext, options: SimulatorOptions = {}) {
  const account = await openAccount(t, { reservations: 0, listings: 14, ...options })
  const hotel = account.state('hotels').hotels?.find(({ booking_model }) => booking_model === 'RTB') ?? {}
  const room_id = account.state().listings?.find(({ hotel_id }) => hotel_id === hotel.id)?.id
  const stay = { room_id, arrival_date: '2026-07-01', departure_date: '2026-07-04', remarks: 'With a dog?' }
  const asks = async (fields: JsonRow = {}) => {
    const { status, body } = await account.control('POST', '/guest/bookings', { ...stay, ...fields })
    assert.equal(status, 201, JSON.stringify(body))
    return { id: String(body.id), path: `/rtb/properties/${String(hotel.id)}/requests/${String(body.id)}` }
  }
  const answer = (path: string, body: JsonRow) => account.send<Told>('POST', path, body)
  const statusOf = async (path: string) => (await account.get<Told>(path)).body.data.requestStatus
  return { ...account, hotel, asks, answer, statusOf }
}

test('a request is approved, and is a reservation when the guest confirms', async (t) => {
  const { asks, answer, statusOf, control, waiting, get, hotel } = await open(t)
  const { id, path } = await asks({ adults: 2, children: 0 })
  const { data } = (await get<Told>(path)).body
  assert.deepEqual(
    [data.requestStatus, data.propertyId, data.checkin, data.checkout, data.reservationId, data.occupancy],
    ['CREATED', hotel.id, '2026-07-01', '2026-07-04', null, { adults: 2, children: 0, total: 2 }],
  )
  assert.equal((await control('POST', `/guest/requests/${id}/confirm`)).status, 409)
  assert.equal((await answer(path, { status: 'APPROVED' })).status, 200)
  assert.deepEqual([await statusOf(path), await waiting('new')], ['APPROVED', []])
  const confirmed = await control('POST', `/guest/requests/${id}/confirm`)
  assert.equal(confirmed.status, 201)
  assert.deepEqual([await statusOf(path), await waiting('new')], ['BOOKED', [String(confirmed.body.id)]])
  assert.equal((await answer(path, { status: 'APPROVED' })).status, 400)
})

test('who rejects says why, and in words where the reason wants some', async (t) => {
  const { asks, answer, get } = await open(t)
  const { path } = await asks()
  for (const [body, field] of [
    [{ status: 'REJECTED' }, '$.rejectionReason'],
    [{ status: 'REJECTED', rejectionReason: 'NOT_COMFORTABLE' }, '$.rejectionReasonText'],
    [{ status: 'MAYBE' }, '$.status'],
    [{ status: 'APPROVED', note: 'x' }, '$.note'],
  ] as const) {
    const { status, body: told } = await answer(path, body)
    assert.deepEqual([status, told.errors[0]?.details?.fields], [400, [field]], JSON.stringify(body))
  }
  const long = 'x'.repeat(300)
  await answer(path, { status: 'REJECTED', rejectionReason: 'NOT_COMFORTABLE', rejectionReasonText: long })
  const { data } = (await get<Told>(path)).body
  assert.deepEqual([data.requestStatus, String(data.rejectionReasonText).length], ['REJECTED', 255])
  const other = await asks()
  await answer(other.path, {
    status: 'REJECTED',
    rejectionReason: 'DATES_NOT_AVAILABLE',
    rejectionReasonText: 'no',
  })
  assert.equal((await get<Told>(other.path)).body.data.rejectionReasonText, null)
})

test('both sides have so long', async (t) => {
  const { asks, answer, simulator } = await open(t)
  const [late, slow] = [await asks(), await asks()]
  await answer(slow.path, { status: 'APPROVED' })
  simulator.clock.advanceSeconds(25 * 3600)
  const rows = simulator.operations.state(new Set(['requests'])).requests as JsonRow[]
  assert.deepEqual(
    rows.map(({ id, requestStatus }) => [id, requestStatus]),
    [
      [late.id, 'EXPIRED_PENDING_APPROVAL'],
      [slow.id, 'EXPIRED_AFTER_APPROVAL'],
    ],
  )
})

test('requests are listed by property, status and change, in pages', async (t) => {
  const { asks, answer, get, hotel, state } = await open(t)
  const [one] = [await asks(), await asks(), await asks()]
  await answer(one.path, { status: 'APPROVED' })
  const ids = async (query: string) => {
    const { status, body } = await get<{ data: JsonRow[] }>(`/rtb/requests?${query}`)
    return status === 200 ? body.data.length : status
  }
  assert.equal(await ids(`propertyId=${String(hotel.id)}`), 3)
  assert.equal(await ids('status=CREATED'), 2)
  assert.equal(await ids('page=2&pageSize=2'), 1)
  assert.equal(await ids('updatedSince=2026-05-12T00:00:00Z'), 0)
  const pending = state('hotels').hotels?.find(({ connection }) => connection === 'pending')?.id
  assert.equal(await ids(`propertyId=${String(pending)}`), 403)
  assert.equal(await ids('pageSize=101'), 400)
  assert.equal((await get(`/rtb/properties/${String(hotel.id)}/requests/1`)).status, 404)
})

test('there are 200 calls in a minute, with a warning from the 170th', async (t) => {
  const { get } = await open(t, { rateLimit: 'vendor' })
  const warned: number[] = []
  for (let count = 1; count <= 200; count++) {
    const { status, body } = await get<Told>('/rtb/requests')
    assert.equal(status, 200)
    if (body.warnings.length > 0) warned.push(count)
  }
  assert.deepEqual([warned[0], warned.length, (await get('/rtb/requests')).status], [170, 31, 429])
})
