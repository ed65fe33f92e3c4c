/** Nights that another table of this server decided become the calendar's own. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { holds } from './public.ts'

/**
 * Copies the nights from the listing's keeper, including settings still in flight. A night that a stay holds reopens
 * with the stay; any other closed night was closed by the host.
 */
export async function takeCalendarOver(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  now: Date,
): Promise<void> {
  await sql`
    update calendar_days d
    set available = d.available or exists (
          select from reservations stay
          where stay.workspace_id = ${scope.workspaceId} and stay.listing_id = d.listing_id and stay.check_in <= d.date
            and stay.check_out > d.date and ${holds(now)}),
        available_units = l.unit_count, updated_at = ${now}
    from listings l
    where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and l.workspace_id = d.workspace_id
      and l.id = d.listing_id`.execute(tx)
  await sql`
    update calendar_days d
    set available = coalesce(p.available, d.available), price = coalesce(p.price, d.price),
        min_nights = coalesce(p.min_nights, d.min_nights), max_nights = coalesce(p.max_nights, d.max_nights)
    from calendar_pushes p
    where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and p.workspace_id = d.workspace_id
      and p.listing_id = d.listing_id and p.date = d.date and p.state in ('pending', 'sent', 'failed')`.execute(
    tx,
  )
  await sql`
    delete from calendar_reads
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(tx)
  await sql`
    delete from night_changes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(tx)
}

interface TakenOverNight {
  listingId: string
  date: string
  version: number
}

/** Copies what the PMS accepted into the calendar where it cannot be read back. */
export async function takeOverNights(
  db: Queryable,
  scope: Scope,
  nights: readonly TakenOverNight[],
  at: Date,
): Promise<void> {
  const keys = nights.map(({ listingId, date, version }) => ({ listingId, date, version }))
  await sql`
    insert into calendar_days as d (workspace_id, listing_id, date, available, price, min_nights, max_nights,
                                    available_units, updated_at)
    select p.workspace_id, p.listing_id, p.date, coalesce(p.available, true), p.price, p.min_nights, p.max_nights,
           case when p.available is false then 0 else l.unit_count end, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r ("listingId" bigint, date date, version int)
    join calendar_pushes p on p.workspace_id = ${scope.workspaceId} and p.listing_id = r."listingId" and p.date = r.date
      and p.version = r.version
    join listings l on l.workspace_id = p.workspace_id and l.id = p.listing_id
    on conflict (workspace_id, listing_id, date) do update
      set available = case when excluded.available_units = 0 then false
                           when d.available_units = 0 then excluded.available else d.available end,
          available_units = case when excluded.available_units = 0 or d.available_units = 0
                                 then excluded.available_units else d.available_units end,
          price = coalesce(excluded.price, d.price), min_nights = coalesce(excluded.min_nights, d.min_nights),
          max_nights = coalesce(excluded.max_nights, d.max_nights), updated_at = excluded.updated_at`.execute(
    db,
  )
}
