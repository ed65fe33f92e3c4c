/** Fills or empties the sandbox; the first start fills it. */
import type { SandboxResetResult, SandboxSeedResult } from '../../../contract/sandbox.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isSandbox, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { lockCalendars } from '../../../records/calendar/public.ts'
import { lockAllPushes } from '../../calendar/public.ts'
import { takeSchedules } from '../../../upstream/connections/schedule-queries.ts'
import { emptySandbox } from './empty-sandbox.ts'
import { writeFixtures } from './write-fixtures.ts'

/** Lock nights before the workspace's head, as every writer and sender of nights does. */
async function lockNights(tx: Queryable, scope: Scope): Promise<void> {
  await lockCalendars(tx, scope)
  await lockAllPushes(tx, scope)
  await takeSchedules(tx, scope)
}

type SandboxDeps = { db: Queryable; clock: Clock }

/** One transaction; joins the caller's when `db` is one. */
async function inSandbox<T>(
  { db, clock }: SandboxDeps,
  scope: Scope,
  work: (tx: Queryable, scope: Scope, now: Date) => Promise<T>,
): Promise<T> {
  if (!isSandbox(scope)) throw new Error(`workspace ${scope.workspaceId} is not a sandbox`)
  const now = clock.now()
  const inTurn = async (tx: Queryable) => {
    await lockNights(tx, scope)
    return work(tx, scope, now)
  }
  return db.isTransaction ? inTurn(db) : db.transaction().execute(inTurn)
}

export const seedSandbox = (given: SandboxDeps, scope: Scope): Promise<SandboxSeedResult> =>
  inSandbox(given, scope, writeFixtures)

export const resetSandbox = (given: SandboxDeps, scope: Scope): Promise<SandboxResetResult> =>
  inSandbox(given, scope, emptySandbox)
