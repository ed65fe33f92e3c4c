/** Reads what is kept of the past of reservations. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { PastChange, StoryBase } from './story.ts'

/** Reads the stored record, before time derives anything. A record merged since is returned as it was until then. */
async function bases(db: Queryable, scope: Scope, ids: RawBuilder<unknown>, at: Date): Promise<StoryBase[]> {
  const { rows } = await sql<StoryBase>`
    select r.id, r.created_at, home.time_zone, (p.was ->> 'revision')::int as last_revision,
           case when p.was is null then r.merged_into::text else p.was ->> 'mergedInto' end as merged_into,
           case when p.was is null then r.listing_id::text else p.was ->> 'listingId' end as listing_id,
           case when p.was is null then r.doc else (p.was -> 'doc')::text end as doc,
           case when p.was is null then r.status else p.was ->> 'status' end as status,
           case when p.was is null then r.status_detail else p.was ->> 'statusDetail' end as status_detail,
           case when p.was is null then r.pending_reason else p.was ->> 'pendingReason' end as pending_reason,
           case when p.was is null then r.respond_by else (p.was ->> 'respondBy')::timestamptz end as respond_by
    from reservations r
    left join lateral (
      select until, was from past_parts
      where workspace_id = ${scope.workspaceId} and record_type = 'reservation' and record_id = r.id and part = 'row'
        and until > ${at}
      order by until limit 1) p on true
    left join listings home on home.workspace_id = r.workspace_id and home.id = r.listing_id
    where ${inScope(scope, 'reservations', 'r')} and r.id in (${ids})
    order by r.id`.execute(db)
  return rows
}

/** The id may belong to a record that was merged at that moment. */
export async function storyBase(
  db: Queryable,
  scope: Scope,
  id: string,
  at: Date,
): Promise<StoryBase | undefined> {
  const [base] = await bases(db, scope, sql`${id}::bigint`, at)
  const shown = base?.merged_into ?? null
  return shown === null ? base : (await bases(db, scope, sql`${shown}::bigint`, at))[0]
}

/** Returns every record that ever was the guest's, without merged ones. */
export async function basesOfGuest(
  db: Queryable,
  scope: Scope,
  guestId: string,
  at: Date,
): Promise<StoryBase[]> {
  const about = sql`workspace_id = ${scope.workspaceId} and record_type = 'reservation'`
  const all = await bases(
    db,
    scope,
    sql`
    select id from reservations where workspace_id = ${scope.workspaceId} and guest_id = ${guestId}
    union select record_id from record_history
      where ${about} and previous ->> 'guestId' = ${guestId}::text and previous ? 'guestId'
    union select record_id from past_parts where ${about} and was ->> 'guestId' = ${guestId}::text`,
    at,
  )
  return all.filter(({ merged_into: mergedInto }) => mergedInto === null)
}

/** Returns changes up to the base's, the newest first; with `since` only later ones. */
export async function storyChanges(
  db: Queryable,
  scope: Scope,
  all: readonly Pick<StoryBase, 'id' | 'last_revision'>[],
  since: Date | null = null,
): Promise<Map<string, PastChange[]>> {
  const { rows } = await sql<PastChange & { record_id: string }>`
    select h.record_id, h.revision, h.change, h.previous, h.created_at
    from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map((base) => base.last_revision)}::int[]) b (id, last_revision)
    join record_history h on h.workspace_id = ${scope.workspaceId} and h.record_type = 'reservation' and h.record_id = b.id
    where (b.last_revision is null or h.revision <= b.last_revision) ${since === null ? sql`` : sql`and h.created_at > ${since}`}
    order by h.record_id, h.revision desc`.execute(db)
  return Map.groupBy(rows, (row) => row.record_id)
}

/** Returns which of these listings were active. */
export async function listingsActiveAt(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l
    left join lateral (
      select was from past_parts
      where workspace_id = ${scope.workspaceId} and record_type = 'listing' and record_id = l.id and part = 'row' and until > ${at}
      order by until limit 1) p on true
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${listingIds}::bigint[])
      and coalesce((p.was ->> 'active')::boolean, l.active)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
