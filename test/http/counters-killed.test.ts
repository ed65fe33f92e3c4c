/** What was counted of the quotas survives a process that is killed, but for what it had not written down yet. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { limitsOf } from '../../src/contract/plans.ts'
import { createMeter } from '../../src/features/tenancy/usage/meter.ts'
import type { Principal } from '../../src/http/route.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertWorkspace, type TestWorkspace } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

interface Told {
  letIn: number
  written?: number
}

const log = createLog({ level: 'silent' })
const most = 10_000_000

describe('counters of a process that is killed', () => {
  let made: TestDatabase
  let database: Database
  let workspace: TestWorkspace
  before(async () => {
    made = await createTestDatabase()
    database = createDatabase(made.url, { log, max: 2 })
    workspace = await insertWorkspace(database.kysely, { plan: 'starter' })
  })
  after(async () => {
    await database?.close()
    await made?.drop()
  })

  /** What a process that starts now knows to be used. */
  async function known(): Promise<number> {
    const limits = limitsOf('starter', { dailyRequests: most, monthlyRequests: most }, 600)
    const principal = { workspaceId: workspace.id, plan: 'starter', limits } as Principal
    const meter = createMeter({ db: database.kysely, clock: systemClock, log })
    const now = systemClock.now()
    await meter.know(principal, now)
    const monthly = meter.quotas(principal, now).find(({ name }) => name === 'monthly')
    return most - (monthly?.remaining ?? most)
  }

  /** Kills it after so many times of writing down, wherever it is then. */
  async function countAndDie(writings: number): Promise<{ letIn: number; written: number }> {
    const child = fork(path.join(import.meta.dirname, 'counting-process.ts'), [made.url, workspace.id])
    const seen = { letIn: 0, written: 0 }
    let left = writings
    // What it told before it died is read before that.
    const over = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    child.on('message', (told: Told) => {
      seen.letIn = told.letIn
      if (told.written === undefined) return
      seen.written = told.written
      // On a busy machine the first ones have nothing to write down yet.
      if (told.written > 0) left -= 1
      if (left === 0) child.kill('SIGKILL')
    })
    await over
    assert.equal(child.signalCode, 'SIGKILL')
    return seen
  }

  it('loses no more than what came since it last wrote down, and what it wrote down is there', async () => {
    let total = 0
    for (const writings of [3, 4, 6, 9]) {
      const { letIn, written } = await countAndDie(writings)
      const kept = (await known()) - total
      total += kept
      assert.ok(letIn >= written && written > 0, `${letIn} let in, ${written} written down`)
      assert.ok(kept >= written, `${written} were written down, ${kept} are there`)
      assert.ok(kept <= letIn, `${letIn} were let in, ${kept} are there`)
    }
  })
})
