import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Adds preferences that bookings do not contain; known values are never cleared. */
export async function updatePreferences(
  tx: Queryable,
  scope: Scope,
  id: string,
  { currency, isBusinessTraveler }: { currency: string | null; isBusinessTraveler: boolean },
): Promise<void> {
  await sql`
    update guests
    set currency = coalesce(currency, ${currency}),
        is_business_traveler = is_business_traveler or ${isBusinessTraveler}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}

/** Links a guest without a PMS to this one. */
export async function updateGuestPms(
  tx: Queryable,
  scope: Scope,
  id: string,
  { connectionId, externalId }: { connectionId: string; externalId: string },
): Promise<void> {
  await sql`
    update guests g set connection_id = ${connectionId}, external_id = ${externalId}
    where g.workspace_id = ${scope.workspaceId} and g.id = ${id} and g.connection_id is null
      and not exists (select from guests o where o.workspace_id = g.workspace_id
                      and o.connection_id = ${connectionId} and o.external_id = ${externalId})`.execute(tx)
}
