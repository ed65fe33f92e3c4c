/** Reads departures, each with the next arrival in the same room. */
import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface RotaFilter {
  listingId: string | undefined
  /** Without a window each property's own day counts. */
  window: { from: string; to: string } | undefined
  todays: readonly { timeZone: string | null; today: string }[]
}

export interface StoredTurnover {
  id: string
  date: string
  listing_id: string
  listing_name: string
  unit_id: string | null
  unit_name: string | null
  out_time: string | null
  out_guests: string | null
  out_owned: boolean
  next_id: string | null
  next_date: string | null
  next_time: string | null
  next_guests: string | null
  next_owned: boolean | null
}

export async function timeZones(db: Queryable, scope: Scope): Promise<(string | null)[]> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select distinct l.time_zone from listings l where ${inScope(scope, 'listings', 'l')} and l.active`.execute(
    db,
  )
  return rows.map((row) => row.time_zone)
}

/** The days of all properties bound the range of the index; each property's own is compared then. */
function onDays({ window, todays }: RotaFilter): RawBuilder<boolean> {
  if (window) return sql<boolean>`s.check_out between ${window.from}::date and ${window.to}::date`
  const days = todays.map(({ today }) => today).toSorted()
  return sql<boolean>`s.check_out between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date
    and exists (
      select from unnest(${todays.map(({ timeZone }) => timeZone ?? '')}::text[], ${todays.map(({ today }) => today)}::date[])
        zone (name, today)
      where zone.name = coalesce(l.time_zone, '') and zone.today = s.check_out)`
}

const departures = (scope: Scope, filter: RotaFilter) => sql`
  from reservations s
  join listings l on l.workspace_id = ${scope.workspaceId} and l.id = s.listing_id and l.active
  where ${inScope(scope, 'reservations', 's')} and ${inScope(scope, 'listings', 'l')}
    and s.listed_as is not null and s.status = 'confirmed' and ${onDays(filter)}
    and ${filter.listingId === undefined ? sql`true` : sql`s.listing_id = ${filter.listingId}::bigint`}`

const sameRoom = (alias: string) => sql`${sql.ref(`${alias}.listing_id`)} = s.listing_id
  and ${sql.ref(`${alias}.unit_id`)} is not distinct from s.unit_id`

/**
 * Where several stays leave rooms that nobody assigned, the first departure gets the first arrival and so on.
 */
export async function turnovers(
  db: Queryable,
  scope: Scope,
  filter: RotaFilter,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<StoredTurnover[]> {
  const { rows } = await sql<StoredTurnover>`
    with page as materialized (
      select s.id, s.listing_id, s.unit_id, s.check_out, s.check_out_time, s.occupancy, s.source, l.name
      ${departures(scope, filter)} and ${after ?? sql`true`}
      order by ${orderBy} limit ${limit} offset ${offset}
    )
    select s.id, s.check_out as date, s.listing_id, s.name as listing_name, s.unit_id, unit.name as unit_name,
           s.check_out_time as out_time, s.occupancy ->> 'total' as out_guests, s.source is not distinct from 'owner' as out_owned,
           next.id as next_id, next.check_in as next_date, next.check_in_time as next_time,
           next.occupancy ->> 'total' as next_guests, next.source is not distinct from 'owner' as next_owned
    from page s
    left join units unit on unit.workspace_id = ${scope.workspaceId} and unit.id = s.unit_id
    left join lateral (
      select count(*)::int as earlier from reservations beside
      where ${inScope(scope, 'reservations', 'beside')} and ${sameRoom('beside')} and beside.check_out = s.check_out
        and beside.id < s.id and beside.listed_as is not null and beside.status = 'confirmed'
    ) rank on true
    left join lateral (
      select coming.* from reservations coming
      where ${inScope(scope, 'reservations', 'coming')} and ${sameRoom('coming')} and coming.check_in >= s.check_out
        and coming.id <> s.id and coming.status = 'confirmed' and coming.listed_as is not null and coming.check_out > s.check_out
      order by coming.check_in, coming.id offset rank.earlier limit 1
    ) next on true
    order by s.check_out, s.id`.execute(db)
  return rows
}

export async function turnoverTotal(db: Queryable, scope: Scope, filter: RotaFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${departures(scope, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}
