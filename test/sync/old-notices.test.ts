/** The webhook of Beds24's older version, as a form and in the address of a GET: read like any other notice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs } from '../harness/until.ts'
import { unlimited } from './world.ts'

let simulator: RunningSimulator
let app: TestApp
let worker: SyncWorker
let path: string

const waiting = async () => {
  const { rows } = await sql<{ id: string }>`
    select external_id as id from sync_fetches where entity = 'reservations' order by 1`.execute(app.db)
  return rows.map(({ id }) => id)
}

before(async () => {
  simulator = await startSimulator('beds24', { listings: 2, reservations: 3, rateLimit: 'off' })
  app = await startTestApp({
    now: new Date(simulator.clock.nowMs()).toISOString(),
    env: { VENDOR_BASE_URLS: `beds24=${simulator.url}` },
  })
  worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
  const connected = await app.post('/v1/connect/beds24/credentials', { credentials: simulator.credentials })
  assert.equal(connected.status, 200, connected.text)
  const { webhooks } = connected.body as unknown as { webhooks: { address: string } }
  path = new URL(webhooks.address).pathname
  // Nothing is read from here on, so that hints stay where they are stored.
  await worker.stop()
  await sql`delete from sync_fetches`.execute(app.db)
})
after(async () => {
  await app.close()
  await simulator.close()
})

test('a form names its booking', async () => {
  const answer = await app.raw({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    payload: 'bookid=5&status=modify',
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual(await waiting(), ['5'])
})

test('a form that is far too long is refused', async () => {
  const answer = await app.raw({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `bookid=7&filler=${'x'.repeat(70_000)}`,
  })
  assert.equal(answer.statusCode, 413, answer.body)
  assert.deepEqual(await waiting(), ['5'])
})

test('an address names its booking, and one that is not known nothing', async () => {
  const told = await app.raw({ method: 'GET', url: `${path}?bookid=6&status=new` })
  assert.equal(told.statusCode, 200, told.body)
  const foreign = await app.raw({ method: 'GET', url: `${path.slice(0, -3)}abc?bookid=8` })
  assert.equal(foreign.statusCode, 404, foreign.body)
  assert.deepEqual(await waiting(), ['5', '6'])
})

test('other routes take no forms', async () => {
  const answer = await app.raw({
    method: 'POST',
    url: '/v1/webhooks',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${app.workspace.liveKey}`,
    },
    payload: 'url=x',
  })
  assert.equal(answer.statusCode, 415, answer.body)
})
