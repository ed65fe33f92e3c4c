import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

/** The listing data a property is created from. */
export interface BuiltListing {
  id: string
  name: string
  isHotel: boolean
  street: string | null
  city: string | null
  country: string | null
  postalCode: string | null
  latitude: number | null
  longitude: number | null
  currency: string | null
  units: number
  capacity: number | null
}

export async function builtListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BuiltListing | undefined> {
  const { rows } = await sql<BuiltListing>`
    select l.id, coalesce(l.public_name, l.name) as name, l.model = 'hotel' as "isHotel", l.street, l.city,
           l.country_code as country, l.postal_code as "postalCode", l.latitude::float8 as latitude,
           l.longitude::float8 as longitude, l.currency, l.unit_count as units,
           (l.details->>'personCapacity')::int as capacity
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${id} and l.archived_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Legal entities this workspace invited. */
export async function invitedEntities(
  db: Queryable,
  scope: Scope,
): Promise<{ id: string | null; email: string | null }[]> {
  const { rows } = await sql<{ id: string | null; email: string | null }>`
    select result->>'id' as id, result->>'email' as email from vendor_acts
    where workspace_id = ${scope.workspaceId} and kind = 'invite_partner' and state = 'done'
    order by created_at`.execute(db)
  return rows
}

/** Locks the room over all workspaces until the transaction ends; false: another request holds it. */
export async function lockRoom(
  tx: Queryable,
  { propertyId, roomId }: { propertyId: string; roomId: string },
): Promise<boolean> {
  const name = `booking room ${propertyId} ${roomId}`
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(tx)
  return rows[0]?.got === true
}

/** Whether another unit request for the room has an unknown outcome; `key` null: any request. */
export async function areUnitsOpen(
  db: Queryable,
  scope: Scope,
  { propertyId, roomId }: { propertyId: string; roomId: string },
  key: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from vendor_acts
    where workspace_id = ${scope.workspaceId} and kind = 'add_property_unit' and state in ('asking', 'unknown')
      and next_look_at is not null and request->>'propertyId' = ${propertyId} and request->>'roomId' = ${roomId}
      and key is distinct from ${key}::text
    limit 1`.execute(db)
  return rows.length > 0
}
