/** One vendor's trouble is nobody else's: many accounts of one that hangs, one that is broken, and one that works. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { unlimited } from './world.ts'

/** More accounts than the process works on at a time. */
const turnsPerVendor = 4
const hangingAccounts = 10
const vendors = ['hostaway', 'lodgify', 'smoobu'] as const

const options = { budget: unlimited, askEveryMs: 10, random: () => 0, turnsPerVendor }

let app: TestApp
let worker: SyncWorker
const simulators = new Map<string, RunningSimulator>()
before(async () => {
  for (const vendor of vendors) {
    simulators.set(
      vendor,
      await startSimulator(vendor, {
        listings: 2,
        reservations: 10,
        rateLimit: 'off',
        now: '2026-06-15T12:00:00.000Z',
      }),
    )
  }
  const urls = [...simulators].map(([vendor, { url }]) => `${vendor}=${url}`).join(',')
  app = await startTestApp({ env: { VENDOR_BASE_URLS: urls, BURST_LIMIT: '100000' } })
})
after(async () => {
  await worker.stop()
  await app.close()
  for (const simulator of simulators.values()) await simulator.close()
})

async function connect(vendor: string, key = app.liveKey): Promise<void> {
  const { credentials } = simulators.get(vendor) ?? assert.fail(vendor)
  const answer = await app.post(`/v1/connect/${vendor}/credentials`, { credentials }, { key })
  assert.equal(answer.status, 200, answer.text)
}
const fault = (vendor: string, kind: string) => simulators.get(vendor)?.faults.add({ kind, seconds: 100_000 })
const imported = async (vendor: string) =>
  (await app.get(`/v1/connect/${vendor}`)).body['import']?.['status'] as unknown as string
const calls = (vendor: string) => simulators.get(vendor)?.calls.list().length ?? 0

test('a vendor that hangs and one that is broken do not delay the one that works', async () => {
  for (let i = 1; i < hangingAccounts; i += 1) await connect('hostaway', (await app.addWorkspace()).liveKey)
  for (const vendor of vendors) await connect(vendor)
  fault('hostaway', 'timeout')
  fault('lodgify', '500')
  const before = calls('hostaway')
  worker = await startSync(app.services, options)
  await until('hostaway to be asked for many accounts', () => calls('hostaway') - before >= turnsPerVendor)
  // Connected last and due last, behind everything that hangs.
  await until('smoobu to be imported', async () => (await imported('smoobu')) === 'completed')
  app.clock.advance(61_000)
  await until('smoobu to be read again', async () => {
    const { rows } = await sql`
      select from sync_runs r
      join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
      where c.provider = 'smoobu' and r.kind = 'incremental' and r.state = 'completed'`.execute(app.db)
    return rows.length > 0
  })
  // All this while the calls of the first vendor are still without an answer.
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from sync_schedule s
    join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id
    where c.provider = 'hostaway' and s.holder is not null`.execute(app.db)
  assert.ok((rows[0]?.held ?? 0) === turnsPerVendor, `${rows[0]?.held} turns are held`)
  assert.notEqual(await imported('lodgify'), 'completed')
})

test('once they answer again, what waited is read', async () => {
  for (const vendor of ['hostaway', 'lodgify']) simulators.get(vendor)?.faults.clear()
  // Otherwise the calls that hang would have to time out first.
  await worker.stop()
  worker = await startSync(app.services, options)
  app.clock.advance(60_000)
  for (const vendor of ['hostaway', 'lodgify']) {
    await until(`${vendor} to be imported`, async () => (await imported(vendor)) === 'completed', {
      withinMs: 120_000,
    })
  }
})
