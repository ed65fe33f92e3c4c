/**
 * The endpoints that a process may claim from, as SQL. What differs per endpoint comes as JSON by its id: a join with such a list could not be
 * planned where workspaces lie on several machines (decision 0296).
 */
import { sql, type RawBuilder } from 'kysely'
import { arrayText } from '../../../platform/array-text.ts'
import type { DeliveryLease } from './claimed-delivery.ts'
import { isEndpointFreeFor } from './endpoint-lease-queries.ts'
import type { EndpointRoom, WorkspaceRoom } from './endpoint-slots.ts'
import { lowestSequence, type DeliveryLook } from './look-planner.ts'

export interface ClaimCapacity {
  /** The total; a workspace without any delivery under way may take it all. */
  total: number
  /** Limits per endpoint, and per endpoint whose latest attempts failed. */
  perEndpoint: number
  perFailingEndpoint: number
  /** Limits of workspaces that have deliveries under way. */
  workspaceRooms: readonly WorkspaceRoom[]
  /** Limits of endpoints that have deliveries under way or may take more than usual. */
  rooms: readonly EndpointRoom[]
}

/** Who claims. */
export interface ClaimHolder {
  id: string
  /** Deliveries this holder has claimed; they stay pending until their result is written. */
  has: readonly string[]
}

const jsonBy = <Item>(
  items: readonly Item[],
  entryOf: (item: Item) => readonly [string, unknown],
): RawBuilder<unknown> => sql`${JSON.stringify(Object.fromEntries(items.map(entryOf)))}::jsonb`

/** How many more deliveries each workspace with some under way may claim, by its id. */
export const workspaceRoomsJson = ({ workspaceRooms }: ClaimCapacity): RawBuilder<unknown> =>
  jsonBy(workspaceRooms, ({ workspaceId, free }) => [workspaceId, free])

/** A look everywhere takes no list of endpoints, so that it needs none. */
export function isLookedAt({ everywhere, hot, told }: DeliveryLook): RawBuilder<boolean> {
  if (everywhere) return sql`true`
  const workspaceIds = new Set([...hot.map(({ workspaceId }) => workspaceId), ...told])
  return sql`w.workspace_id = any(${[...workspaceIds]}::bigint[]) and (
    w.id = any(${hot.map(({ webhookId }) => webhookId)}::uuid[])
    or w.status = 'active' and w.workspace_id = any(${told}::bigint[]))`
}

/**
 * The open endpoints of a look, with where it starts and how many deliveries may be claimed. A paused or disabled webhook's deliveries wait; a
 * deleted one's still go out.
 */
export function openEndpoints(
  places: ClaimCapacity,
  look: DeliveryLook,
  holder: ClaimHolder,
  lease: DeliveryLease,
): RawBuilder<unknown> {
  const hot = look.everywhere && !look.onward ? [] : look.hot
  const begins = jsonBy(hot, ({ webhookId, since, sequence }) => [webhookId, [since, sequence]])
  const rooms = jsonBy(places.rooms, ({ webhookId, taken, free }) => [webhookId, [taken, free]])
  const first = look.everywhere ? '-infinity' : look.toldSince.toISOString()
  const ofOthers = sql`t.holder <> ${holder.id}::uuid`
  return sql`
    select w.workspace_id, w.id as webhook_id, coalesce(t.version, 0) as version,
           coalesce((${begins} -> w.id::text ->> 0)::timestamptz, ${first}::timestamptz) as since,
           coalesce((${begins} -> w.id::text ->> 1)::bigint, ${sql.lit(lowestSequence)}::bigint) as after,
           case when ${ofOthers} then t.delivery_ids else '{}' end as other_ids,
           case when ${ofOthers} then t.numbers else '{}' end as other_numbers,
           case when w.consecutive_failures > 0
                then ${places.perFailingEndpoint}::int - coalesce((${rooms} -> w.id::text ->> 0)::int, 0)
                else coalesce((${rooms} -> w.id::text ->> 1)::int, ${places.perEndpoint}::int) end as free
    from webhooks w
    left join delivery_turns t on t.workspace_id = w.workspace_id and t.webhook_id = w.id
    where ${isLookedAt(look)} and (w.status = 'active' or w.deleted_at is not null)
      and (w.held_until is null or w.held_until <= ${lease.now}::timestamptz) and ${isEndpointFreeFor(holder.id, lease)}`
}

/** Whether nobody claimed the pending delivery `d` of endpoint `o`: a claimed one stays pending until its result is written. */
export const isUnclaimed = ({ has }: ClaimHolder): RawBuilder<boolean> => sql`
  d.workspace_id = o.workspace_id and d.webhook_id = o.webhook_id and d.state = 'pending'
  and (d.next_attempt_at, d.event_sequence) >= (o.since, o.after) and d.id not in (select unnest(${arrayText(has)}::uuid[]))
  and o.other_numbers[array_position(o.other_ids, d.id)] is distinct from d.attempts + 1`
