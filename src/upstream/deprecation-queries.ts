import { sql } from 'kysely'
import type { VendorDeprecation } from '../connector-kit/deprecations.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface StoredDeprecation extends VendorDeprecation {
  firstAt: string
  lastAt: string
}

const mostKept = 20
/** A call that is made all the time is written down once in this time. */
const noteEveryMs = 24 * 3_600_000

type StoredDeprecations = Record<string, StoredDeprecation>

/** Keeps the ones announced last. Returns whether this one was not known. */
export async function storeDeprecation(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { key, deprecation, at }: { key: string; deprecation: VendorDeprecation; at: Date },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ kept: StoredDeprecations }>`
      select coalesce(vendor_deprecations, '{}') as kept from connections
      where workspace_id = ${scope.workspaceId} and id = ${connectionId}
      for update`.execute(tx)
    const [row] = rows
    if (!row) return false
    const known = Object.hasOwn(row.kept, key) ? row.kept[key] : undefined
    if (known && at.getTime() - Date.parse(known.lastAt) < noteEveryMs) return false
    const now = at.toISOString()
    const noted = { ...row.kept, [key]: { ...deprecation, firstAt: known?.firstAt ?? now, lastAt: now } }
    const newest = Object.entries(noted)
      .toSorted(([, one], [, other]) => Date.parse(other.lastAt) - Date.parse(one.lastAt))
      .slice(0, mostKept)
    await sql`
      update connections set vendor_deprecations = ${JSON.stringify(Object.fromEntries(newest))}::jsonb
      where workspace_id = ${scope.workspaceId} and id = ${connectionId}`.execute(tx)
    return known === undefined
  })
}
