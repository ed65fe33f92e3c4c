/** Stays that a channel booked by calling this server, and tells of as an account as well. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** The name of its account, and the source of what it books. */
export const callingChannel = 'vrbo'

interface CallingBooking {
  externalId: string
  /** What it is called here, as far as the channel says it. */
  ownId: string | undefined
  listingId: string
  checkIn: string
  checkOut: string
  lastName: string | null
}

const ownIdForm = /^[1-9]\d{0,17}$/

/**
 * The row that was made by the call is the account's from now on, so that what is told next changes it and makes no other. Of
 * bookings that were made so alone: a channel names no others by our ids. One that is told without our id is found as a call finds what
 * was told before it: by its nights and the last name. Its nights are held as those of the account's stays are, and
 * no longer by places that only cancelling it here would free.
 */
export async function adoptOurs(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  told: readonly CallingBooking[],
): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ ownId, ...stay }) => ({
    ...stay,
    ownId: ownId !== undefined && ownIdForm.test(ownId) ? ownId : null,
  }))
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        "externalId" text, "ownId" bigint, "listingId" bigint, "checkIn" date, "checkOut" date, "lastName" text)
      where not exists (select from reservations known
                        where known.workspace_id = ${scope.workspaceId} and known.connection_id = ${connectionId}
                          and known.external_id = n."externalId")
    ), made as (
      select n."externalId", t.id, row_number() over (partition by n."externalId" order by t.id) as place,
             row_number() over (partition by t.id order by n."ownId" nulls last, n."externalId") as claim
      from told n
      join reservations t on t.workspace_id = ${scope.workspaceId} and t.listing_id = n."listingId" and t.connection_id is null
        and case when n."ownId" is not null then t.id = n."ownId"
                 else t.source = ${callingChannel} and t.status <> 'cancelled' and (t.check_in, t.check_out) = (n."checkIn", n."checkOut") end
      left join guests g on g.workspace_id = t.workspace_id and g.id = t.guest_id
      where exists (select from vrbo_bookings b where b.workspace_id = t.workspace_id and b.reservation_id = t.id)
        and (n."ownId" is not null or lower(g.last_name) = lower(n."lastName"))
    ), adopted as (
      update reservations t set connection_id = ${connectionId}, external_id = made."externalId"
      from made
      where t.workspace_id = ${scope.workspaceId} and t.id = made.id and made.place = 1 and made.claim = 1
      returning t.workspace_id, t.id)
    delete from sold_nights s using adopted a
    where s.workspace_id = a.workspace_id and s.workspace_id = ${scope.workspaceId} and s.reservation_id = a.id`.execute(
    tx,
  )
}
