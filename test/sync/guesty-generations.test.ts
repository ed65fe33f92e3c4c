/** Guesty's two interfaces side by side: where they differ stands with the account, and news of money is read back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { SyncFailure } from '../../src/contract/sync.ts'
import { whileOlderAnswers } from '../../src/connectors/guesty/testing/account.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { callConnection, connectionAccess } from '../../src/upstream/access.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { unlimited } from './world.ts'

type Row = Record<string, unknown> & { id: string }

let simulator: RunningSimulator
let proxy: FaultyProxy
let app: TestApp
let connectionId: string
before(async () => {
  simulator = await startSimulator('guesty', {
    listings: 3,
    reservations: 30,
    rateLimit: 'off',
    now: whileOlderAnswers,
  })
  proxy = await openFaultyProxy(simulator.url)
  app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { VENDOR_BASE_URLS: `guesty=${proxy.url}` },
  })
  await pass(120)
  const answer = await app.post('/v1/connect/guesty/credentials', { credentials: simulator.credentials })
  assert.equal(answer.status, 200, answer.text)
  const { rows } = await sql<{ id: string }>`select id from connections where provider = 'guesty'`.execute(
    app.db,
  )
  connectionId = rows[0]?.id ?? assert.fail('no connection')
})
after(async () => {
  await app.close()
  await proxy.close()
  await simulator.close()
})

async function pass(seconds: number): Promise<void> {
  simulator.clock.advanceSeconds(seconds)
  app.clock.advance(seconds * 1000)
  const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
  try {
    await until('the sync engine to come to rest', async () => {
      const { rows } = await sql`
        select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
        app.db,
      )
      return rows.length === 0
    })
  } finally {
    await worker.stop()
  }
}

const warnings = async (): Promise<SyncFailure[]> => {
  const answer = await app.get(`/v1/connections/${connectionId}/failures?severity=warning&limit=100`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as { data: SyncFailure[] }).data
}
const held = () => simulator.operations.state(new Set()).reservations as unknown as Row[]
const stay = async (code: unknown): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ id: string }>`
    select id from reservations where confirmation_code = ${code}`.execute(app.db)
  const answer = await app.get(`/v1/reservations/${rows[0]?.id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Record<string, unknown>
}

test('what the older interface says otherwise is a warning of the booking, field by field and without values', async () => {
  const [first] = held().filter(({ status, guestsCount }) => status === 'confirmed' && guestsCount !== null)
  assert.ok(first)
  proxy.fault = (request, response) => {
    const url = new URL(request.url ?? '/', simulator.url)
    if (url.pathname !== '/v1/reservations') return 'pass'
    void (async () => {
      const answer = await fetch(url, { headers: { authorization: request.headers.authorization ?? '' } })
      const body = (await answer.json()) as { results?: Record<string, unknown>[] }
      for (const row of body.results ?? [])
        if (row['_id'] === first.id)
          Object.assign(row, { guestsCount: 9, plannedArrival: '03:33', numberOfGuests: null })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  }
  await pass(0)
  const found = await warnings()
  assert.deepEqual(
    found.map(({ entity, external_id: id }) => [entity, id]),
    [['reservations', first.id]],
  )
  const [warning] = found
  const fields = warning?.fields.map(({ field }) => field) ?? []
  assert.ok(fields.includes('checkInTime'), fields.join())
  assert.ok(
    fields.some((field) => field.startsWith('occupancy')),
    fields.join(),
  )
  assert.match(warning?.message ?? '', /^two interfaces of the vendor differ in /)
  assert.doesNotMatch(JSON.stringify(warning), /03:33/)
})

test('it is gone once both say the same of the booking', async () => {
  proxy.fault = undefined
  const [warning] = await warnings()
  assert.ok(warning)
  simulator.operations.updateReservation(warning.external_id, { notes: { other: 'Late' } })
  // The booking settles for a minute before it is compared, and walks begin five minutes early.
  await pass(90)
  simulator.operations.updateReservation(warning.external_id, { guestsCount: 2 })
  await pass(3601)
  assert.deepEqual(await warnings(), [])
})

test('news of the folio and of a payment has the booking read back, and nothing of it is believed', async () => {
  const access = await connectionAccess(app.services, app.workspace.live, connectionId)
  assert.ok(access)
  const ask = (path: string, query = {}) => callConnection(access, ({ http }) => http.get(path, { query }))
  const [registration] = (await ask('/v1/webhooks')) as { url: string; events: string[] }[]
  assert.ok(registration)
  for (const event of ['guest-folio.updated', 'payments.received', 'payments.failed', 'payments.refunded'])
    assert.ok(registration.events.includes(event), event)
  const { key } = (await ask('/v1/webhooks-v2/secret', { url: registration.url })) as { key: string }
  const deliver = async (id: string, body: object) => {
    const [at, text] = [app.clock.now(), JSON.stringify(body)]
    const headers = {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(key).sign(id, at, text),
    }
    const answer = await app.post(new URL(registration.url).pathname, body, { headers })
    assert.equal(answer.status, 200, answer.text)
  }
  const booking = held().find((row) => {
    const { isFullyPaid = true } = (row['money'] ?? {}) as { isFullyPaid?: boolean }
    return row['status'] === 'confirmed' && !isFullyPaid && row['source'] !== 'owner'
  })
  assert.ok(booking)
  const before = (await stay(booking['confirmationCode']))['financials'] as Record<string, unknown>
  assert.equal(before['paymentStatus'], 'pending')
  const money = { subTotalPrice: 1234.5, totalTaxes: 65.5, isFullyPaid: true, totalPaid: 1300 }
  simulator.operations.updateReservation(booking.id, { money })
  await deliver('msg_folio', {
    event: 'guest-folio.updated',
    data: { reservationId: booking.id, hostPayout: 1 },
  })
  await pass(1)
  const after = (await stay(booking['confirmationCode']))['financials'] as Record<string, unknown>
  assert.deepEqual([after['totalPrice'], after['paymentStatus']], [1300, 'paid'])
  simulator.operations.updateReservation(booking.id, { money: { isFullyPaid: false } })
  await deliver('msg_paid', { event: 'payments.failed', payment: { reservationId: booking.id, amount: 1 } })
  await pass(1)
  const last = (await stay(booking['confirmationCode']))['financials'] as Record<string, unknown>
  assert.equal(last['paymentStatus'], 'pending')
})
