import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { StayMoney } from './stay-money.ts'
import { standsUntilDeparture } from './upcoming-sql.ts'

export interface Finding {
  count: number
  samples: string[] | null
}

const mostSamples = 10

export async function findings(db: Queryable, ids: RawBuilder<unknown>): Promise<Finding> {
  const { rows } = await sql<Finding>`
    select count(*)::int as count, (array_agg(id::text order by id))[1:${sql.lit(mostSamples)}] as samples
    from (${ids}) found`.execute(db)
  return rows[0] ?? { count: 0, samples: null }
}

/** How much of a list an account has by its own count, and how much of it is here. */
export interface ListCount {
  connection_id: string
  provider: string
  entity: string
  /** null: the source does not count. */
  source: number | null
  received: number
  left_out: number
  stored: number
}

/** A server's clock and that of its database are not quite the same. */
const clocksApart = sql.lit('1 minute')

/**
 * Of every list the newest reading of all of it that ended. What was booked since is not counted: it would stand in for a row
 * that is missing.
 */
export async function listCounts(db: Queryable, child: Scope): Promise<ListCount[]> {
  const { rows } = await sql<ListCount>`
    select c.id as connection_id, c.provider, lists.entity,
           (run.progress -> lists.entity ->> 'expected')::int as source,
           coalesce((run.progress -> lists.entity ->> 'seen')::int, 0) as received,
           coalesce((run.progress -> lists.entity ->> 'leftOut')::int, 0) as left_out,
           case lists.entity
             when 'listings' then (
               select count(*)::int from listing_links k
               where k.workspace_id = c.workspace_id and k.connection_id = c.id and k.created_at <= run.until)
             when 'reservations' then (
               select count(*)::int from (
                 select r.external_id from reservations r where r.workspace_id = c.workspace_id and r.connection_id = c.id
                   and r.external_id is not null and r.created_at <= run.until
                 union
                 select i.external_id from inquiries i where i.workspace_id = c.workspace_id and i.connection_id = c.id
                   and i.created_at <= run.until) s)
             else (
               select count(*)::int from conversations v
               where v.workspace_id = c.workspace_id and v.connection_id = c.id and v.created_at <= run.until)
           end as stored
    from connections c
    cross join (values ('listings'), ('reservations'), ('conversations')) as lists (entity)
    join lateral (
      select r.progress, coalesce(r.finished_at, 'infinity') + interval ${clocksApart} as until from sync_runs r
      where r.workspace_id = c.workspace_id and r.connection_id = c.id and r.kind in ('first_import', 'import', 'full')
        and r.state in ('completed', 'partial') and lists.entity = any(r.entities)
        and r.bounds -> lists.entity -> 'since' is null
      order by r.id desc limit 1) run on true
    where c.workspace_id = ${child.workspaceId}
    order by c.id, lists.entity`.execute(db)
  return rows
}

/** Owners pay nothing for their own stays. A breakdown that was taken over in part does not add up, and is not asked to. */
export async function upcomingMoney(
  db: Queryable,
  child: Scope,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<(StayMoney & { id: string })[]> {
  const { rows } = await sql<StayMoney & { id: string }>`
    select r.id, r.total_price::text as "totalPrice", r.currency, l.currency as "listingCurrency",
           case when c.import_scope is null or c.import_scope @> '{fees,taxes}' then r.financials end as financials
    from reservations r
    left join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    left join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
    where r.workspace_id = ${child.workspaceId} and r.id > ${after} and ${standsUntilDeparture(now, 'r')}
      and r.source is distinct from 'owner'
    order by r.id limit ${limit}`.execute(db)
  return rows
}
