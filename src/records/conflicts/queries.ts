/** Finds which stays were sold for the same night. */
import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { holds, type ListingStretch } from '../calendar/public.ts'
import type { StayConflict, NightHolder, OversoldNight, StayPair, ConflictPlace } from './rules.ts'

export interface ConflictLookup {
  stretches: readonly ListingStretch[]
  /** Every pair of these stays is looked at. */
  ids: readonly string[]
  /** The new places of stays that are not stored yet; null if all are stored. */
  coming: readonly (ConflictPlace & NightHolder)[] | null
}

/**
 * Returns known pairs that may have ended, and each night sold more often than there are units. A pair with a stay
 * outside is checked on all its nights. Listings with an unknown number of units (0) are left out.
 */
// One statement, because a booking waits for it.
// oxlint-disable-next-line eslint/max-lines-per-function
export async function conflictState(
  db: Queryable,
  scope: Scope,
  { stretches, ids, coming }: ConflictLookup,
  now: Date,
): Promise<{ known: StayPair[]; nights: OversoldNight[] }> {
  const column = (name: keyof ListingStretch) => stretches.map((stretch) => stretch[name])
  const notYet = coming === null ? [] : ids
  const { rows } = await sql<{ known: StayPair[]; nights: OversoldNight[] }>`
    with given as materialized (
      select * from unnest(${column('listingId')}::bigint[], ${column('first')}::date[], ${column('last')}::date[])
        g (listing_id, first, last)
    ), known as materialized (
      select c.listing_id, c.stay_id, c.other_id, greatest(a.check_in, b.check_in) as first,
             least(a.check_out, b.check_out) - 1 as last,
             c.stay_id = any(${ids}::bigint[]) or c.other_id = any(${ids}::bigint[]) as is_named
      from stay_conflicts c
      join reservations a on a.workspace_id = c.workspace_id and a.id = c.stay_id
      join reservations b on b.workspace_id = c.workspace_id and b.id = c.other_id
      where c.workspace_id = ${scope.workspaceId}
        and (c.stay_id = any(${ids}::bigint[]) or c.other_id = any(${ids}::bigint[])
             or c.listing_id = any(${[...new Set(column('listingId'))]}::bigint[])
                and exists (select from given g where g.listing_id = c.listing_id
                            and g.last >= greatest(a.check_in, b.check_in) and g.first < least(a.check_out, b.check_out)))
    ), asked as materialized (
      select listing_id, lower(nights) as first, upper(nights) - 1 as last
      from (select listing_id, unnest(range_agg(daterange(first, last, '[]'))) as nights
            from (select * from given union all select listing_id, first, last from known where not is_named) parts
            where first <= last group by listing_id) together
    ), standing as materialized (
      select a.first, a.last, stay.listing_id, stay.check_in, stay.check_out, stay.id, stay.connection_id, stay.source,
             stay.confirmation_code
      from asked a
      join reservations stay on stay.workspace_id = ${scope.workspaceId} and stay.listing_id = a.listing_id
        and stay.check_out > a.first and stay.check_in <= a.last and ${holds(now)}
        and stay.id <> all(${notYet}::bigint[])
      union all
      select a.first, a.last, c.*
      from asked a
      join jsonb_to_recordset(${JSON.stringify(coming ?? [])}::jsonb) as c (
        listing_id bigint, check_in date, check_out date, id bigint, connection_id bigint, source text,
        confirmation_code text) on c.listing_id = a.listing_id and c.check_out > a.first and c.check_in <= a.last
    ), counted as (
      select s.listing_id, greatest(s.check_in, s.first) + n as date, count(*) as stays
      from standing s
      cross join lateral generate_series(0, least(s.check_out - 1, s.last) - greatest(s.check_in, s.first)) n
      group by 1, 2 having count(*) > 1
    ), oversold as (
      select c.listing_id::text, c.date, l.unit_count as units, (
               select jsonb_agg(jsonb_build_object('id', s.id::text, 'connection_id', s.connection_id::text,
                        'source', s.source, 'confirmation_code', s.confirmation_code) order by s.id)
               from standing s
               where s.listing_id = c.listing_id and c.date between s.first and s.last
                 and c.date >= s.check_in and c.date < s.check_out) as holders
      from counted c
      join listings l on l.workspace_id = ${scope.workspaceId} and l.id = c.listing_id
        and l.unit_count > 0 and l.unit_count < c.stays
    )
    select (select coalesce(jsonb_agg(jsonb_build_object(
              'listing_id', listing_id::text, 'stay_id', stay_id::text, 'other_id', other_id::text)), '[]')
            from known) as known,
           (select coalesce(jsonb_agg(to_jsonb(o) order by o.date), '[]') from oversold o) as nights ${prepared}`.execute(
    db,
  )
  return rows[0] ?? { known: [], nights: [] }
}

export async function insertConflicts(
  db: Queryable,
  scope: Scope,
  conflicts: readonly StayConflict[],
  at: Date,
): Promise<void> {
  if (conflicts.length === 0) return
  await sql`
    insert into stay_conflicts (workspace_id, stay_id, other_id, listing_id, since)
    select ${scope.workspaceId}, stay_id, other_id, listing_id, ${at}
    from jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb) as r (stay_id bigint, other_id bigint, listing_id bigint)`.execute(
    db,
  )
}

export async function deleteConflicts(
  db: Queryable,
  scope: Scope,
  pairs: readonly StayPair[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    delete from stay_conflicts c
    using jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r (stay_id bigint, other_id bigint)
    where c.workspace_id = ${scope.workspaceId} and c.stay_id = r.stay_id and c.other_id = r.other_id`.execute(
    db,
  )
}
