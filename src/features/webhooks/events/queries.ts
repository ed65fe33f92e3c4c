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
  reservationId?: string | undefined
  conversationId?: string | undefined
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

/** Sequences of the events about a stay: its own, those of its messages, and those of its alterations. */
const sequencesOfReservation = (
  { workspaceId }: Scope,
  id: string,
  after: number,
): RawBuilder<unknown> => sql`
  select o.sequence from events o
  where o.workspace_id = ${workspaceId}::bigint and o.object_type = 'reservation' and o.object_id = ${id}::bigint
    and o.sequence > ${after}
  union all
  select o.sequence from conversations c
  join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
  join events o on o.workspace_id = m.workspace_id and o.object_type = 'message' and o.object_id = m.id
  where c.workspace_id = ${workspaceId}::bigint and c.reservation_id = ${id}::bigint and o.sequence > ${after}
  union all
  select o.sequence from reservation_alterations a
  join events o on o.workspace_id = a.workspace_id and o.object_type = 'alteration' and o.object_id = a.id
  where a.workspace_id = ${workspaceId}::bigint and a.reservation_id = ${id}::bigint and o.sequence > ${after}`

const sequencesOfConversation = (
  { workspaceId }: Scope,
  id: string,
  after: number,
): RawBuilder<unknown> => sql`
  select o.sequence from messages m
  join events o on o.workspace_id = m.workspace_id and o.object_type = 'message' and o.object_id = m.id
  where m.workspace_id = ${workspaceId}::bigint and m.conversation_id = ${id}::bigint and o.sequence > ${after}
  union all
  select o.sequence from events o
  where o.workspace_id = ${workspaceId}::bigint and o.object_type = 'conversation' and o.object_id = ${id}::bigint
    and o.sequence > ${after}
  union all
  select o.sequence from inquiries i
  join events o on o.workspace_id = i.workspace_id and o.object_type = 'inquiry' and o.object_id = i.id
  where i.workspace_id = ${workspaceId}::bigint and i.conversation_id = ${id}::bigint and o.sequence > ${after}`

/** The events of one record are few and found by an index, so all of them are checked. */
function rangeOf(
  scope: Scope,
  { after, reservationId, conversationId }: EventLogFilter,
): { condition: RawBuilder<unknown>; isWhole: boolean } {
  const found = [
    ...(reservationId === undefined ? [] : [sequencesOfReservation(scope, reservationId, after)]),
    ...(conversationId === undefined ? [] : [sequencesOfConversation(scope, conversationId, after)]),
  ]
  return found.length === 0
    ? {
        condition: sql`e.sequence > ${after} and e.sequence < first.sequence + ${maxScanned}`,
        isWhole: false,
      }
    : {
        condition: sql.join(
          found.map((one) => sql`e.sequence = any(array(${one}))`),
          sql` and `,
        ),
        isWhole: true,
      }
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
  const { condition, isWhole } = rangeOf(scope, filters)
  // Numbers jump where a restore begins another epoch, so the scan begins at the first event that is there.
  const { rows } = await sql<{
    oldest: string | null
    latest: string | null
    first: string | null
    rows: EventLogRow[] | null
  }>`
    with first as materialized (
      select coalesce((select sequence from events where workspace_id = ${scope.workspaceId} and sequence > ${after}
                       order by sequence limit 1), ${after}::bigint + 1) as sequence
    )
    select
      (select sequence from first) as first,
      (select sequence from workspace_heads where workspace_id = ${scope.workspaceId}) as latest,
      (select sequence from events where workspace_id = ${scope.workspaceId} and sequence > 0
       order by sequence limit 1) as oldest,
      (select jsonb_agg(to_jsonb(page)) from (
         select e.sequence::text, e.id, e.type, e.account, e.data, e.created_at, s.parent_id is not null as is_child
         from first, events e join workspaces s on s.id = e.workspace_id
         where e.workspace_id = ${scope.workspaceId}
           and ${condition} and ${conditions(scope, filters)}
         order by e.sequence limit ${limit + 1}) page) as rows`.execute(db)
  const [row] = rows
  const latest = Number(row?.latest ?? 0)
  return {
    latest,
    oldest: row?.oldest == null ? null : Number(row.oldest),
    rows: (row?.rows ?? []).map((found) => ({ ...found, created_at: new Date(found.created_at) })),
    scannedTo: isWhole ? latest : Math.min(latest, Number(row?.first ?? after + 1) + maxScanned - 1),
  }
}
