/** Changes a workspace's plan and limits. Every caller comes through here, so each change is recorded with it. */
import type { Kysely } from 'kysely'
import { targetOf, writeAuditLine, type Actor } from '../../../platform/audit.ts'
import { limitsOf } from '../../../contract/plans.ts'
import type { Database } from '../../../platform/schema.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { releaseHeldBack } from '../../../records/listings/held-back.ts'
import { notifyAllKeys } from '../workspaces/key-notice-queries.ts'
import {
  insertPlanChange,
  lockTerms,
  replaceOverrides,
  updatePlan,
  workspacesWithHeldListings,
  termsOf,
  type PlanChangeOrigin,
  type PlanTerms,
  type WorkspaceTerms,
} from './queries.ts'

export interface TermsChange {
  origin: PlanChangeOrigin
  now: Date
  /** The action's name in the audit log. */
  action: string
  /** Set when a request made the change. */
  requestId?: string
  ip?: string
}

const actors: Readonly<Record<PlanChangeOrigin, Actor>> = {
  command: { kind: 'cli' },
  api: { kind: 'operator', id: 'api' },
  billing: { kind: 'system' },
}

type NextTerms = (before: PlanTerms) => PlanTerms

/** Applies `next` to the current terms. Undefined if there is no such workspace; unchanged terms are not recorded. */
export async function changeTerms(
  db: Kysely<Database>,
  id: string,
  change: TermsChange,
  next: NextTerms,
): Promise<WorkspaceTerms | undefined> {
  return db.transaction().execute((tx) => changeTermsIn(tx, id, change, next))
}

/** Like changeTerms, within the caller's transaction. */
export async function changeTermsIn(
  tx: Queryable,
  id: string,
  { origin, now, ...line }: TermsChange,
  next: NextTerms,
): Promise<WorkspaceTerms | undefined> {
  await lockTerms(tx, id)
  const found = await termsOf(tx, id)
  if (!found) return undefined
  const before: PlanTerms = { plan: found.plan, overrides: found.overrides }
  const after = next(before)
  if (isSame(before, after)) return found
  await updatePlan(tx, id, after.plan)
  await replaceOverrides(tx, id, after.overrides, now)
  await notifyAllKeys(tx)
  await releaseWhatFits(tx, id, after, now)
  await insertPlanChange(tx, id, { at: now, origin, before, after })
  const details = {
    plan: after.plan,
    was: before.plan,
    limits: after.overrides,
    limitsWere: before.overrides,
  }
  await writeAuditLine(
    tx,
    { workspaceId: id },
    { ...line, actor: actors[origin], targets: [targetOf('workspace', id)], details },
    now,
  )
  return { ...found, ...after }
}

/** Releases held-back listings of the workspace and its sandbox as far as the new cap allows. */
async function releaseWhatFits(tx: Queryable, id: string, after: PlanTerms, now: Date): Promise<void> {
  // The burst limit does not matter here.
  const cap = limitsOf(after.plan, after.overrides, 1).activeListings
  for (const workspaceId of await workspacesWithHeldListings(tx, id)) {
    await releaseHeldBack(tx, { workspaceId }, { cap, now, origin: 'plan' })
  }
}

const isSame = (a: PlanTerms, b: PlanTerms) => textOf(a) === textOf(b)

const textOf = ({ plan, overrides }: PlanTerms) =>
  JSON.stringify([plan, Object.entries(overrides).toSorted(([a], [b]) => (a < b ? -1 : 1))])
