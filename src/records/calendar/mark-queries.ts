/** A mark shows whether anything that decides nights was written since, without reading the nights themselves. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { holds, type ListingStretch } from './night-queries.ts'

/** Any write gives a row a new `xmin`, and a row in its place has another `ctid`. */
const written = (row: string) =>
  sql`concat(count(*), '/', sum(hashtextextended(concat_ws(' ', ${sql.ref(`${row}.xmin`)}, ${sql.ref(`${row}.ctid`)}), 0)))`

/**
 * Returns a mark for each listing's stretch. While the mark is equal, `storedNights` gives the same answer for the same
 * time. Rewriting a row unchanged, or restoring the database, only changes the mark.
 */
export async function nightMarks(
  db: Queryable,
  scope: Scope,
  stretches: readonly ListingStretch[],
  now: Date,
): Promise<Map<string, string>> {
  const column = (name: keyof ListingStretch) => stretches.map((stretch) => stretch[name])
  const { rows } = await sql<{ listing_id: string; mark: string }>`
    select a.listing_id::text, concat_ws('.', l.xmin,
      (select ${written('d')} from calendar_days d
       where d.workspace_id = ${scope.workspaceId} and d.listing_id = a.listing_id and d.date between a.first and a.last),
      (select ${written('p')} from calendar_pushes p
       where p.workspace_id = ${scope.workspaceId} and p.listing_id = a.listing_id and p.date between a.first and a.last
         and p.state in ('pending', 'sent', 'failed')),
      (select ${written('stay')} from reservations stay
       where stay.workspace_id = ${scope.workspaceId} and stay.listing_id = a.listing_id
         and stay.check_out > a.first and stay.check_in <= a.last and ${holds(now)}),
      (select ${written('c')} from night_changes c
       where c.workspace_id = ${scope.workspaceId} and c.listing_id = a.listing_id and c.date between a.first and a.last),
      (select ${written('s')} from sold_nights s
       where s.workspace_id = ${scope.workspaceId} and s.listing_id = a.listing_id and s.date between a.first and a.last),
      (select concat(${written('b')}, string_agg(f.closes, '' order by b.id)) from ical_spans b
       join ical_feeds f on f.workspace_id = b.workspace_id and f.id = b.feed_id
       where b.workspace_id = ${scope.workspaceId} and b.listing_id = a.listing_id and b.holds
         and b.until > a.first and b.first_night <= a.last)) as mark
    from unnest(${column('listingId')}::bigint[], ${column('first')}::date[], ${column('last')}::date[])
      a (listing_id, first, last)
    join listings l on l.workspace_id = ${scope.workspaceId} and l.id = a.listing_id`.execute(db)
  return new Map(rows.map((row) => [row.listing_id, row.mark]))
}
