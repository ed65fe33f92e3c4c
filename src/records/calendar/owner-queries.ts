import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface CalendarOwner {
  id: string
  active: boolean
  /** The account that keeps the calendar; null if the listing is kept here. */
  keeper: string | null
  account: NonNullable<NewEvent['account']> | null
  /** The account and id to ask for the calendar; null if it cannot be asked any more. */
  atPms: { connectionId: string; externalId: string } | null
  /** Whether channels sell the listing from this calendar. */
  sells: boolean
}

/** Returns by listing, ordered by id, whether events may tell of its nights and which account they name. */
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
           exists (select from selling_links k where k.workspace_id = ${scope.workspaceId} and k.listing_id = l.id) as sells
    from listings l
    left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${listingIds}::bigint[]) order by l.id ${prepared}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
