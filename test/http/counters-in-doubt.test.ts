/** Counts whose commit had no answer are written once, whether it happened or not. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { limitsOf } from '../../src/contract/plans.ts'
import { createMeter } from '../../src/features/tenancy/usage/meter.ts'
import type { CountedOperation } from '../../src/http/metering.ts'
import type { Principal } from '../../src/http/route.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { nameTransaction, outcomeOfTransaction } from '../../src/platform/transaction-outcome.ts'
import { insertWorkspace } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

const log = createLog({ level: 'silent' })
const operation: CountedOperation = { id: 'listListings', ai: false, isSpared: false }
const most = 1_000

type Ending = 'answered' | 'committed, then silence' | 'undone, then silence'

describe('counts whose commit had no answer', () => {
  let made: TestDatabase
  let database: Database
  before(async () => {
    made = await createTestDatabase()
    database = createDatabase(made.url, { log, max: 3 })
  })
  after(async () => {
    await database?.close()
    await made?.drop()
  })

  /** A database whose transactions end as is said here. */
  const endingAs = (ending: () => Ending): Database['kysely'] =>
    new Proxy(database.kysely, {
      get(kysely, name) {
        const own: unknown = Reflect.get(kysely, name)
        if (name !== 'transaction') return typeof own === 'function' ? own.bind(kysely) : own
        const execute = async (work: Parameters<Database['transaction']>[0]) => {
          const lost = new Error('Connection terminated unexpectedly')
          const done = await kysely.transaction().execute(async (tx) => {
            const result = await work(tx)
            if (ending() === 'undone, then silence') throw lost
            return result
          })
          if (ending() !== 'answered') throw lost
          return done
        }
        return () => ({ execute })
      },
    })

  for (const lostAs of ['committed, then silence', 'undone, then silence'] as const)
    it(`are counted once if it was ${lostAs}`, async () => {
      const workspace = await insertWorkspace(database.kysely, { plan: 'starter' })
      const limits = limitsOf('starter', { dailyRequests: most, monthlyRequests: most }, 600)
      const principal = { workspaceId: workspace.id, plan: 'starter', limits } as Principal
      let ending: Ending = lostAs
      const meter = createMeter({ db: endingAs(() => ending), clock: systemClock, log })
      const request = async () => {
        const now = systemClock.now()
        await meter.know(principal, now)
        meter.admit(principal, operation, now)
        meter.seen(principal, { operation, at: now, status: 200, ms: 1 })
      }
      const left = () => {
        const quotas = meter.quotas(principal, systemClock.now())
        return quotas.slice(0, 2).map(({ remaining }) => remaining)
      }
      await request()
      await request()
      await assert.rejects(meter.flush(), /terminated/)
      await request()
      assert.deepEqual(left(), [most - 3, most - 3])
      ending = 'answered'
      await meter.flush()
      assert.deepEqual(left(), [most - 3, most - 3])
      const { requests } = await database.kysely
        .selectFrom('usage_days')
        .select('requests')
        .where('workspace_id', '=', workspace.id)
        .executeTakeFirstOrThrow()
      assert.equal(Number(requests), 3)
    })

  it('wait while the transaction still runs', async () => {
    const db = database.kysely
    let name = ''
    await database.transaction(async (tx) => {
      name = await nameTransaction(tx)
      assert.equal(await outcomeOfTransaction(db, name), null)
    })
    assert.equal(await outcomeOfTransaction(db, name), 'committed')
  })

  it('were not written if PostgreSQL has never come to the number', async () => {
    assert.equal(await outcomeOfTransaction(database.kysely, String(2n ** 40n + 5_000n)), 'aborted')
  })
})
