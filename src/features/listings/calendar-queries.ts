/** Stays on the calendars of several listings. */
import { sql } from 'kysely'
import { holds } from '../../records/calendar/public.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { NightWindow } from '../../http/params/night-window.ts'

/** Ids of the stays that hold a night of the window, by arrival. The words are those of the index `reservations_standing`. */
export async function stayIdsWithin(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
  { from, to }: Pick<NightWindow, 'from' | 'to'>,
  now: Date,
): Promise<string[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select stay.id
    from unnest(${listingIds}::bigint[]) asked (listing_id)
    join reservations stay on stay.workspace_id = ${scope.workspaceId} and stay.listing_id = asked.listing_id
      and stay.check_out > ${from}::date and stay.check_in <= ${to}::date and ${holds(now)}
    order by stay.check_in, stay.id`.execute(db)
  return rows.map(({ id }) => id)
}
