import { sql } from 'kysely'
import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface CalendarOwner {
  active: boolean
  account: NonNullable<NewEvent['account']> | null
}

/** Whether anything may be told of the listing's nights, and the account that events about them name. */
export async function calendarOwner(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<CalendarOwner | undefined> {
  const { rows } = await sql<CalendarOwner>`
    select l.active, case when a.id is not null then jsonb_strip_nulls(jsonb_build_object(
             'id', a.connection_id::text, 'provider', a.provider, 'externalAccountId', a.external_account_id)) end as account
    from listings l
    left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id
    where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
  return rows[0]
}
