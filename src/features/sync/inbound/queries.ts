/**
 * A vendor's one address concerns every workspace that knows the record, so these queries look over all. Sandboxes and
 * disconnected accounts are left out.
 */
import { sql } from 'kysely'
import { holds } from '../../../records/calendar/public.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** One of our listings under the vendor's id that was asked for. */
export interface QuestionedListing {
  workspaceId: string
  connectionId: string
  listingId: string
  /** `asker` is the account that asks, `other` the account of another connection. */
  keeper: 'us' | 'asker' | 'other'
  is_archived: boolean
  /** Whether the whole calendar was read before. */
  is_read: boolean
  unit_count: number
  min_nights: number | null
  max_nights: number | null
  /** Nights that the confirmation code's stay holds here, once for each account that reports it. */
  own: { checkIn: string; checkOut: string }[]
}

const connected = (provider: string) =>
  sql`c.provider = ${provider} and c.status <> 'disconnected' and not is_sandbox_id(c.workspace_id)`

/** Returns each listing once, by workspace and id. */
export async function questionedListings(
  db: Queryable,
  asked: { provider: string; listingExternalId: string; confirmationCode: string | null },
  now: Date,
): Promise<QuestionedListing[]> {
  const { rows } = await sql<QuestionedListing>`
    select distinct on (k.workspace_id, l.id) k.workspace_id as "workspaceId", k.connection_id as "connectionId", l.id as "listingId",
           case when l.connection_id is null then 'us'
                when (l.connection_id, l.external_id) = (k.connection_id, k.external_id) then 'asker' else 'other' end as keeper,
           l.archived_at is not null as is_archived,
           exists (select from calendar_reads r
                   where r.workspace_id = l.workspace_id and r.listing_id = l.id and r.read_order > 0) as is_read,
           l.unit_count, l.min_nights, l.max_nights,
           coalesce((select jsonb_agg(jsonb_build_object('checkIn', stay.check_in, 'checkOut', stay.check_out))
                     from reservations stay
                     where stay.workspace_id = l.workspace_id and stay.confirmation_code = ${asked.confirmationCode}
                       and stay.listing_id = l.id and ${holds(now)}), '[]') as own
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id and ${connected(asked.provider)}
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.external_id = ${asked.listingExternalId}
    order by k.workspace_id, l.id, (l.connection_id, l.external_id) is distinct from (k.connection_id, k.external_id)`.execute(
    db,
  )
  return rows
}

export interface KnowingConnection {
  workspaceId: string
  connectionId: string
  /** Any listing of the account. */
  aListing: string | null
}

/** Returns a host's connections and those that know one of the listings: reachable ones first, then the oldest. */
export async function connectionsKnowing(
  db: Queryable,
  provider: string,
  {
    accountExternalId,
    listingExternalIds,
  }: { accountExternalId: string | null; listingExternalIds: readonly string[] },
): Promise<KnowingConnection[]> {
  const { rows } = await sql<KnowingConnection>`
    select c.workspace_id as "workspaceId", c.id as "connectionId",
           (select min(k.external_id) from listing_links k
            where k.workspace_id = c.workspace_id and k.connection_id = c.id) as "aListing"
    from connections c
    where ${connected(provider)} and (c.workspace_id, c.id) in (
      select host.workspace_id, host.id from connections host
      where host.provider = ${provider} and host.external_account_id = ${accountExternalId}
      union all
      select k.workspace_id, k.connection_id from listing_links k
      where k.external_id = any(${listingExternalIds}::text[]))
    order by c.status <> 'active', c.connected_at, c.workspace_id, c.id`.execute(db)
  return rows
}

/** Returns the account that was connected first. */
export async function anyConnection(
  db: Queryable,
  provider: string,
): Promise<{ workspaceId: string; connectionId: string } | undefined> {
  const { rows } = await sql<{ workspaceId: string; connectionId: string }>`
    select c.workspace_id as "workspaceId", c.id as "connectionId" from connections c
    where ${connected(provider)} and c.status = 'active' and c.credentials is not null
    order by c.id limit 1`.execute(db)
  return rows[0]
}
