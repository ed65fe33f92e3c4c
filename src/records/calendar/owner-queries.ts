import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface CalendarOwner {
  id: string
  active: boolean
  /** The account whose calendar it is; null: it is kept here. */
  keeper: string | null
  account: NonNullable<NewEvent['account']> | null
  /** Where its calendar is asked for; null: nowhere, or no longer. */
  atPms: { connectionId: string; externalId: string } | null
  /** Whether it is sold on channels from here. */
  sells: boolean
}

/** By listing, in the order of their ids: whether anything may be told of its nights, and the account that events about them name. */
export async function calendarOwners(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
): Promise<Map<string, CalendarOwner>> {
  if (listingIds.length === 0) return new Map()
  const { rows } = await sql<CalendarOwner>`
    select l.id, l.active, l.connection_id::text as keeper, case when a.id is not null then jsonb_strip_nulls(jsonb_build_object(
             'id', a.connection_id::text, 'provider', a.provider, 'externalAccountId', a.external_account_id)) end as account,
           case when l.connection_id is not null and l.archived_at is null
                then jsonb_build_object('connectionId', l.connection_id::text, 'externalId', l.external_id) end as "atPms",
           exists (select from selling_links k where k.workspace_id = l.workspace_id and k.listing_id = l.id) as sells
    from listings l
    left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[]) order by l.id ${prepared}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
