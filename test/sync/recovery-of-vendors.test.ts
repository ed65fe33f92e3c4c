/** After a restore every vendor's account is read as a whole without a write, and opens. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { declareRecovery } from '../../src/features/recovery/declare.ts'
import { startRecovery } from '../../src/features/recovery/recovery-worker.ts'
import { recoveryState } from '../../src/platform/recovery-state.ts'
import { until } from '../harness/until.ts'
import { startVendorsWorld, type VendorsWorld } from './vendors-world.ts'

const hour = 3_600_000
/** Each account is read within some seconds, also on a machine that is busy. */
const longestReadMs = 30_000

/** `RECOVERY_VENDORS=beds24,airbnb` takes some. */
const vendors = process.env['RECOVERY_VENDORS']?.split(',') ?? Object.keys(connectors)

let world: VendorsWorld
let recovery: ReturnType<typeof startRecovery>
before(async () => {
  world = await startVendorsWorld(vendors, { listings: 2, reservations: 8 })
  const { db, clock, services, addWorkspace } = world.app
  for (const vendor of vendors) await world.connect(vendor, await addWorkspace())
  await world.rest()
  clock.advance(60_000)
  const at = clock.now()
  const takenAt = new Date(at.getTime() - hour)
  await declareRecovery(db, { backup: 'test', takenAt, restoredAt: at, at }, 'system')
  recovery = startRecovery(services)
})
after(async () => {
  await recovery.stop()
  await world.close()
})

async function stateOf(vendor: string): Promise<string> {
  const { rows } = await sql<{ state: string; error: string | null }>`
    select a.state, a.error from recovery_accounts a
    join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
    where c.provider = ${vendor}`.execute(world.app.db)
  assert.equal(rows.length, 1, JSON.stringify(rows))
  assert.notEqual(rows[0]?.state, 'stuck', String(rows[0]?.error))
  return rows[0]?.state ?? ''
}

for (const vendor of vendors) {
  test(`${vendor}: an account is read as a whole without a write, and opened`, async () => {
    await until(
      'the account to be open',
      async () => {
        world.app.clock.advance(1_000)
        return (await stateOf(vendor)) === 'open'
      },
      { everyMs: 300, withinMs: vendors.length * longestReadMs },
    )
  })
}

test('the restore is over once all are open', async () => {
  await until('the restore to be over', () => !recoveryState().isReconciling)
})
