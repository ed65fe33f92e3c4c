/** Some channels book by calling this server and also report the stay through an account. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** The provider of the channel's account, and the source of its bookings. */
export const callingChannel = 'vrbo'

interface CallingBooking {
  externalId: string
  /** Our id of the stay, if the channel names it. */
  ownId: string | undefined
  listingId: string
  checkIn: string
  checkOut: string
  lastName: string | null
}

const ownIdForm = /^[1-9]\d{0,17}$/

/**
 * Gives the account the row that the call made, so that later readings change it instead of adding one. A stay without
 * our id is found by its nights and last name. Its nights are then held like those of the account's other stays.
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
