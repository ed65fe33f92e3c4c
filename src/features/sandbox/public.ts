/** What others may use of the sandbox: the first start fills it. */
import type { SandboxResetResult, SandboxSeedResult } from '../../contract/sandbox.ts'
import type { Clock } from '../../platform/clock.ts'
import { isSandbox, type Queryable, type Scope } from '../../platform/tenant.ts'
import { emptySandbox } from './reset.ts'
import { writeFixtures } from './seed.ts'

type Given = { db: Queryable; clock: Clock }

/** All or nothing; joins the caller's transaction when `db` is one. */
async function inSandbox<T>(
  { db, clock }: Given,
  scope: Scope,
  work: (tx: Queryable, scope: Scope, now: Date) => Promise<T>,
): Promise<T> {
  if (!isSandbox(scope)) throw new Error(`workspace ${scope.workspaceId} is not a sandbox`)
  const now = clock.now()
  return db.isTransaction ? work(db, scope, now) : db.transaction().execute((tx) => work(tx, scope, now))
}

export const seedSandbox = (given: Given, scope: Scope): Promise<SandboxSeedResult> =>
  inSandbox(given, scope, writeFixtures)

export const resetSandbox = (given: Given, scope: Scope): Promise<SandboxResetResult> =>
  inSandbox(given, scope, emptySandbox)
