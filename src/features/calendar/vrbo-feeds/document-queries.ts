/** When documents changed, and what Vrbo fetched. */
import { secondAfter, startOfSecond } from '../../../platform/moment-sql.ts'
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { FeedKind } from './feed/facts.ts'
import type { ServedNights } from './served.ts'
import { wakeReader } from '../readers/look-queries.ts'

interface FeedKey {
  accountId: string
  kind: FeedKind
}

export interface DocumentVersion {
  listingId: string
  /** null: it was not rendered. */
  etag: string | null
  /** Fingerprint of its content and its index entry; null: no index was fetched. */
  mark: string | null
  isActive: boolean | null
}

/**
 * Answers for each listing when its document changed: in whole seconds and later than any earlier answer. So a client
 * asking by time misses no change of the same second. A document fetched before it was ever rendered counts as the one
 * its index announced.
 */
export async function noteVersions(
  db: Queryable,
  scope: Scope,
  { accountId, kind }: FeedKey,
  versions: readonly DocumentVersion[],
  now: Date,
): Promise<Map<string, Date>> {
  if (versions.length === 0) return new Map()
  const column = <Name extends keyof DocumentVersion>(name: Name) => versions.map((version) => version[name])
  const { rows } = await sql<{ listing_id: string; changed_at: Date }>`
    insert into vrbo_documents as d (workspace_id, account_id, listing_id, kind, etag, mark, active, changed_at)
    select ${scope.workspaceId}, ${accountId}, v.id, ${kind}, v.etag, v.mark, v.active,
           ${startOfSecond(now)}::timestamptz
    from unnest(${column('listingId')}::bigint[], ${column('etag')}::text[], ${column('mark')}::text[],
                ${column('isActive')}::boolean[]) v (id, etag, mark, active)
    order by v.id
    on conflict (workspace_id, account_id, listing_id, kind) do update
      set changed_at = case when d.etag = excluded.etag or (d.etag is null and excluded.mark is null) then d.changed_at
                       else greatest(excluded.changed_at, ${secondAfter(sql`d.changed_at`)}) end,
          etag = excluded.etag, mark = coalesce(excluded.mark, d.mark), active = coalesce(excluded.active, d.active)
    returning listing_id::text, changed_at`.execute(db)
  return new Map(rows.map((row) => [row.listing_id, row.changed_at]))
}

/** Fingerprint of the index when last fetched: it changes with any entry. */
export async function indexFingerprint(
  db: Queryable,
  scope: Scope,
  { accountId, kind }: FeedKey,
): Promise<{ sum: string; changedAt: Date | null }> {
  const { rows } = await sql<{ sum: string; changedAt: Date | null }>`
    select concat(count(*), '/', sum(hashtextextended(concat_ws(' ', listing_id, extract(epoch from changed_at), active), 0))) as sum,
           max(changed_at) as "changedAt"
    from vrbo_documents
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and kind = ${kind}`.execute(db)
  return rows[0] ?? { sum: '', changedAt: null }
}

/** Stores what was fetched; of parallel fetches the last rendered counts. */
export async function noteServed(
  db: Queryable,
  scope: Scope,
  { accountId, listingId }: { accountId: string; listingId: string },
  { nights, now }: { nights: ServedNights; now: Date },
): Promise<void> {
  await sql`
    with served as (
      update vrbo_listings f set served = ${JSON.stringify(nights)}::jsonb, served_at = ${now}
      where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId} and f.listing_id = ${listingId}
        and (f.served_at is null or f.served_at <= ${now}::timestamptz(3))
      returning f.workspace_id, f.account_id as reader_id, f.listing_id, f.removed_at is not null as is_over
    ) ${wakeReader(scope, 'vrbo', sql`served`)}`.execute(db)
}
