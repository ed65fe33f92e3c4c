import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { StoredScoreItem, UsedChannel } from './rehearsal-score.ts'
import { standsUntilDeparture } from './upcoming-sql.ts'

/**
 * Channels on which the migration's listings are sold: those the old system names and those of upcoming
 * stays. A listing is connected if an account of the parent has it on that channel.
 */
export async function usedChannels(
  db: Queryable,
  parent: Scope,
  child: Scope,
  now: Date,
): Promise<UsedChannel[]> {
  const { rows } = await sql<UsedChannel>`
    with used as (
      select k.platform as channel, k.listing_id, k.external_id
      from channel_links k
      join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
      where k.workspace_id = ${child.workspaceId} and k.platform in ('airbnb', 'booking', 'vrbo') and l.archived_at is null
      union all
      select case when r.source = 'booking.com' then 'booking' else r.source end, r.listing_id, null
      from reservations r
      where r.workspace_id = ${child.workspaceId} and r.source in ('airbnb', 'booking.com', 'vrbo')
        and ${standsUntilDeparture(now, 'r')}
    ), listed as (
      select u.channel, u.listing_id, bool_or(exists (
        select from listing_links p
        join connections c on c.workspace_id = p.workspace_id and c.id = p.connection_id
        where p.workspace_id = ${parent.workspaceId} and p.external_id = u.external_id
          and c.provider = u.channel and c.status <> 'disconnected')) as connected
      from used u group by u.channel, u.listing_id
    )
    select channel, count(*)::int as listings, count(*) filter (where connected)::int as connected,
           coalesce((array_agg(listing_id::text order by listing_id) filter (where not connected))[1:10], '{}') as samples
    from listed group by channel order by channel`.execute(db)
  return rows
}

export interface StoredRehearsal {
  rehearsed_at: Date
  go: boolean
  score: number
  items: StoredScoreItem[]
}

export async function storedRehearsal(db: Queryable, child: Scope): Promise<StoredRehearsal | undefined> {
  const { rows } = await sql<StoredRehearsal>`
    select rehearsed_at, go, score, items from migration_rehearsals
    where workspace_id = ${child.workspaceId}`.execute(db)
  return rows[0]
}

/** The last rehearsal of each migration, in one statement. */
export async function lastRehearsals(
  db: Queryable,
  parent: Scope,
  workspaceIds: readonly string[],
): Promise<Map<string, StoredRehearsal>> {
  const { rows } = await sql<StoredRehearsal & { workspace_id: string }>`
    select m.workspace_id, m.rehearsed_at, m.go, m.score, m.items
    from workspaces w
    join migration_rehearsals m on m.workspace_id = w.id
    where w.parent_id = ${parent.workspaceId} and w.id = any(${workspaceIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.workspace_id, row]))
}

export async function upsertRehearsal(
  tx: Queryable,
  child: Scope,
  { rehearsed_at, go, score, items }: StoredRehearsal,
): Promise<void> {
  await sql`
    insert into migration_rehearsals (workspace_id, rehearsed_at, go, score, items)
    values (${child.workspaceId}, ${rehearsed_at}, ${go}, ${score}, ${JSON.stringify(items)}::jsonb)
    on conflict (workspace_id) do update
    set rehearsed_at = excluded.rehearsed_at, go = excluded.go, score = excluded.score, items = excluded.items`.execute(
    tx,
  )
}
