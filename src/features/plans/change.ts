/** Changing what a workspace may use; every door goes through here, so that each change is written down with it. */
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import {
  insertPlanChange,
  lockTerms,
  replaceOverrides,
  setPlan,
  termsOf,
  type Origin,
  type Terms,
  type WorkspaceTerms,
} from './queries.ts'

/** Undefined: no such workspace. `next` is given the terms as they are; nothing is written down where they stay. */
export async function changeTerms(
  db: Kysely<Database>,
  id: string,
  { origin, now }: { origin: Origin; now: Date },
  next: (before: Terms) => Terms,
): Promise<WorkspaceTerms | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockTerms(tx, id)
    const found = await termsOf(tx, id)
    if (!found) return undefined
    const before: Terms = { plan: found.plan, overrides: found.overrides }
    const after = next(before)
    if (isSame(before, after)) return found
    await setPlan(tx, id, after.plan)
    await replaceOverrides(tx, id, after.overrides, now)
    await insertPlanChange(tx, id, { at: now, origin, before, after })
    return { ...found, ...after }
  })
}

const isSame = (a: Terms, b: Terms) => textOf(a) === textOf(b)

const textOf = ({ plan, overrides }: Terms) =>
  JSON.stringify([plan, Object.entries(overrides).toSorted(([a], [b]) => (a < b ? -1 : 1))])
