/** One server for accounts of several vendors, each in a workspace that a test adds: starting a server takes longer than most tests. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator, type SimulatorOptions } from '../../simulators/index.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, usualNow, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from './world.ts'

export interface VendorsWorld {
  app: TestApp
  simulator(vendor: string): RunningSimulator
  /** Connects the vendor's account and returns the id of the connection. */
  connect(vendor: string, workspace: TestWorkspace): Promise<string>
  /** Waits until everything that is due now has been read. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** A worker reads all the time; the clock stands still until the test moves it. */
export async function startVendorsWorld(
  vendors: readonly string[],
  options: SimulatorOptions,
): Promise<VendorsWorld> {
  await using starting = new AsyncDisposableStack()
  const simulators = new Map<string, RunningSimulator>()
  for (const vendor of vendors) {
    const simulator = await startSimulator(vendor, { rateLimit: 'off', now: usualNow, ...options })
    starting.defer(() => simulator.close())
    simulators.set(vendor, simulator)
  }
  const app = await startTestApp({
    now: usualNow,
    env: {
      ...Object.assign({}, ...[...simulators.values()].map(({ partner }) => partner)),
      VENDOR_BASE_URLS: [...simulators].map(([vendor, { url }]) => `${vendor}=${url}`).join(','),
    },
  })
  starting.defer(() => app.close())
  const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
  starting.defer(() => worker.stop())
  const opened = starting.move()
  const simulator = (vendor: string) => simulators.get(vendor) ?? assert.fail(vendor)
  return {
    app,
    simulator,
    async connect(vendor, { liveKey }) {
      const { credentials } = simulator(vendor)
      const answer = await app.post(`/v1/connect/${vendor}/credentials`, { credentials }, { key: liveKey })
      assert.equal(answer.status, 200, answer.text)
      return String(answer.body['pmsConnectionId'])
    },
    async rest() {
      await until('the sync engine to come to rest', async () => {
        const { rows } = await sql`
          select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
          app.db,
        )
        return rows.length === 0
      })
    },
    close: () => opened.disposeAsync(),
  }
}
