import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface SellableRoom {
  roomId: string
  listingId: string
  /** The number of guests it sleeps; null: unknown. */
  capacity: number | null
  /** Whether our calendar is written there. */
  sells: boolean
  /** The provider that keeps the listing; null: a native listing. */
  keeper: string | null
}

export async function sellableRooms(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<SellableRoom[]> {
  const { rows } = await sql<SellableRoom>`
    select k.external_id as "roomId", k.listing_id as "listingId",
           (l.details->>'personCapacity')::int as capacity,
           exists (select from selling_links s where s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
                   and s.external_id = k.external_id) as sells,
           keeping.provider as keeper
    from listing_links k
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    left join connections keeping on keeping.workspace_id = l.workspace_id and keeping.id = l.connection_id
    where ${inScope(scope, 'listing_links', 'k')} and k.connection_id = ${connectionId} and l.archived_at is null
    order by k.external_id`.execute(db)
  return rows
}
