import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface ChangedNights {
  count: number
  first: string
  last: string
  pricing: boolean
  availability: boolean
}

/**
 * Answers what was new or different; null when nothing was. A night that was set through the API goes on showing that
 * until the PMS has it, so what the PMS said of it before is no change; and a reading that began before the PMS was seen
 * to have it is out of date.
 */
export async function storeDays(
  db: Queryable,
  scope: Scope,
  listingId: string,
  days: readonly CalendarDayRecord[],
  { at, readAt }: { at: Date; readAt: Date },
): Promise<ChangedNights | null> {
  if (days.length === 0) return null
  const rules = sql`min_nights, max_nights, closed_to_arrival, closed_to_departure, available_units`
  const { rows } = await sql<Omit<ChangedNights, 'count'> & { count: string }>`
    with given as (
      select date, available, price, "minNights" as min_nights, "maxNights" as max_nights,
             "closedToArrival" as closed_to_arrival, "closedToDeparture" as closed_to_departure,
             "availableUnits" as available_units, note
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r (date date, available boolean, price numeric,
        "minNights" int, "maxNights" int, "closedToArrival" boolean, "closedToDeparture" boolean, "availableUnits" int,
        note text)
      where not exists (
        select from calendar_pushes p
        where p.workspace_id = ${scope.workspaceId} and p.listing_id = ${listingId} and p.date = r.date
          and p.state = 'confirmed' and p.settled_at >= ${readAt})
    ), old as (
      select d.* from calendar_days d join given g on g.date = d.date
      where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId}
    ), stored as (
      insert into calendar_days as d (workspace_id, listing_id, date, available, price, ${rules}, note, updated_at)
      select ${scope.workspaceId}, ${listingId}, date, available, price, ${rules}, note, ${at} from given
      on conflict (workspace_id, listing_id, date) do update
        set available = excluded.available, price = excluded.price, min_nights = excluded.min_nights,
            max_nights = excluded.max_nights, closed_to_arrival = excluded.closed_to_arrival,
            closed_to_departure = excluded.closed_to_departure, available_units = excluded.available_units,
            note = excluded.note, updated_at = excluded.updated_at
        where (d.available, d.price, d.min_nights, d.max_nights, d.closed_to_arrival, d.closed_to_departure,
               d.available_units, d.note)
              is distinct from (excluded.available, excluded.price, excluded.min_nights, excluded.max_nights,
                excluded.closed_to_arrival, excluded.closed_to_departure, excluded.available_units, excluded.note)
      returning d.*
    )
    select count(*) as count, min(s.date)::text as first, max(s.date)::text as last,
           bool_or(p.price is null and s.price is distinct from o.price) as pricing,
           bool_or((s.closed_to_arrival, s.closed_to_departure) is distinct from (o.closed_to_arrival, o.closed_to_departure)
             or (p.available is null and (s.available, s.available_units) is distinct from (o.available, o.available_units))
             or (p.min_nights is null and s.min_nights is distinct from o.min_nights)
             or (p.max_nights is null and s.max_nights is distinct from o.max_nights)) as availability
    from stored s
    left join calendar_pushes p on p.workspace_id = ${scope.workspaceId} and p.listing_id = ${listingId}
      and p.date = s.date and p.state in ('pending', 'sent', 'failed')
    join listings l on l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}
    cross join lateral (
      select old.available, old.price, old.min_nights, old.max_nights, old.closed_to_arrival, old.closed_to_departure,
             old.available_units
      from old where old.date = s.date
      union all
      -- Set before it was ever read: what it showed until now were the defaults.
      select p.date is not null or null, case when p.date is not null then l.default_nightly_price end,
             case when p.date is not null then coalesce(l.min_nights, s.min_nights) end,
             case when p.date is not null then s.max_nights end, case when p.date is not null then s.closed_to_arrival end,
             case when p.date is not null then s.closed_to_departure end,
             case when p.date is not null then l.unit_count end
      where not exists (select from old where old.date = s.date)
    ) o`.execute(db)
  const [row] = rows
  const count = Number(row?.count ?? 0)
  return row && count > 0 ? { ...row, count } : null
}

export async function noteCalendarRead(
  db: Queryable,
  scope: Scope,
  listingId: string,
  readAt: Date,
): Promise<void> {
  await sql`
    insert into calendar_reads as c (workspace_id, listing_id, read_at)
    values (${scope.workspaceId}, ${listingId}, ${readAt})
    on conflict (workspace_id, listing_id) do update set read_at = greatest(c.read_at, excluded.read_at)`.execute(
    db,
  )
}
