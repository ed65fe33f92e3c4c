/** Stays that a channel booked by calling this server, and tells of as an account as well. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

interface Told {
  externalId: string
  /** What it is called here, as far as the channel says it. */
  ownId: string | undefined
  listingId: string
}

const ownIdForm = /^[1-9]\d{0,17}$/

/**
 * The row that was made by the call is the account's from now on, so that what is told next changes it and makes no other. Of
 * bookings that were made so alone: a channel names no others by our ids. Its nights are held as those of the account's stays are, and
 * no longer by places that only cancelling it here would free.
 */
export async function adoptOurs(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  told: readonly Told[],
): Promise<void> {
  const named = told.filter(({ ownId }) => ownId !== undefined && ownIdForm.test(ownId))
  if (named.length === 0) return
  await sql`
    with adopted as (
    update reservations t set connection_id = ${connectionId}, external_id = n.external_id
    from unnest(${named.map(({ externalId }) => externalId)}::text[], ${named.map(({ ownId }) => ownId)}::bigint[],
                ${named.map(({ listingId }) => listingId)}::bigint[]) n (external_id, id, listing_id)
    where t.workspace_id = ${scope.workspaceId} and t.id = n.id and t.listing_id = n.listing_id and t.connection_id is null
      and exists (select from vrbo_bookings b where b.workspace_id = t.workspace_id and b.reservation_id = t.id)
      and not exists (select from reservations other
                      where other.workspace_id = t.workspace_id and other.connection_id = ${connectionId}
                        and other.external_id = n.external_id)
    returning t.workspace_id, t.id)
    delete from sold_nights s using adopted a
    where s.workspace_id = a.workspace_id and s.workspace_id = ${scope.workspaceId} and s.reservation_id = a.id`.execute(
    tx,
  )
}
