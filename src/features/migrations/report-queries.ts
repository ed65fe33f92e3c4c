import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ComparedStayMoney } from './stay-money.ts'
import { standsUntilDeparture } from './upcoming-sql.ts'

export interface ReportFinding {
  count: number
  samples: string[] | null
}

const mostSamples = 10

export async function findings(db: Queryable, ids: RawBuilder<unknown>): Promise<ReportFinding> {
  const { rows } = await sql<ReportFinding>`
    select count(*)::int as count, (array_agg(id::text order by id))[1:${sql.lit(mostSamples)}] as samples
    from (${ids}) found`.execute(db)
  return rows[0] ?? { count: 0, samples: null }
}

/** Owners pay nothing for their own stays. A partly imported breakdown does not add up, so it is not checked. */
export async function upcomingMoney(
  db: Queryable,
  child: Scope,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<(ComparedStayMoney & { id: string })[]> {
  const { rows } = await sql<ComparedStayMoney & { id: string }>`
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
