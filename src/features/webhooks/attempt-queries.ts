/** Deliveries as the API shows them: one per attempt. */
import { sql, type RawBuilder } from 'kysely'
import type { DeliveryFilter } from '../../contract/webhook-delivery.ts'
import { isUsual, type ListOrdering, type PageRequest } from '../../http/list.ts'
import { typesForInactiveListings } from './delivery/envelope.ts'
import { from, isSandbox, type Queryable, type Scope } from '../../platform/tenant.ts'
import { endOf } from '../../records/kept-counts/page-queries.ts'

export type AttemptRow = Awaited<ReturnType<ReturnType<typeof withEvent>['execute']>>[number]

export const attemptOrdering: ListOrdering<Pick<AttemptRow, 'started_at' | 'id'>> = {
  name: 'started',
  direction: 'desc',
  keys: [
    {
      expression: sql`delivery_attempts.started_at`,
      type: 'timestamptz',
      valueOf: (row) => row.started_at.toISOString(),
    },
    { expression: sql`delivery_attempts.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

type ShownOutcome = 'accepted' | 'failed' | 'interrupted'

const outcomes: Record<DeliveryFilter, ShownOutcome[]> = {
  all: ['accepted', 'failed', 'interrupted'],
  success: ['accepted'],
  failure: ['failed', 'interrupted'],
}

/** A child workspace's event refers to a listing of that child. */
const eventWorkspace = sql<string>`coalesce(events.origin_workspace_id, events.workspace_id)`

/** One event to each attempt: said by a limit, since the planner expects next to none of a join and would then read all attempts. */
const attemptsOf = (db: Queryable, scope: Scope, webhookId: string) =>
  from(db, scope, 'delivery_attempts')
    .where('delivery_attempts.webhook_id', '=', webhookId)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('events')
          .selectAll('events')
          .where('events.workspace_id', '=', scope.workspaceId)
          .whereRef('events.sequence', '=', 'delivery_attempts.event_sequence')
          .limit(sql.lit(1))
          .as('events'),
      (join) => join.onTrue(),
    )

/** Deliveries about a listing are hidden while it is inactive. A child's listings may lie on another machine, so they are read apart. */
const mayBeShown = (
  scope: Scope,
) => sql<boolean>`(events.listing_id is null or events.type = any(${typesForInactiveListings}::text[])
  or case when events.origin_workspace_id is null
     then exists (select from listings l where l.workspace_id = ${scope.workspaceId} and l.id = events.listing_id and l.active)
     else (events.origin_workspace_id, events.listing_id) ${isSandbox(scope) ? sql`in` : sql`not in`} (select workspace_id, id from of_children) end)`

/**
 * Listings of child workspaces that decide whether their events are shown: the inactive ones. A reset deletes listings of a sandbox and keeps their
 * events, so of sandboxes these are the active ones.
 */
const childListings = (scope: Scope) => sql`
  of_children as materialized (
    select l.workspace_id, l.id from listings l
    where l.active = ${isSandbox(scope)} and l.workspace_id in (select id from workspaces where parent_id = ${scope.workspaceId}))`

const withEvent = (db: Queryable, scope: Scope, webhookId: string) =>
  attemptsOf(db, scope, webhookId).select([
    'delivery_attempts.id',
    'events.id as event_id',
    'events.type as event_type',
    'delivery_attempts.status_code',
    'delivery_attempts.response_time_ms',
    'delivery_attempts.number',
    'delivery_attempts.outcome',
    'delivery_attempts.error',
    'delivery_attempts.started_at',
    'delivery_attempts.finished_at',
  ])

/** Merges the first rows of each outcome, which an index returns in list order. */
export async function attemptRows(
  db: Queryable,
  scope: Scope,
  of: { webhookId: string; status: DeliveryFilter },
  page: PageRequest,
): Promise<AttemptRow[]> {
  // Planning across a fortnight of partitions takes longer than reading the page.
  const isPlannedOnce = isUsual(page)
  const upTo = page.limit + page.offset
  const beginningOf = (outcome: ShownOutcome) =>
    withEvent(db, scope, of.webhookId)
      .where('delivery_attempts.outcome', '=', outcome)
      .where(mayBeShown(scope))
      .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
      .orderBy(page.orderBy as RawBuilder<unknown>)
      .limit(isPlannedOnce ? sql.lit(upTo) : upTo)
  const beginnings = outcomes[of.status].map((outcome) => sql`(${beginningOf(outcome)})`)
  const { rows } = await sql<AttemptRow>`
    with ${childListings(scope)}
    select * from (${sql.join(beginnings, sql` union all `)}) delivery_attempts
    order by ${page.orderBy} ${endOf(page, isPlannedOnce)}`.execute(db)
  return rows
}

/** The workspace's inactive listings and those of its children. */
const inactiveListings = (scope: Scope) => sql`
  hidden as materialized (
    select l.workspace_id, l.id from listings l where not l.active and l.workspace_id = ${scope.workspaceId}
    union all select workspace_id, id from of_children)`

/** Listings of a sandbox's events that are not active any more, or gone. Steps along the index instead of reading every event. */
const goneListings = (scope: Scope) => sql`
  told as materialized (
    with recursive step as (
      (select coalesce(e.origin_workspace_id, e.workspace_id) as origin, e.listing_id as id from events e
       where e.workspace_id = ${scope.workspaceId} and e.listing_id is not null order by 1, 2 limit 1)
      union all
      select next.origin, next.id from step cross join lateral (
        select coalesce(e.origin_workspace_id, e.workspace_id) as origin, e.listing_id as id from events e
        where e.workspace_id = ${scope.workspaceId} and e.listing_id is not null
          and (coalesce(e.origin_workspace_id, e.workspace_id), e.listing_id) > (step.origin, step.id)
        order by 1, 2 limit 1) next
    )
    select origin, id from step
  ), active as materialized (
    select l.workspace_id, l.id from listings l where l.active and l.workspace_id = ${scope.workspaceId}
    union all select workspace_id, id from of_children
  ), hidden as materialized (
    select origin as workspace_id, id from told where (origin, id) not in (select workspace_id, id from active))`

/** All stored attempts minus the hidden ones. */
export async function attemptTotal(
  db: Queryable,
  scope: Scope,
  of: { webhookId: string; status: DeliveryFilter },
): Promise<number> {
  const counted = { all: sql`accepted + others`, success: sql`accepted`, failure: sql`others` }[of.status]
  const { rows } = await sql<{ total: string }>`
    with ${childListings(scope)}, ${isSandbox(scope) ? goneListings(scope) : inactiveListings(scope)}
    select (select coalesce(sum(${counted}), 0) from delivery_counts
            where workspace_id = ${scope.workspaceId} and webhook_id = ${of.webhookId})
         - (select count(*) from hidden
            join events e on e.workspace_id = ${scope.workspaceId} and e.listing_id = hidden.id
              and coalesce(e.origin_workspace_id, e.workspace_id) = hidden.workspace_id
              and e.type <> all(${typesForInactiveListings}::text[])
            join deliveries d on d.workspace_id = e.workspace_id and d.event_sequence = e.sequence
              and d.webhook_id = ${of.webhookId}
            join delivery_attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
              and a.outcome = any(${outcomes[of.status]}::text[])) as total`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

export type AttemptDetailRow = NonNullable<Awaited<ReturnType<typeof attempt>>>

export function attempt(db: Queryable, scope: Scope, of: { webhookId: string; id: string }) {
  return withEvent(db, scope, of.webhookId)
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.workspace_id', '=', 'delivery_attempts.workspace_id')
        .onRef('webhooks.id', '=', 'delivery_attempts.webhook_id'),
    )
    .innerJoin('workspaces', (join) => join.on(sql<boolean>`workspaces.id = ${eventWorkspace}`))
    .where('delivery_attempts.id', '=', of.id)
    .where('webhooks.deleted_at', 'is', null)
    .select([
      'delivery_attempts.signatures',
      'delivery_attempts.request_headers',
      'delivery_attempts.response_header_text',
      'delivery_attempts.response_headers',
      'delivery_attempts.response_body',
      'webhooks.api_version',
      'workspaces.parent_id',
      eventWorkspace.as('event_workspace_id'),
      sql<string>`coalesce(events.origin_sequence, events.sequence)`.as('sequence'),
      sql<string | null>`nullif(events.purpose, 'child')`.as('purpose'),
      'delivery_attempts.delivery_id',
      'events.account',
      'events.data',
      'events.created_at as event_at',
      'events.listing_id',
    ])
    .executeTakeFirst()
}
