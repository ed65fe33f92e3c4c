import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { onActiveListing } from '../../../records/active-listing-sql.ts'

export interface EventLogFilter {
  after: number
  limit: number
  /** Event types and families; absent for all. */
  patterns?: readonly string[] | undefined
  account?: { provider: string; externalAccountId: string } | undefined
  listingId?: string | undefined
  /** Types that are shown although their listing is inactive. */
  shownAnyway: readonly string[]
}

export interface EventLogRow {
  sequence: string
  id: string
  type: string
  account: unknown
  data: string
  created_at: Date
  is_child: boolean
}

export interface EventLogPage {
  oldest: number | null
  latest: number
  /** One row more than requested if there are more. */
  rows: EventLogRow[]
  /** The last sequence that was checked. */
  scannedTo: number
}

/** Events that one request checks, so that a filter without matches costs no more. */
const maxScanned = 20_000

function conditions(scope: Scope, filters: EventLogFilter): RawBuilder<unknown> {
  const { patterns, account, listingId, shownAnyway } = filters
  const all = [
    sql`(e.type = any(${shownAnyway}::text[]) or ${onActiveListing(scope, sql.ref('e.listing_id'))})`,
    ...(patterns
      ? [
          sql`exists (select from unnest(${patterns}::text[]) p
              where p in ('*', e.type) or (right(p, 2) = '.*' and starts_with(e.type, left(p, -1))))`,
        ]
      : []),
    ...(account
      ? [
          sql`e.account->>'provider' = ${account.provider}
              and e.account->>'externalAccountId' = ${account.externalAccountId}`,
        ]
      : []),
    ...(scope.listingIds === undefined ? [] : [inScope(scope, 'events', 'e')]),
    ...(scope.connectionIds === undefined
      ? []
      : [
          sql`exists (select from connections c where ${inScope(scope, 'connections', 'c')}
              and e.account->>'provider' = c.provider and e.account->>'externalAccountId' = c.external_account_id)`,
        ]),
    ...(listingId === undefined ? [] : [sql`e.listing_id = ${listingId}::bigint`]),
  ]
  return sql.join(all, sql` and `)
}

/** One statement, so that the log's end and its rows are consistent. */
export async function eventLogPage(
  db: Queryable,
  scope: Scope,
  filters: EventLogFilter,
): Promise<EventLogPage> {
  const { after, limit } = filters
  const { rows } = await sql<{ oldest: string | null; latest: string | null; rows: EventLogRow[] | null }>`
    select
      (select sequence from workspace_heads where workspace_id = ${scope.workspaceId}) as latest,
      (select sequence from events where workspace_id = ${scope.workspaceId} and sequence > 0
       order by sequence limit 1) as oldest,
      (select jsonb_agg(to_jsonb(page)) from (
         select e.sequence::text, e.id, e.type, e.account, e.data, e.created_at, s.parent_id is not null as is_child
         from events e join workspaces s on s.id = e.workspace_id
         where e.workspace_id = ${scope.workspaceId}
           and e.sequence > ${after} and e.sequence <= ${after + maxScanned} and ${conditions(scope, filters)}
         order by e.sequence limit ${limit + 1}) page) as rows`.execute(db)
  const [row] = rows
  const latest = Number(row?.latest ?? 0)
  return {
    latest,
    oldest: row?.oldest == null ? null : Number(row.oldest),
    rows: (row?.rows ?? []).map((found) => ({ ...found, created_at: new Date(found.created_at) })),
    scannedTo: Math.min(latest, after + maxScanned),
  }
}
