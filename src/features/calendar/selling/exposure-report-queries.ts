/** Sold nights that stayed open on a channel, and which were reported. The first query spans all workspaces. */
import { sql } from 'kysely'
import type { NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Workspaces with something to report: exposed since `before` or longer, or reported and over. */
export async function workspacesToTell(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct workspace_id from (
      (select workspace_id from channel_nights
       where exposed_since <= ${before} and told_at is null order by exposed_since limit ${limit})
      union all
      (select workspace_id from channel_nights where told_at is not null and exposed_since is null limit ${limit})) due`.execute(
    db,
  )
  return rows.map((row) => row.workspace_id)
}

/** Since when the night is exposed that has to be reported first, null if none is; and whether a reported exposure is over. */
export async function firstToTell(db: Queryable): Promise<{ since: Date | null; isOver: boolean }> {
  const { rows } = await sql<{ since: Date | null; isOver: boolean }>`
    select (select min(exposed_since) from channel_nights where exposed_since is not null and told_at is null) as since,
           exists (select 1 from channel_nights where told_at is not null and exposed_since is null) as "isOver"`.execute(
    db,
  )
  return rows[0] ?? { since: null, isOver: false }
}

export interface ReportedLink {
  listingId: string
  provider: string
  connectionId: string
  externalId: string
  account: NonNullable<NewEvent['account']>
  nights: string[]
  /** Since when the first night can be sold twice; for an ended exposure, when it was reported. */
  since: Date
}

const byLink = ({ workspaceId }: Scope) => sql`
  select k.listing_id as "listingId", c.provider, k.connection_id as "connectionId", k.external_id as "externalId",
         jsonb_build_object('id', c.id::text, 'provider', c.provider, 'externalAccountId', c.external_account_id) as account,
         array_agg(marked.date::text order by marked.date) as nights, min(marked.since) as since
  from marked
  join selling_links k on k.workspace_id = ${workspaceId} and k.connection_id = marked.connection_id
    and k.external_id = marked.external_id
  join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
  group by k.workspace_id, k.listing_id, k.connection_id, k.external_id, c.id, c.provider, c.external_account_id
  order by k.connection_id, k.external_id`

/** Marks them as reported. The caller holds the workspace head, so nobody reports them twice. */
export async function takeExposed(
  tx: Queryable,
  scope: Scope,
  { before, now }: { before: Date; now: Date },
): Promise<ReportedLink[]> {
  const { rows } = await sql<ReportedLink>`
    with marked as (
      update channel_nights set told_at = ${now}
      where workspace_id = ${scope.workspaceId} and exposed_since <= ${before} and told_at is null
      returning workspace_id, connection_id, external_id, date, exposed_since as since
    ) ${byLink(scope)}`.execute(tx)
  return rows
}

/** Reported exposures that are over, of all links or of one about to end. */
export async function takeEnded(
  tx: Queryable,
  scope: Scope,
  only: { connectionId: string; externalId: string } | null,
): Promise<ReportedLink[]> {
  const { rows } = await sql<ReportedLink>`
    with marked as (
      update channel_nights n set told_at = null
      from (select connection_id, external_id, date, told_at from channel_nights
            where workspace_id = ${scope.workspaceId} and told_at is not null
              and (exposed_since is null
                   or (connection_id, external_id) = (${only?.connectionId ?? null}::bigint, ${only?.externalId ?? null}::text))
            for update) was
      where n.workspace_id = ${scope.workspaceId} and n.connection_id = was.connection_id
        and n.external_id = was.external_id and n.date = was.date
      returning n.workspace_id, n.connection_id, n.external_id, n.date, was.told_at as since
    ) ${byLink(scope)}`.execute(tx)
  return rows
}
