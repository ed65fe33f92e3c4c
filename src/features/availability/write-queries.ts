import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { Keeper } from '../../records/listings/keeper.ts'
import { keeperOf } from '../../records/listings/keeper-sql.ts'
import type { Settings } from '../calendar-pushes/public.ts'

export interface WrittenListing {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
  archived_at: Date | null
  keeper: Keeper
}

export async function writtenListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<WrittenListing[]> {
  const { rows } = await sql<WrittenListing>`
    select l.id, l.name, l.active, l.inactive_reason, l.archived_at, ${keeperOf('l')} as keeper
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

interface Nights {
  listingIds: readonly string[]
  dates: readonly string[]
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
