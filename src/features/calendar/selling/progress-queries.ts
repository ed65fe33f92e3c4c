/** How far a listing's nights have come on their way to its PMS and its channels. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { CalendarProgress, NightProblem } from '../../../upstream/nights/progress.ts'

export interface PushOutcome {
  listingId: string
  nights: number
  /** Nights still in flight. */
  open: number
  refused: number
  failed: number
  unauthorized: number
  error: string | null
}

export async function pushOutcomes(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
  dates: readonly string[],
): Promise<PushOutcome[]> {
  const { rows } = await sql<PushOutcome>`
    select listing_id as "listingId", count(*)::int as nights, count(*) filter (where state in ('pending', 'sent'))::int as open,
           count(*) filter (where state = 'refused')::int as refused,
           count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'failed' and error_code = 'reauth_required')::int as unauthorized,
           min(error) filter (where state in ('refused', 'failed')) as error
    from calendar_pushes
    where workspace_id = ${scope.workspaceId} and listing_id = any(${listingIds}::bigint[])
      and date = any(${dates}::date[])
    group by listing_id order by listing_id`.execute(db)
  return rows
}

/** State of a listing's calendar at its PMS; undefined where it has none. */
export async function calendarLink(
  db: Queryable,
  scope: Scope,
  listingId: string,
  firstNight: string,
): Promise<CalendarProgress | undefined> {
  const { rows } = await sql<CalendarProgress>`
    select c.provider, l.external_id, c.status,
           coalesce((c.write_policy->'calendar'->>'availability')::boolean, false)
             or coalesce((c.write_policy->'calendar'->>'rates')::boolean, false)
             or coalesce((c.write_policy->'calendar'->>'restrictions')::boolean, false) as sync_enabled,
           r.read_at, p.*
    from listings l
    join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
    left join calendar_reads r on r.workspace_id = l.workspace_id and r.listing_id = l.id
    cross join lateral (
      select max(settled_at) filter (where state = 'confirmed') as confirmed_at,
             count(*) filter (where state in ('pending', 'failed'))::int as queued,
             min(created_at) filter (where state in ('pending', 'failed')) as queued_at,
             count(*) filter (where state = 'sent')::int as sending,
             count(*) filter (where state in ('failed', 'refused'))::int as problems,
             max(updated_at) filter (where attempts > 0) as last_sent_at
      from calendar_pushes p
      where p.workspace_id = ${scope.workspaceId} and p.listing_id = l.id and p.date >= ${firstNight}) p
    where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

export async function pushProblems(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { firstNight, limit }: { firstNight: string; limit: number },
): Promise<NightProblem[]> {
  const { rows } = await sql<NightProblem>`
    select date, error from calendar_pushes
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and date >= ${firstNight}
      and state in ('failed', 'refused')
    order by date limit ${limit}`.execute(db)
  return rows
}

export interface SellingProgress {
  progress: CalendarProgress
  /** The first problems, by date. */
  problems: NightProblem[]
}

export async function sellingProgress(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { firstNight, limit }: { firstNight: string; limit: number },
): Promise<SellingProgress[]> {
  const { rows } = await sql<CalendarProgress & { nights: NightProblem[] }>`
    select c.provider, k.external_id, c.status,
           coalesce((c.write_policy->'calendar'->>'availability')::boolean, false) as sync_enabled, n.*,
           (select coalesce(jsonb_agg(jsonb_build_object('date', p.date, 'error', p.error) order by p.date), '[]')
            from (select date, error from channel_nights p
                  where p.workspace_id = ${scope.workspaceId} and p.connection_id = k.connection_id
                    and p.external_id = k.external_id and p.date >= ${firstNight} and p.state in ('failed', 'refused')
                  order by p.date limit ${limit}) p) as nights
    from selling_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    cross join lateral (
      select max(shown_at) as read_at, max(shown_at) filter (where state = 'confirmed') as confirmed_at,
             count(*) filter (where state in ('pending', 'failed'))::int as queued,
             min(differs_since) filter (where state in ('pending', 'failed')) as queued_at,
             count(*) filter (where state = 'sent')::int as sending,
             max(shown_at) filter (where attempts > 0) as last_sent_at,
             count(*) filter (where state in ('failed', 'refused'))::int as problems
      from channel_nights n
      where n.workspace_id = ${scope.workspaceId} and n.connection_id = k.connection_id and n.external_id = k.external_id
        and n.date >= ${firstNight}) n
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId}
    order by c.provider, k.connection_id, k.external_id`.execute(db)
  return rows.map(({ nights, ...progress }) => ({ progress, problems: nights }))
}
