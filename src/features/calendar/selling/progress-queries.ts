/** How far a listing's nights have come on their way to its channels. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { CalendarProgress, NightProblem } from '../../../upstream/nights/progress.ts'

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
                  where p.workspace_id = k.workspace_id and p.connection_id = k.connection_id
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
      where n.workspace_id = k.workspace_id and n.connection_id = k.connection_id and n.external_id = k.external_id
        and n.date >= ${firstNight}) n
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId}
    order by c.provider, k.connection_id, k.external_id`.execute(db)
  return rows.map(({ nights, ...progress }) => ({ progress, problems: nights }))
}
