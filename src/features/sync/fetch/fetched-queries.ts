import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface FetchedListing {
  id: string
  name: string
  model: 'home' | 'hotel'
  unitCount: number
  archived: boolean
}

/** Rooms and nights are read only from a listing's keeper. */
export async function storedListing(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<FetchedListing | undefined> {
  const { rows } = await sql<FetchedListing>`
    select id, name, model, unit_count as "unitCount", archived_at is not null as archived from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Returns inquiries that are new here and whose thread is not stored. A booking made of the inquiry counts as known.
 */
export async function inquiriesWithoutThread(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct asked.id from unnest(${externalIds}::text[]) asked (id)
    where not exists (
        select from inquiries i
        where i.workspace_id = ${scope.workspaceId} and i.connection_id = ${connectionId} and i.external_id = asked.id)
      and not exists (
        select from reservations r
        where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId} and r.external_id = asked.id)
      and not exists (
        select from conversations c
        where c.workspace_id = ${scope.workspaceId} and c.connection_id = ${connectionId}
          and c.source_reservation_id = asked.id)`.execute(db)
  return rows.map(({ id }) => id)
}
