/** Takes listings off a channel and puts them back. */
import { sql } from 'kysely'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { allNightsOf } from '../../../records/calendar/public.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

/** Marks every night for another look. Nights that already match stay untouched. */
export async function setListed(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  { isListed, at }: { isListed: boolean; at: Date },
): Promise<void> {
  const { first, last } = allNightsOf('0', at)
  await sql`
    update selling_links
    set unlisted_at = ${isListed ? null : at}::timestamptz, changed_from = least(changed_from, ${first}::date),
        changed_to = greatest(changed_to, ${last}::date), changed_since = coalesce(changed_since, ${at}::timestamptz),
        wake_at = least(wake_at, ${at}::timestamptz)
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and (unlisted_at is null) <> ${isListed}::boolean`.execute(db)
  await notifyWork(db, 'selling')
}

export interface ListedState {
  isListed: boolean
  /** Coming nights that the channel is not yet confirmed to show as intended. */
  pending: number
}

/** undefined: our calendar is not written there. */
export async function listedState(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<ListedState | undefined> {
  const { rows } = await sql<ListedState>`
    select k.unlisted_at is null as "isListed",
           greatest(case when k.changed_since is null then 0 else 1 end, (
             select count(*) from channel_nights n
             where n.workspace_id = ${scope.workspaceId} and n.connection_id = k.connection_id
               and n.external_id = k.external_id and (k.changed_since is not null or n.state <> 'confirmed')))::int as pending
    from selling_links k
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
      and k.external_id = ${externalId}`.execute(db)
  return rows[0]
}
