/** Since when documents are as they are, and what Vrbo fetched. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Kind } from './feed/facts.ts'
import type { ServedNights } from './served.ts'

export interface Version {
  listingId: string
  etag: string
}

/**
 * Answers by listing since when its document is as it is: in whole seconds, and later than whatever was told before, so that
 * nobody who asks by time misses a change of the same second.
 */
export async function noteVersions(
  db: Queryable,
  scope: Scope,
  { accountId, kind }: { accountId: string; kind: Kind },
  versions: readonly Version[],
  now: Date,
): Promise<Map<string, Date>> {
  if (versions.length === 0) return new Map()
  const ids = versions.map(({ listingId }) => listingId)
  const etags = versions.map(({ etag }) => etag)
  const { rows } = await sql<{ listing_id: string; changed_at: Date }>`
    insert into vrbo_documents as d (workspace_id, account_id, listing_id, kind, etag, changed_at)
    select ${scope.workspaceId}, ${accountId}, v.id, ${kind}, v.etag, date_trunc('second', ${now}::timestamptz)
    from unnest(${ids}::bigint[], ${etags}::text[]) v (id, etag)
    order by v.id
    on conflict (workspace_id, account_id, listing_id, kind) do update
      set changed_at = case when d.etag = excluded.etag then d.changed_at
                       else greatest(excluded.changed_at, d.changed_at + interval '1 second') end,
          etag = excluded.etag
    returning listing_id::text, changed_at`.execute(db)
  return new Map(rows.map((row) => [row.listing_id, row.changed_at]))
}

/** What was fetched: of several fetches at once the one that was rendered last counts. */
export async function noteServed(
  db: Queryable,
  scope: Scope,
  { accountId, listingId }: { accountId: string; listingId: string },
  { nights, now }: { nights: ServedNights; now: Date },
): Promise<void> {
  await sql`
    update vrbo_listings f set served = ${JSON.stringify(nights)}::jsonb, served_at = ${now}
    where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId} and f.listing_id = ${listingId}
      and (f.served_at is null or f.served_at <= ${now}::timestamptz(3))`.execute(db)
}
