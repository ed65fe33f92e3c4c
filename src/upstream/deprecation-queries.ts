import { sql } from 'kysely'
import type { VendorDeprecation } from '../connector-kit/deprecations.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface StoredDeprecation extends VendorDeprecation {
  firstAt: string
  lastAt: string
}

const mostKept = sql.lit(20)
/** A call that is made all the time is written down once in this time. */
const noteEvery = sql.lit('1 day')

/** Keeps the ones announced last. Returns whether this one was not known. */
export async function storeDeprecation(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { key, deprecation, at }: { key: string; deprecation: VendorDeprecation; at: Date },
): Promise<boolean> {
  const now = at.toISOString()
  const { rows } = await sql<{ known: boolean }>`
    with before as (
      select workspace_id, id, coalesce(vendor_deprecations, '{}') as kept, vendor_deprecations -> ${key} as known
      from connections
      where workspace_id = ${scope.workspaceId} and id = ${connectionId}
      for update)
    update connections c set vendor_deprecations = (
      select jsonb_object_agg(newest.key, newest.value) from (
        select one.key, one.value
        from jsonb_each(before.kept || jsonb_build_object(${key}::text, ${JSON.stringify(deprecation)}::jsonb
          || jsonb_build_object('firstAt', coalesce(before.known ->> 'firstAt', ${now}), 'lastAt', ${now}::text))) one
        order by one.value ->> 'lastAt' desc
        limit ${mostKept}) newest)
    from before
    where c.workspace_id = before.workspace_id and c.id = before.id
      and (before.known is null or (before.known ->> 'lastAt')::timestamptz <= ${now}::timestamptz - interval ${noteEvery})
    returning before.known is not null as known`.execute(db)
  return rows[0]?.known === false
}
