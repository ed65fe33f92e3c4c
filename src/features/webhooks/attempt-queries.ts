/** Deliveries as the API shows them: one per attempt. */
import { sql, type RawBuilder } from 'kysely'
import type { DeliveryFilter } from '../../contract/webhook-delivery.ts'
import type { Ordering, PageRequest } from '../../http/list.ts'
import { toldOfInactiveListings } from './delivery/envelope.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

export type AttemptRow = Awaited<ReturnType<typeof attemptRows>>[number]

export const attemptOrdering: Ordering<Pick<AttemptRow, 'started_at' | 'id'>> = {
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

const outcomes: Record<DeliveryFilter, ('accepted' | 'failed' | 'interrupted')[]> = {
  all: ['accepted', 'failed', 'interrupted'],
  success: ['accepted'],
  failure: ['failed', 'interrupted'],
}

/** An event of a child workspace is about a listing of that one. */
const eventWorkspace = sql<string>`coalesce(events.origin_workspace_id, events.workspace_id)`

const attemptsOf = (db: Queryable, scope: Scope, webhookId: string) =>
  from(db, scope, 'delivery_attempts')
    .where('delivery_attempts.webhook_id', '=', webhookId)
    .innerJoin('events', (join) =>
      join
        .onRef('events.workspace_id', '=', 'delivery_attempts.workspace_id')
        .onRef('events.sequence', '=', 'delivery_attempts.event_sequence'),
    )

/** What was sent about a listing is no longer shown while it is switched off. */
const mayBeShown = sql<boolean>`(events.listing_id is null or events.type = any(${toldOfInactiveListings}::text[])
  or exists (select from listings l where l.workspace_id = ${eventWorkspace} and l.id = events.listing_id and l.active))`

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

export function attemptRows(
  db: Queryable,
  scope: Scope,
  of: { webhookId: string; status: DeliveryFilter },
  page: PageRequest,
) {
  return withEvent(db, scope, of.webhookId)
    .where('delivery_attempts.outcome', 'in', outcomes[of.status])
    .where(mayBeShown)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function attemptTotal(
  db: Queryable,
  scope: Scope,
  of: { webhookId: string; status: DeliveryFilter },
): Promise<number> {
  const { count } = await attemptsOf(db, scope, of.webhookId)
    .where('delivery_attempts.outcome', 'in', outcomes[of.status])
    .where(mayBeShown)
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
      'delivery_attempts.request_headers',
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
