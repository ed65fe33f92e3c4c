import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

/** A stored stay of a booking. */
export interface StoredBookingStay {
  connectionId: string
  code: string
  externalId: string
  listingId: string
  status: string
}

/** Stays with these confirmation codes at properties ever connected. */
export async function storedStays(
  db: Queryable,
  scope: Scope,
  codes: readonly string[],
): Promise<StoredBookingStay[]> {
  const { rows } = await sql<StoredBookingStay>`
    select n.id as "connectionId", coalesce(r.confirmation_code, '') as code, coalesce(r.external_id, '') as "externalId",
           r.listing_id as "listingId", r.status
    from reservations r
    join connections n on n.workspace_id = r.workspace_id and n.id = r.connection_id and n.provider = 'booking'
    where ${inScope(scope, 'reservations', 'r')} and r.confirmation_code = any(${codes}::text[])
    order by r.connection_id, r.id`.execute(db)
  return rows
}
