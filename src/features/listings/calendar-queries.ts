/** Stays and rooms on the calendars of several listings. */
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

export interface CalendarUnit {
  listing_id: string
  id: string
  name: string
}

/** Rooms in use, as people count them: 9 stands before 10. */
export async function calendarUnits(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
): Promise<CalendarUnit[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<CalendarUnit>`
    select link.listing_id::text, unit.id::text, unit.name
    from listing_units link
    join units unit on unit.workspace_id = link.workspace_id and unit.id = link.unit_id and unit.active
    where link.workspace_id = ${scope.workspaceId} and link.listing_id = any(${listingIds}::bigint[])`.execute(
    db,
  )
  const byNumber = new Intl.Collator('en', { numeric: true })
  return rows.toSorted((a, b) => byNumber.compare(a.name, b.name) || Number(a.id) - Number(b.id))
}
