/** A vendor with few tokens and with units: one token imports everything, and every stay is found where it belongs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from './world.ts'

type Row = Record<string, unknown> & { id: string }

let simulator: RunningSimulator
let app: TestApp
let worker: SyncWorker
before(async () => {
  simulator = await startSimulator('guesty', { listings: 14, reservations: 160, rateLimit: 'off' })
  app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { VENDOR_BASE_URLS: `guesty=${simulator.url}` },
  })
  worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
})
after(async () => {
  await worker.stop()
  await app.close()
  await simulator.close()
})

const connect = () =>
  app.post(
    '/v1/connect/guesty/credentials',
    { credentials: simulator.credentials },
    { key: app.workspace.liveKey },
  )
const tokensAsked = () => simulator.calls.list().filter(({ path }) => path === '/oauth2/token').length
const state = () =>
  simulator.operations.state(new Set(['units'])) as Record<'listings' | 'reservations' | 'units', Row[]>

async function settle(): Promise<void> {
  await until('the sync engine to come to rest', async () => {
    const { rows } = await sql`
        select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
      app.db,
    )
    return rows.length === 0
  })
}

async function all(url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next = `${url}?limit=100`; ;) {
    const answer = await app.get(next, { key: app.workspace.liveKey })
    assert.equal(answer.status, 200, answer.text)
    const page = answer.body as { data: Row[]; pagination: { nextCursor: string | null } }
    rows.push(...page.data)
    if (page.pagination.nextCursor === null) return rows
    next = `${url}?limit=100&cursor=${encodeURIComponent(page.pagination.nextCursor)}`
  }
}

test('one token connects the account, registers its webhook and imports everything', async () => {
  const answer = await connect()
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual((answer.body as { webhooks?: object }).webhooks, { registered: false, pending: true })
  await settle()
  assert.equal(tokensAsked(), 1)
  const held = state()
  assert.equal((await all('/v1/listings')).length, held.listings.length)
  const questions = held.reservations.filter(
    ({ status, reservedAt }) => status === 'inquiry' || (status !== 'canceled' && reservedAt === null),
  )
  assert.ok(questions.length > 0)
  const stays = await all('/v1/reservations')
  assert.equal(stays.length, held.reservations.length - questions.length)
  const { rows } = await sql<{ count: string }>`
    select count(*) from reservations where unit_id is not null`.execute(app.db)
  const assigned = held.reservations.filter((row) => (row.mtl as { assigned?: boolean } | null)?.assigned)
  const inUnits = assigned.filter((row) => !questions.includes(row))
  assert.ok(inUnits.length > 0)
  assert.equal(Number(rows[0]?.count), inUnits.length)
})

test('taxes are taxes, whether the vendor marks them or tells their type alone', async () => {
  const taxed = state().reservations.filter(
    ({ money }) => Number((money as Row | null)?.['totalTaxes'] ?? 0) > 0,
  )
  const forms = Map.groupBy(taxed, ({ money }) =>
    (money as unknown as { invoiceItems: object[] }).invoiceItems.some((item) =>
      Object.hasOwn(item, 'isTax'),
    ),
  )
  assert.equal(forms.size, 2)
  const { rows } = await sql<{ code: string; taxes: { amount: string }[] | null }>`
    select confirmation_code as code, financials -> 'host' -> 'taxes' as taxes from reservations`.execute(
    app.db,
  )
  const stays = new Map(rows.map(({ code, taxes }) => [code, taxes ?? []]))
  const told = taxed.flatMap((row) => {
    const taxes = stays.get(String(row['confirmationCode']))
    const sum = taxes?.reduce((total, { amount }) => total + Number(amount), 0)
    return sum === undefined ? [] : [[row.id, sum.toFixed(2)]]
  })
  assert.ok(told.length > 20)
  const wanted = new Map(taxed.map(({ id, money }) => [id, Number((money as Row)['totalTaxes']).toFixed(2)]))
  assert.deepEqual(
    told,
    told.map(([id]) => [id, wanted.get(String(id))]),
  )
})

test('connecting again costs one token, disconnecting none', async () => {
  assert.equal((await connect()).status, 200)
  await settle()
  assert.equal(tokensAsked(), 2)
  const gone = await app.delete('/v1/connect/guesty', { key: app.workspace.liveKey })
  assert.equal(gone.status, 200, gone.text)
  assert.equal(tokensAsked(), 2)
})
