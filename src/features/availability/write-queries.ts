import { sql } from 'kysely'
import type { WritePolicy } from '../../contract/connection.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { Settings } from '../calendar-pushes/public.ts'

export interface WrittenListing {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
  archived_at: Date | null
  connection_id: string | null
  provider: string | null
  connection_status: string | null
  write_policy: WritePolicy | null
}

export async function writtenListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<WrittenListing[]> {
  const { rows } = await sql<WrittenListing>`
    select l.id, l.name, l.active, l.inactive_reason, l.archived_at, l.connection_id, c.provider,
           c.status as connection_status, c.write_policy
    from listings l
    left join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

interface Nights {
  listingIds: readonly string[]
  dates: readonly string[]
}

export interface NightDifference {
  listingId: string
  dates: string[]
  pricing: boolean
  availability: boolean
}

/** Which nights show something else once these settings hold, per listing. */
export async function differingNights(
  db: Queryable,
  scope: Scope,
  { listingIds, dates }: Nights,
  { available, price, minNights, maxNights }: Settings,
): Promise<NightDifference[]> {
  const { rows } = await sql<NightDifference>`
    select l.id as "listingId", array_agg(d.date::text) as dates, bool_or(x.pricing) as pricing,
           bool_or(x.availability) as availability
    from listings l
    cross join unnest(${dates}::date[]) d (date)
    left join calendar_days c on c.workspace_id = l.workspace_id and c.listing_id = l.id and c.date = d.date
    left join calendar_pushes p on p.workspace_id = l.workspace_id and p.listing_id = l.id and p.date = d.date
      and p.state in ('pending', 'sent', 'failed')
    cross join lateral (
      select ${price ?? null}::numeric is not null
               and coalesce(p.price, c.price, l.default_nightly_price) is distinct from ${price ?? null}::numeric as pricing,
             (${available ?? null}::boolean is not null
               and coalesce(p.available, c.available, true) is distinct from ${available ?? null}::boolean)
             or (${minNights ?? null}::int is not null
               and greatest(1, coalesce(p.min_nights, c.min_nights, l.min_nights)) is distinct from ${minNights ?? null}::int)
             or (${maxNights ?? null}::int is not null
               and coalesce(p.max_nights, c.max_nights, l.max_nights) is distinct from ${maxNights ?? null}::int)
               as availability
    ) x
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[]) and (x.pricing or x.availability)
    group by l.id order by l.id`.execute(db)
  return rows
}

/** Nights of listings that are kept here. */
export async function writeNights(
  db: Queryable,
  scope: Scope,
  { listingIds, dates, at }: Nights & { at: Date },
  { available, price, minNights, maxNights }: Settings,
): Promise<void> {
  await sql`
    insert into calendar_days as d (workspace_id, listing_id, date, available, price, min_nights, max_nights,
                                    available_units, updated_at)
    select l.workspace_id, l.id, n.date, coalesce(${available ?? null}::boolean, true), ${price ?? null}::numeric,
           ${minNights ?? null}::int, ${maxNights ?? null}::int, l.unit_count, ${at}::timestamptz
    from listings l cross join unnest(${dates}::date[]) n (date)
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[])
    order by l.id, n.date
    on conflict (workspace_id, listing_id, date) do update
      set available = coalesce(${available ?? null}::boolean, d.available), price = coalesce(excluded.price, d.price),
          min_nights = coalesce(excluded.min_nights, d.min_nights),
          max_nights = coalesce(excluded.max_nights, d.max_nights),
          from_rate = d.from_rate and excluded.price is null, updated_at = excluded.updated_at`.execute(db)
}
