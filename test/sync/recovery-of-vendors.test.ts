/** After a restore every vendor's account is read as a whole without a write, and opens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator } from '../../simulators/index.ts'
import { connectors } from '../../src/connectors/index.ts'
import { declareRecovery } from '../../src/features/recovery/declare.ts'
import { startRecovery } from '../../src/features/recovery/recovery-worker.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { recoveryState } from '../../src/platform/recovery-state.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from './world.ts'

const hour = 3_600_000

function declare(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  takenAt = new Date(clock.now().getTime() - hour),
) {
  const at = clock.now()
  return declareRecovery(db, { backup: 'test', takenAt, restoredAt: at, at }, 'system')
}

const stateOf = async ({ db }: Pick<TestApp, 'db'>) => {
  const { rows } = await sql<{ state: string; error: string | null }>`
    select state, error from recovery_accounts`.execute(db)
  return rows
}

/** `RECOVERY_VENDORS=beds24,airbnb` takes some. */
const vendors = process.env['RECOVERY_VENDORS']?.split(',') ?? Object.keys(connectors)

for (const vendor of vendors) {
  test(`${vendor}: an account is read as a whole without a write, and opened`, async () => {
    const simulator = await startSimulator(vendor, { listings: 2, reservations: 8, rateLimit: 'off' })
    const app = await startTestApp({
      now: new Date(simulator.clock.nowMs()).toISOString(),
      env: { ...simulator.partner, VENDOR_BASE_URLS: `${vendor}=${simulator.url}` },
    })
    const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
    let recovery: ReturnType<typeof startRecovery> | undefined
    const isAtRest = async () => {
      const { rows } = await sql`
        select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
        app.db,
      )
      return rows.length === 0
    }
    try {
      const { credentials } = simulator
      const connected = await app.post(`/v1/connect/${vendor}/credentials`, { credentials })
      assert.equal(connected.status, 200, connected.text)
      await until('the import', isAtRest)
      app.clock.advance(60_000)
      await declare(app)
      recovery = startRecovery(app.services)
      await until(
        'the account to be open',
        async () => {
          app.clock.advance(1_000)
          const states = await stateOf(app)
          assert.ok(
            states.every(({ state }) => state !== 'stuck'),
            JSON.stringify(states),
          )
          return states.every(({ state }) => state === 'open')
        },
        { everyMs: 300 },
      )
      await until('the restore to be over', () => !recoveryState().isReconciling)
    } finally {
      await recovery?.stop()
      await worker.stop()
      await app.close()
      await simulator.close()
    }
  })
}
