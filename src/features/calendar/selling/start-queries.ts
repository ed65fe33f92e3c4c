/** Starts and stops writing our calendar to a channel listing. */
import { sql } from 'kysely'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { allNightsOf } from '../../../records/calendar/public.ts'
import { updateSyncEnabled } from '../../../records/listings/channel-link-queries.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

/** Schedules all nights, which are read back as they are sent. A link that sells already stays as it is. */
export async function startSelling(
  tx: Queryable,
  scope: Scope,
  key: ChannelLinkKey,
  { listingId, mendsDrift = true, now }: { listingId: string; mendsDrift?: boolean; now: Date },
): Promise<void> {
  const { first, last } = allNightsOf(listingId, now)
  await sql`
    insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, mends_drift, changed_from,
                               changed_to, changed_since, compared_at, wake_at)
    values (${scope.workspaceId}, ${key.connectionId}, ${key.externalId}, ${listingId}, ${now}, ${mendsDrift}, ${first},
            ${last}, ${now}, ${now}, ${now})
    on conflict (workspace_id, connection_id, external_id) do nothing`.execute(tx)
  await notifyWork(tx, 'selling')
  await updateSyncEnabled(tx, scope, key, { enabled: true, now })
}

export async function stopSelling(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<void> {
  await sql`
    delete from selling_links
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = ${externalId}`.execute(tx)
}

/** With `mends`, differences that were only reported so far are corrected at once. */
export async function updateMendsDrift(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  { mends, now }: { mends: boolean; now: Date },
): Promise<void> {
  await sql`
    update selling_links
    set mends_drift = ${mends}, wake_at = case when ${mends} then least(wake_at, ${now}::timestamptz) else wake_at end
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = ${externalId}`.execute(tx)
  if (!mends) return
  await sql`
    update channel_nights set state = 'pending', next_attempt_at = ${now}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and state = 'refused' and error_code = ${driftCode}`.execute(tx)
  await notifyWork(tx, 'selling')
}

/** Error code of a night whose value on the channel was not set from here. */
export const driftCode = 'drift'
