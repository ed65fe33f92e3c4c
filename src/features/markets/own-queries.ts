/** Reads the workspace's own listings as comparables and as part of a market. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { OwnPlace } from './own-cities.ts'
import type { Coordinates } from './coordinates.ts'

export interface OwnListing {
  id: string
  name: string
  city: string | null
  latitude: string | null
  longitude: string | null
  time_zone: string | null
  currency: string | null
  thumbnail_url: string | null
  default_price: string | null
  property_type: string | null
  room_type: string | null
  bedrooms: number | null
  capacity: number | null
}

/** Reads a detail of a listing only if it is a number. */
const counted = (name: string) =>
  sql`case when jsonb_typeof(l.details -> ${sql.lit(name)}) = 'number' then (l.details ->> ${sql.lit(name)})::numeric::int end`

const columns = sql`l.id, l.name, l.city, l.latitude, l.longitude, l.time_zone, l.currency, l.thumbnail_url,
  l.default_nightly_price as default_price, l.details ->> 'propertyType' as property_type,
  l.details ->> 'roomTypeCategory' as room_type, ${counted('bedrooms')} as bedrooms, ${counted('personCapacity')} as capacity`

export async function ownListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<OwnListing[]> {
  const { rows } = await sql<OwnListing>`
    select ${columns} from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${ids}::bigint[]) order by l.id`.execute(db)
  return rows
}

export async function ownListing(db: Queryable, scope: Scope, id: string): Promise<OwnListing | undefined> {
  const { rows } = await sql<OwnListing>`
    select ${columns} from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns other active listings within a square of degrees; the caller cuts out the circle. */
export async function ownNeighbours(
  db: Queryable,
  scope: Scope,
  { place, radiusKm, except }: { place: Coordinates; radiusKm: number; except: string },
): Promise<OwnListing[]> {
  const high = radiusKm / 110
  const wide = high / Math.max(0.01, Math.cos((place.latitude * Math.PI) / 180))
  const { rows } = await sql<OwnListing>`
    select ${columns} from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id <> ${except} and l.active and l.archived_at is null
      and l.latitude between ${place.latitude - high}::float8 and ${place.latitude + high}::float8
      and l.longitude between ${place.longitude - wide}::float8 and ${place.longitude + wide}::float8
    order by l.id limit 2000`.execute(db)
  return rows
}

/** Returns for every active listing what its market is found by. */
export async function ownPlaces(db: Queryable, scope: Scope): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    select l.id, l.city, l.country_code as country, l.latitude, l.longitude, l.details ->> 'propertyType' as property_type
    from listings l where ${inScope(scope, 'listings', 'l')} and l.active and l.archived_at is null
    order by l.id`.execute(db)
  return rows
}

/** Returns guests' average ratings, at most 5, of listings that have any. */
export async function ownRatings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ listing_id: string; sum: string; count: number }[]> {
  const { rows } = await sql<{ listing_id: string; sum: string; count: number }>`
    select r.listing_id, sum(r.rating) as sum, count(*)::int as count from reviews r
    where ${inScope(scope, 'reviews', 'r')} and r.listing_id = any(${ids}::bigint[]) and r.reviewer_role = 'guest'
      and r.rating is not null and not r.hidden
    group by r.listing_id`.execute(db)
  return rows
}
