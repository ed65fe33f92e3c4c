/** Reads one request and what followed from it. */
import { sql } from 'kysely'
import { keptEvents } from '../../../platform/trace.ts'
import { from, inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { requestColumns } from './queries.ts'
import type { StoredTrace } from './trace.ts'

const storyOf = (db: Queryable, scope: Scope) =>
  from(db, scope, 'request_log')
    // The key may belong to the parent workspace.
    .leftJoin('api_keys', 'api_keys.id', 'request_log.key_id')
    // Members of a parent workspace are not shown to its children.
    .leftJoin('members', (join) =>
      join
        .onRef('members.workspace_id', '=', 'request_log.workspace_id')
        .onRef('members.id', '=', 'api_keys.member_id'),
    )
    .select(requestColumns)
    .select([
      'request_log.workspace_id',
      'route',
      'events',
      sql<StoredTrace | null>`coalesce(story, trace::json)`.as('trace'),
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.prefix as key_prefix',
      'api_keys.member_id',
      'members.name as member_name',
      'members.email as member_email',
    ])

export type RequestStoryRow = NonNullable<Awaited<ReturnType<typeof storyById>>>

/** The time restricts the search to one partition. */
export const storyById = (db: Queryable, scope: Scope, { id, at }: { id: string; at: Date }) =>
  storyOf(db, scope)
    .where('request_log.created_at', '=', at)
    .where('request_log.id', '=', id)
    .executeTakeFirst()

/** The newest request that was sent with the id. */
export const storyByRequestId = (db: Queryable, scope: Scope, requestId: string) =>
  storyOf(db, scope)
    .where('request_id', '=', requestId)
    .orderBy('request_log.created_at', 'desc')
    .orderBy('request_log.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function linesWithRequestId(
  db: Queryable,
  scope: Scope,
  row: { id: string; request_id: string },
  limit: number,
): Promise<string[]> {
  const rows = await from(db, scope, 'request_log')
    .select('request_log.id')
    .where('request_id', '=', row.request_id)
    .where('request_log.id', '<>', row.id)
    .orderBy('request_log.created_at', 'desc')
    .orderBy('request_log.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export interface StoryEventRow {
  id: string
  type: string
  sequence: string
  object_type: string | null
  object_id: string | null
  created_at: Date
}

export async function storyEvents(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<StoryEventRow[]> {
  const { rows } = await sql<StoryEventRow>`
    select e.id, e.type, e.sequence, e.object_type, e.object_id, e.created_at
    from ${sql.table('events')} e
    where ${inScope(scope, 'events', 'e')} and e.id = any(${ids.slice(0, keptEvents)}::uuid[])
    order by e.sequence`.execute(db)
  return rows
}

export interface StoryDeliveryRow {
  event_sequence: string
  webhook_id: string
  state: 'waiting' | 'pending' | 'sending' | 'succeeded' | 'exhausted' | 'withheld'
  next_attempt_at: Date
  finished_at: Date | null
  attempts: {
    id: string
    number: number
    outcome: 'accepted' | 'failed' | 'interrupted'
    status_code: number | null
    response_time_ms: number | null
    error: string | null
    started_at: string
  }[]
}

/** A workspace may have fifty webhooks or its own limit. */
const mostDeliveries = 1_000

export async function storyDeliveries(
  db: Queryable,
  scope: Scope,
  sequences: readonly string[],
): Promise<StoryDeliveryRow[]> {
  const { rows } = await sql<StoryDeliveryRow>`
    select d.event_sequence, d.webhook_id, d.state, d.next_attempt_at, d.finished_at,
           coalesce((
             select jsonb_agg(to_jsonb(a) order by a.number) from (
               select t.id, t.number, t.outcome, t.status_code, t.response_time_ms, t.error, t.started_at
               from delivery_attempts t
               where ${inScope(scope, 'delivery_attempts', 't')} and t.delivery_id = d.id
               order by t.number desc limit 10) a), '[]'::jsonb) as attempts
    from ${sql.table('deliveries')} d
    where ${inScope(scope, 'deliveries', 'd')} and d.event_sequence = any(${sequences}::bigint[])
    order by d.event_sequence, d.created_at, d.webhook_id limit ${mostDeliveries}`.execute(db)
  return rows
}
