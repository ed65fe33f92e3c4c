/** What changed of a reservation, when, and by what. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
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

type Fields = Record<string, unknown>
interface Line {
  id: string
  change: string
  at: string
  before: Fields | null
  after: Fields
  cause: Fields
}
const linesOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as Line[]
}

async function booked() {
  const own = await freshSpace(app)
  const send = (method: string, url: string, body?: unknown, id = 'unnamed') =>
    app.call(method, url, {
      key: own.liveKey,
      headers: { 'x-request-id': id },
      ...(body === undefined ? {} : { body }),
    })
  const listingId = await own.rows.listing({
    currency: 'EUR',
    default_nightly_price: '100.00',
    time_zone: 'Europe/Zagreb',
  })
  const made = await send('POST', '/v1/reservations', { listingId, ...stay }, 'made-1')
  assert.equal(made.status, 201, made.text)
  const id = String(made.body['id'])
  return { ...own, send, id, url: `/v1/reservations/${id}` }
}

const reread = (shown: Fields) => {
  const { updatedAt: _, account: __, ...rest } = shown
  return rest
}

test('every change is there, the newest first, with what it changed and the request that asked for it', async () => {
  const { send, id, url, live } = await booked()
  const first = JSON.parse((await send('GET', url)).text) as Fields
  app.clock.advance(hour)
  const moved = await send('PATCH', url, { checkOut: '2026-07-06' }, 'moved-2')
  assert.equal(moved.status, 200, moved.text)
  app.clock.advance(hour)
  await send('POST', `${url}/cancel`, {}, 'gone-3')
  const lines = linesOf(await send('GET', `${url}/history`))
  assert.deepEqual(
    lines.map(({ id: place, change, cause }) => [place, change, cause['requestId'], cause['operation']]),
    [
      ['3', 'cancelled', 'gone-3', 'cancelReservation'],
      ['2', 'updated', 'moved-2', 'updateReservation'],
      ['1', 'created', 'made-1', 'createReservation'],
    ],
  )
  const [gone, change, made] = lines
  assert.deepEqual([gone?.before?.['status'], gone?.after['status']], ['confirmed', 'cancelled'])
  assert.deepEqual([change?.before?.['checkOut'], change?.after['checkOut']], ['2026-07-04', '2026-07-06'])
  assert.deepEqual(Object.keys(change?.before ?? {}), Object.keys(change?.after ?? {}))
  assert.ok(!('checkIn' in (change?.before ?? {})), 'a field that stayed is no part of the change')
  assert.equal(made?.before, null)
  assert.deepEqual(
    Object.fromEntries(Object.entries(reread(first)).map(([name]) => [name, made?.after[name]])),
    reread(first),
  )
  const { rows } = await sql<{ id: string; name: string | null }>`
    select k.id, k.name from api_keys k where k.id = ${(change?.cause['key'] as Fields)['id']}`.execute(
    app.db,
  )
  assert.deepEqual(change?.cause['key'], rows[0])
  // Page by page it is the same, and what a page begins with knows what came after it.
  const second = linesOf(await send('GET', `${url}/history?limit=1&offset=1`))
  assert.deepEqual(second, [change])
  // As it was written before causes were.
  await sql`update record_history set cause = null
    where workspace_id = ${live.workspaceId} and record_id = ${id} and revision = 2`.execute(app.db)
  const [, old] = linesOf(await send('GET', `${url}/history`))
  assert.deepEqual(old?.cause, {
    ...{ kind: 'unknown', requestId: null, operation: null, key: null, member: null },
    ...{ connectionId: null, runId: null },
  })
})

test('a request that ran out of time says so', async () => {
  const own = await freshSpace(app)
  const now = app.clock.now().getTime()
  const id = await own.rows.stay({
    listing_id: await own.rows.listing({ time_zone: 'Europe/Zagreb' }),
    ...{ check_in: '2027-03-01', check_out: '2027-03-04', status: 'pending', source: 'airbnb' },
    pending_reason: 'host_approval',
    respond_by: new Date(now + hour).toISOString(),
    lapses_at: new Date(now + hour).toISOString(),
    created_at: new Date(now).toISOString(),
  })
  app.clock.advance(2 * hour)
  await recordLapsed(app.services)
  const [last] = linesOf(await own.get(`/v1/reservations/${id}/history`))
  assert.deepEqual([last?.cause['kind'], last?.after['status']], ['expiry', 'cancelled'])
})

test('of another workspace there is none', async () => {
  const { url } = await booked()
  const other = await freshSpace(app)
  assert.equal((await app.get(`${url}/history`, { key: other.liveKey })).status, 404)
})
