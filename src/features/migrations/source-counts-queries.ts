import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { EntityProgress } from '../sync/public.ts'
import { recordsHere, type ListedKind } from './source-counts-sql.ts'

/** The newest complete reading of each list and its newest count, per account. */
export interface SourceReadingRow {
  connection_id: string
  provider: string
  import_scope: string[] | null
  entity: string
  /** null if it was never read completely. */
  progress: EntityProgress | null
  finished_at: Date | null
  until: Date | null
  nights: { from: string; to: string } | null
  count_id: string | null
  count_state: string | null
  count_progress: EntityProgress | null
  counted_at: Date | null
  count_errors: { entity: string | null; message: string }[] | null
}

/** The clocks of a server and its database differ slightly. */
const clocksApart = sql.lit('1 minute')

export async function sourceReadings(
  db: Queryable,
  child: Scope,
  entities: readonly string[],
): Promise<SourceReadingRow[]> {
  const { rows } = await sql<SourceReadingRow>`
    select c.id as connection_id, c.provider, c.import_scope, lists.entity,
           coalesce(run.progress -> lists.entity, case when run.progress is not null then '{}'::jsonb end) as progress,
           run.finished_at, run.until, run.bounds -> 'calendar' as nights,
           counted.id as count_id, counted.state as count_state, counted.progress -> lists.entity as count_progress,
           counted.at as counted_at, counted.errors as count_errors
    from connections c
    cross join unnest(${entities}::text[]) with ordinality as lists (entity, place)
    left join lateral (
      select r.progress, r.bounds, r.finished_at,
             coalesce(r.finished_at, 'infinity') + interval ${clocksApart} as until
      from sync_runs r
      where r.workspace_id = ${child.workspaceId} and r.connection_id = c.id and r.kind in ('first_import', 'import', 'full')
        and r.state in ('completed', 'partial') and lists.entity = any(r.entities)
        and r.bounds -> lists.entity -> 'since' is null
      order by r.id desc limit 1) run on true
    left join lateral (
      select r.id, r.state, r.progress, r.errors, coalesce(r.finished_at, r.heartbeat_at) as at from sync_runs r
      where r.workspace_id = ${child.workspaceId} and r.connection_id = c.id and r.kind = 'count'
        and lists.entity = any(r.entities)
      order by r.id desc limit 1) counted on true
    where c.workspace_id = ${child.workspaceId}
    order by c.id, lists.place`.execute(db)
  return rows
}

/** Records created here do not replace missing ones. */
export async function storedCounts(
  db: Queryable,
  child: Scope,
  { connectionId, entity, until }: { connectionId: string; entity: ListedKind; until: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct here.external_id)::int as count
    from (${recordsHere[entity](child.workspaceId, connectionId)}) here
    where here.created_at <= ${until}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface MissingRecords {
  count: number
  samples: string[]
}

const mostSamples = sql.lit(10)

/**
 * Returns counted records that are not here. A set difference costs one sort; the planner expects one row and would
 * join all messages with each.
 */
export async function missingRecords(
  db: Queryable,
  child: Scope,
  { connectionId, entity, countId }: { connectionId: string; entity: ListedKind; countId: string },
): Promise<MissingRecords> {
  const { rows } = await sql<MissingRecords>`
    select count(*)::int as count,
           coalesce((array_agg(external_id order by external_id))[1:${mostSamples}], '{}') as samples
    from (
      select external_id from sync_seen
      where workspace_id = ${child.workspaceId} and run_id = ${countId} and entity = ${entity}
      except
      select here.external_id from (${recordsHere[entity](child.workspaceId, connectionId)}) here) missing`.execute(
    db,
  )
  return rows[0] ?? { count: 0, samples: [] }
}

export interface NightCounts {
  listings: number
  stored: number
  missing: number
  samples: string[]
}

/** Every requested night of every listing that the account keeps. */
export async function nightCounts(
  db: Queryable,
  child: Scope,
  { connectionId, until, from, to }: { connectionId: string; until: Date; from: string; to: string },
): Promise<NightCounts> {
  const { rows } = await sql<NightCounts>`
    with asked as (select ${to}::date - ${from}::date + 1 as nights), here as (
      select l.external_id, (
        select count(*) from calendar_days d
        where d.workspace_id = ${child.workspaceId} and d.listing_id = l.id and d.date between ${from} and ${to}) as nights
      from listings l
      where l.workspace_id = ${child.workspaceId} and l.connection_id = ${connectionId} and l.archived_at is null
        and l.created_at <= ${until})
    select count(*)::int as listings, coalesce(sum(here.nights), 0)::int as stored,
           coalesce(sum(asked.nights - here.nights), 0)::int as missing,
           coalesce((array_agg(here.external_id order by here.external_id)
                       filter (where here.nights < asked.nights))[1:${mostSamples}], '{}') as samples
    from here, asked`.execute(db)
  return rows[0] ?? { listings: 0, stored: 0, missing: 0, samples: [] }
}
