/** How a reservation read at a moment of the past. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordLapsed } from '../../src/features/bookings/lapses/lapses.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const hour = 3_600_000
const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const stay = { checkIn: '2026-07-01', checkOut: '2026-07-04', guest }

const plain = (answer: TestAnswer) => JSON.parse(answer.text) as Record<string, unknown>

function codeOf(answer: TestAnswer, status: number, code: string): void {
  assert.equal(`${answer.status} ${String(answer.body['error']?.['code'])}`, `${status} ${code}`, answer.text)
}

async function booked() {
  const own = await freshSpace(app)
  const send = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.call(method, url, { key: own.liveKey, headers, ...(body === undefined ? {} : { body }) })
  const listingId = await own.rows.listing({
    currency: 'EUR',
    default_nightly_price: '100.00',
    time_zone: 'Europe/Zagreb',
  })
  const made = await send('POST', '/v1/reservations', { listingId, ...stay }, { 'x-request-id': 'made-1' })
  assert.equal(made.status, 201, made.text)
  return { ...own, send, listingId, id: String(made.body['id']), madeAt: app.clock.now() }
}

test('a cancelled stay reads as confirmed before', async () => {
  const { send, id } = await booked()
  app.clock.advance(hour)
  const before = app.clock.now()
  const shown = plain(await send('GET', `/v1/reservations/${id}`))
  app.clock.advance(hour)
  const gone = await send('POST', `/v1/reservations/${id}/cancel`, {})
  assert.ok(gone.status < 300, gone.text)
  assert.equal(plain(await send('GET', `/v1/reservations/${id}`))['status'], 'cancelled')
  assert.deepEqual(plain(await send('GET', `/v1/reservations/${id}?as_of=${before.toISOString()}`)), shown)
})

test('a request that ran out of time reads as open before its deadline', async () => {
  const own = await freshSpace(app)
  const now = app.clock.now().getTime()
  const listingId = await own.rows.listing({ time_zone: 'Europe/Zagreb' })
  const id = await own.rows.stay({
    listing_id: listingId,
    check_in: '2027-03-01',
    check_out: '2027-03-04',
    status: 'pending',
    pending_reason: 'host_approval',
    respond_by: new Date(now + hour).toISOString(),
    lapses_at: new Date(now + hour).toISOString(),
    source: 'airbnb',
    created_at: new Date(now).toISOString(),
  })
  const url = `/v1/reservations/${id}`
  app.clock.advance(hour / 2)
  const opened = app.clock.now()
  const open = plain(await own.get(url))
  assert.equal(open['status'], 'pending')
  app.clock.advance(hour)
  await recordLapsed(app.services)
  assert.equal(plain(await own.get(url))['status'], 'cancelled')
  const then = plain(await own.get(`${url}?as_of=${opened.toISOString()}`))
  assert.deepEqual(
    [then['status'], then['pendingReason'], then['respondBy']],
    ['pending', 'host_approval', open['respondBy']],
  )
  // After the deadline and before it was told.
  const lapsed = plain(await own.get(`${url}?as_of=${new Date(now + hour + 1000).toISOString()}`))
  assert.deepEqual([lapsed['status'], lapsed['statusDetail']], ['cancelled', 'request_expired'])
  assert.ok(!('respondBy' in lapsed))
})

test('what cannot be answered is refused: the future, no instant, a time before the record, and foreign ids', async () => {
  const { send, id, madeAt } = await booked()
  const url = `/v1/reservations/${id}`
  const future = new Date(app.clock.now().getTime() + hour).toISOString()
  codeOf(await send('GET', `${url}?as_of=${future}`), 422, 'invalid_params')
  codeOf(await send('GET', `${url}?as_of=yesterday`), 422, 'invalid_params')
  codeOf(await send('GET', `${url}?as_of=2026-02-01&max_age=60`), 400, 'invalid_params')
  const early = new Date(madeAt.getTime() - hour).toISOString()
  codeOf(await send('GET', `${url}?as_of=${early}`), 404, 'not_found')
  const other = await freshSpace(app)
  codeOf(await app.get(`${url}?as_of=${madeAt.toISOString()}`, { key: other.liveKey }), 404, 'not_found')
})

test('`as_of` answers the record as it was answered then, what time derives included', async () => {
  const { send, id } = await booked()
  const read = () => send('GET', `/v1/reservations/${id}`)
  const seen: [Date, Record<string, unknown>][] = []
  const look = async () => void seen.push([app.clock.now(), plain(await read())])
  app.clock.advance(hour)
  await look()
  app.clock.advance(hour)
  await send('PATCH', `/v1/reservations/${id}`, { checkOut: '2026-07-06' })
  app.clock.advance(hour)
  await look()
  // Over, without a change of anything.
  app.clock.set('2026-07-20T12:00:00.000Z')
  await look()
  assert.equal(seen.at(-1)?.[1]['status'], 'completed')
  for (const [at, shown] of seen) {
    const then = await send('GET', `/v1/reservations/${id}?as_of=${at.toISOString()}`)
    assert.equal(then.status, 200, then.text)
    assert.deepEqual(plain(then), shown)
  }
})
