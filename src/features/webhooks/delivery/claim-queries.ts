/**
 * Claims due deliveries across all workspaces. A look everywhere jumps along the index from endpoint to
 * endpoint, so a backlog of a million rows at one endpoint is one step. Each endpoint gets as many rows as it
 * has free slots.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  type DeliveryLease,
  toClaimResult,
  type ClaimedDeliveryRow,
  type ClaimResult,
} from './claimed-delivery.ts'
import { arrayText } from '../../../platform/array-text.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { stillUnderWay } from '../../../records/delivery-turns-sql.ts'
import { typesForInactiveListings } from './envelope.ts'
import { lowestSequence, type DeliveryLook } from './look-planner.ts'
import { planOnce } from './plan-queries.ts'
import type { EndpointRoom, WorkspaceRoom } from './endpoint-slots.ts'
import { isEndpointFreeFor, silentLeaseEnd } from './endpoint-lease-queries.ts'

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

const beginnings = (hot: DeliveryLook['hot']) => sql`
  hot as (
    select * from unnest(${hot.map((h) => h.workspaceId)}::bigint[], ${hot.map((h) => h.webhookId)}::uuid[],
                         ${hot.map((h) => h.since.toISOString())}::timestamptz[], ${hot.map((h) => h.sequence)}::bigint[])
      as h (workspace_id, webhook_id, since, after)
  )`

const everyEndpoint = sql`
  found as (
    (select d.workspace_id, d.webhook_id from deliveries d where d.state = 'pending'
     order by d.workspace_id, d.webhook_id limit 1)
    union all
    select next.workspace_id, next.webhook_id from found, lateral (
      select d.workspace_id, d.webhook_id from deliveries d
      where d.state = 'pending' and (d.workspace_id, d.webhook_id) > (found.workspace_id, found.webhook_id)
      order by d.workspace_id, d.webhook_id limit 1) next
  ), endpoint as (
    select workspace_id, webhook_id, coalesce(hot.since, '-infinity') as since,
           coalesce(hot.after, ${sql.lit(lowestSequence)}::bigint) as after
    from found left join hot using (workspace_id, webhook_id)
  )`

const toldOf = ({ told, toldSince }: DeliveryLook) => sql`
  endpoint as (
    select * from hot
    union all
    select w.workspace_id, w.id, ${toldSince}::timestamptz, ${sql.lit(lowestSequence)}::bigint from webhooks w
    where w.workspace_id = any(${told}::bigint[]) and w.status = 'active' and w.id not in (select webhook_id from hot)
  )`

/** Who claims. */
export interface ClaimHolder {
  id: string
  /** Deliveries this holder has claimed; they stay pending until their result is written. */
  has: readonly string[]
}

/** A paused or disabled webhook's deliveries wait; a deleted one's still go out. */
const openEndpoints = (
  places: ClaimCapacity,
  look: DeliveryLook,
  holder: ClaimHolder,
  lease: DeliveryLease,
) => sql`
  held as materialized (select unnest(${arrayText(holder.has)}::uuid[]) as id),
  ${beginnings(look.everywhere && !look.onward ? [] : look.hot)}, ${look.everywhere ? everyEndpoint : toldOf(look)}, open_endpoint as (
    select w.workspace_id, w.id as webhook_id, endpoint.since, endpoint.after, coalesce(t.version, 0) as version,
           case when t.holder <> ${holder.id}::uuid then ${stillUnderWay} else '{}' end as of_others,
           case when w.consecutive_failures > 0 then ${places.perFailingEndpoint}::int - coalesce(room.taken, 0)
                else coalesce(room.free, ${places.perEndpoint}::int) end as free
    from endpoint
    join webhooks w on w.workspace_id = endpoint.workspace_id and w.id = endpoint.webhook_id
    left join unnest(${places.rooms.map((r) => r.webhookId)}::uuid[], ${places.rooms.map((r) => r.taken)}::int[],
                     ${places.rooms.map((r) => r.free)}::int[]) as room (webhook_id, taken, free)
      on room.webhook_id = w.id
    left join delivery_turns t on t.workspace_id = w.workspace_id and t.webhook_id = w.id
    where (w.status = 'active' or w.deleted_at is not null) and (w.held_until is null or w.held_until <= ${lease.now}::timestamptz)
      and ${isEndpointFreeFor(holder.id, lease)}
  )`

/** Claimed deliveries are still pending, as are those of a process that lost its lease. */
const isNew = sql`d.id not in (select id from held) and not d.id = any(o.of_others)`

/** Columns of a claimed delivery `c` and its event. */
export const claimedColumns = sql`
  c.workspace_id, c.id, c.webhook_id, c.event_sequence, c.next_attempt_at, c.failures, c.retries, c.order_key,
  coalesce(l.active, true) or e.type = any(${typesForInactiveListings}::text[]) as may_be_sent,
  coalesce(e.origin_workspace_id, e.workspace_id) as event_workspace_id, coalesce(e.origin_sequence, e.sequence) as sequence,
  nullif(e.purpose, 'child') as purpose, e.id as event_id, e.type, e.account, e.created_at as event_at,
  s.parent_id is not null as is_child`

export const claimedTables = sql`
  join events e on e.workspace_id = c.workspace_id and e.sequence = c.event_sequence
  join workspaces s on s.id = coalesce(e.origin_workspace_id, e.workspace_id)
  left join listings l on l.workspace_id = s.id and l.id = e.listing_id`

/** The data of each endpoint in `c`, once per endpoint. */
export const claimedEndpoints = (c: RawBuilder<unknown>, now: Date) => sql`(
  select jsonb_agg(jsonb_build_object(
    'workspaceId', w.workspace_id::text, 'webhookId', w.id, 'url', w.url, 'apiVersion', w.api_version,
    'failing', w.consecutive_failures > 0, 'secret', encode(w.secret, 'hex'),
    'previousSecret', case when w.previous_secret_until > ${now}::timestamptz then encode(w.previous_secret, 'hex') end))
  from ${c} c join webhooks w on w.workspace_id = c.workspace_id and w.id = c.webhook_id)`

/**
 * Claims the oldest due deliveries, alternating between endpoints and within each workspace's share. Of
 * concurrent workers, the first to write an endpoint's row gets its lease.
 */
export async function claimDueDeliveries(
  db: Queryable,
  places: ClaimCapacity,
  look: DeliveryLook,
  holder: ClaimHolder,
  lease: DeliveryLease,
  isKnown: boolean,
): Promise<ClaimResult> {
  const { rows } = await sql<ClaimedDeliveryRow>`
    with recursive ${openEndpoints(places, look, holder, lease)}, due as (
      select d.workspace_id, d.id, d.webhook_id, d.event_sequence, d.next_attempt_at, d.attempts + 1 as number, d.failures,
             d.retries, d.order_key, o.version,
             row_number() over (partition by d.workspace_id, d.webhook_id
                                order by d.next_attempt_at, d.event_sequence) as place
      from open_endpoint o cross join lateral (
        select * from deliveries d
        where d.workspace_id = o.workspace_id and d.webhook_id = o.webhook_id
          and d.state = 'pending' and (d.next_attempt_at, d.event_sequence) >= (o.since, o.after)
          and d.next_attempt_at <= ${lease.now}::timestamptz and ${isNew}
        order by d.next_attempt_at, d.event_sequence limit greatest(o.free, 0)) d
    ), unhurried as materialized (
      -- A claim that a crash of the database forgets is made again; the results are waited for.
      select set_config('synchronous_commit', 'off', true)
    ), shared as (
      select due.*, row_number() over (partition by workspace_id order by place, next_attempt_at, event_sequence) as of_workspace
      from due
    ), first as (
      select shared.* from unhurried, shared
      left join unnest(${places.workspaceRooms.map((r) => r.workspaceId)}::bigint[],
                       ${places.workspaceRooms.map((r) => r.free)}::int[]) as room (workspace_id, free) using (workspace_id)
      where of_workspace <= coalesce(room.free, ${places.total}::int)
      order by place, next_attempt_at, event_sequence limit ${places.total}::int
    ), chosen as materialized (
      -- The data of an event comes once, however many endpoints it goes to.
      select first.*, row_number() over (partition by workspace_id, event_sequence) as copy from first
    ), turn as (
      insert into delivery_turns as t (workspace_id, webhook_id, holder, until, version, delivery_ids, numbers, claimed_at)
      select workspace_id, webhook_id, ${holder.id}::uuid, ${lease.until}::timestamptz, version + 1, array_agg(id),
             array_agg(number), array_agg(${lease.now}::timestamptz)
      from chosen group by workspace_id, webhook_id, version order by workspace_id, webhook_id
      on conflict (workspace_id, webhook_id) do update
        set holder = excluded.holder, until = excluded.until, version = excluded.version,
            (delivery_ids, numbers, claimed_at) = (
              select excluded.delivery_ids || coalesce(array_agg(u.delivery_id), '{}'),
                     excluded.numbers || coalesce(array_agg(u.number), '{}'),
                     excluded.claimed_at || coalesce(array_agg(u.at), '{}')
              from unnest(t.delivery_ids, t.numbers, t.claimed_at) as u (delivery_id, number, at)
              where u.delivery_id in (select id from held) or t.holder <> excluded.holder)
        where t.version = excluded.version - 1
      returning workspace_id, webhook_id
    )
    select ${claimedColumns}, c.number, null as attempt_id, null as replay_from,
      case when c.copy = 1 then e.data end as data,
      case when row_number() over () = 1 then ${claimedEndpoints(sql`turn`, lease.now)} end as endpoints,
      case when row_number() over () = 1 then (
        select array_agg(l.id) from turn join open_endpoint o using (workspace_id, webhook_id)
        cross join lateral unnest(o.of_others) as l (id)) end as of_others
    from chosen c ${claimedTables} ${planOnce(isKnown)}`.execute(db)
  return toClaimResult(rows, lease)
}

/** When work is due next: a retry falls due or a claim expires. */
export async function nextDeliveryDue(
  db: Queryable,
  places: ClaimCapacity,
  look: DeliveryLook,
  holder: ClaimHolder,
  lease: DeliveryLease,
  isKnown: boolean,
): Promise<Date | null> {
  const silent = silentLeaseEnd(lease)
  const { rows } = await sql<{ at: Date | null }>`
    with recursive ${openEndpoints(places, look, holder, lease)}
    select least(
      (select min(first.next_attempt_at) from open_endpoint o cross join lateral (
         select d.next_attempt_at from deliveries d
         where d.workspace_id = o.workspace_id and d.webhook_id = o.webhook_id and d.state = 'pending'
           and (d.next_attempt_at, d.event_sequence) >= (o.since, o.after) and ${isNew}
         order by d.next_attempt_at, d.event_sequence limit 1) first
       where o.free > 0),
      (select min(w.held_until) from endpoint join webhooks w on w.workspace_id = endpoint.workspace_id
         and w.id = endpoint.webhook_id where w.held_until > ${lease.now}::timestamptz),
      (select min(claimed_until) from deliveries where state = 'sending'),
      (select min(until) from delivery_turns where delivery_ids <> '{}'),
      -- The next turn of another process is open when nothing is claimed in it until then.
      (select min(until) - ${silent.getTime() - lease.now.getTime()}::int * interval '1 millisecond' from delivery_turns
       where delivery_ids <> '{}' and holder <> ${holder.id}::uuid and until > ${silent}::timestamptz)
    ) as at ${planOnce(isKnown)}`.execute(db)
  return rows[0]?.at ?? null
}
