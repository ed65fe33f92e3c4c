/**
 * Claims due deliveries across all workspaces. Each endpoint gets as many rows as it has free slots, so a
 * backlog of a million rows at one endpoint is one step.
 */
import { sql, type RawBuilder } from 'kysely'
import { arrayText } from '../../../platform/array-text.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { isListed } from '../../../records/delivery-turns-sql.ts'
import { checkChildListings } from './child-listing-queries.ts'
import {
  type DeliveryLease,
  toClaimResult,
  type ClaimedDeliveryRow,
  type ClaimResult,
} from './claimed-delivery.ts'
import { keepClaims, silentLeaseEnd } from './endpoint-lease-queries.ts'
import { typesForInactiveListings } from './envelope.ts'
import type { DeliveryLook } from './look-planner.ts'
import {
  isLookedAt,
  isUnclaimed,
  openEndpoints,
  workspaceRoomsJson,
  type ClaimCapacity,
  type ClaimHolder,
} from './open-endpoints-sql.ts'
import { planOnce } from './plan-queries.ts'

/**
 * Columns of a claimed delivery `c` and its event. A child workspace's listing may lie on another machine, so
 * `checkChildListings` reads it.
 */
export const claimedColumns = sql`
  c.workspace_id, c.id, c.webhook_id, c.event_sequence, c.next_attempt_at, c.failures, c.retries, c.order_key,
  coalesce(l.active, true) or e.type = any(${typesForInactiveListings}::text[]) as may_be_sent,
  case when s.id <> e.workspace_id and e.type <> all(${typesForInactiveListings}::text[]) then e.listing_id end as child_listing_id,
  s.id as event_workspace_id, coalesce(e.origin_sequence, e.sequence) as sequence,
  nullif(e.purpose, 'child') as purpose, e.id as event_id, e.type, e.account, e.created_at as event_at,
  s.parent_id is not null as is_child`

export const claimedTables = sql`
  join events e on e.workspace_id = c.workspace_id and e.sequence = c.event_sequence
  join workspaces s on s.id = coalesce(e.origin_workspace_id, e.workspace_id)
  left join listings l on l.workspace_id = e.workspace_id and l.id = e.listing_id and e.origin_workspace_id is null`

/** The data of each endpoint in `c`, once per endpoint. */
export const claimedEndpoints = (c: RawBuilder<unknown>, now: Date) => sql`(
  select jsonb_agg(jsonb_build_object(
    'workspaceId', w.workspace_id::text, 'webhookId', w.id, 'url', w.url, 'apiVersion', w.api_version,
    'failing', w.consecutive_failures > 0, 'secret', encode(w.secret, 'hex'),
    'previousSecret', case when w.previous_secret_until > ${now}::timestamptz then encode(w.previous_secret, 'hex') end)) as endpoints
  from ${c} c join webhooks w on w.workspace_id = c.workspace_id and w.id = c.webhook_id)`

/** What stays in a lease: what this process still sends, or another one did until it lost the lease. */
const keepUnfinished = ({ has }: ClaimHolder) =>
  keepClaims(
    sql<boolean>`(u.delivery_id in (select unnest(${arrayText(has)}::uuid[])) or t.holder <> excluded.holder)`,
    {
      ids: sql`excluded.delivery_ids ||`,
      numbers: sql`excluded.numbers ||`,
      moments: sql`excluded.claimed_at ||`,
    },
  )

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
    with due as (
      select d.workspace_id, d.id, d.webhook_id, d.event_sequence, d.next_attempt_at, d.attempts + 1 as number, d.failures,
             d.retries, d.order_key, o.version, o.other_ids, o.other_numbers,
             row_number() over (partition by d.workspace_id, d.webhook_id
                                order by d.next_attempt_at, d.event_sequence) as place
      from (${openEndpoints(places, look, holder, lease)}) o cross join lateral (
        select * from deliveries d
        where ${isUnclaimed(holder)} and d.next_attempt_at <= ${lease.now}::timestamptz
        order by d.next_attempt_at, d.event_sequence limit greatest(o.free, 0)) d
    ), unhurried as materialized (
      -- A claim that a crash of the database forgets is made again; the results are waited for.
      select set_config('synchronous_commit', 'off', true)
    ), shared as (
      select due.*, row_number() over (partition by workspace_id order by place, next_attempt_at, event_sequence) as of_workspace
      from due
    ), first as (
      select shared.* from unhurried, shared
      where of_workspace <= coalesce((${workspaceRoomsJson(places)} ->> workspace_id::text)::int, ${places.total}::int)
      order by place, next_attempt_at, event_sequence limit ${places.total}::int
    ), chosen as materialized (
      -- The data of an event comes once, however many endpoints it goes to.
      select first.*, row_number() over (partition by workspace_id, event_sequence) as copy, row_number() over () as nth from first
    ), turn as (
      insert into delivery_turns as t (workspace_id, webhook_id, holder, until, version, delivery_ids, numbers, claimed_at)
      select workspace_id, webhook_id, ${holder.id}::uuid, ${lease.until}::timestamptz, version + 1, array_agg(id),
             array_agg(number), array_agg(${lease.now}::timestamptz)
      from chosen group by workspace_id, webhook_id, version order by workspace_id, webhook_id
      on conflict (workspace_id, webhook_id) do update
        set holder = excluded.holder, until = excluded.until, version = excluded.version,
            ${keepUnfinished(holder)}
        where t.version = excluded.version - 1
      returning workspace_id, webhook_id
    ), opened as materialized ${claimedEndpoints(sql`turn`, lease.now)}, others as materialized (
      select array_agg(distinct o.id) as ids from turn join chosen g using (workspace_id, webhook_id)
      join deliveries o on o.workspace_id = g.workspace_id
      where g.other_ids <> '{}' and ${isListed(sql`g.other_ids`, sql`g.other_numbers`)}
    )
    select ${claimedColumns}, c.number, null as attempt_id, null as replay_from,
      case when c.copy = 1 then e.data end as data,
      case when c.nth = 1 then (select endpoints from opened) end as endpoints,
      case when c.nth = 1 then (select ids from others) end as of_others
    from chosen c ${claimedTables} ${planOnce(isKnown)}`.execute(db)
  return toClaimResult(await checkChildListings(db, rows), lease)
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
    select least(
      (select min(first.next_attempt_at) from (${openEndpoints(places, look, holder, lease)}) o cross join lateral (
         select d.next_attempt_at from deliveries d where ${isUnclaimed(holder)}
         order by d.next_attempt_at, d.event_sequence limit 1) first
       where o.free > 0),
      (select min(w.held_until) from webhooks w where ${isLookedAt(look)} and w.held_until > ${lease.now}::timestamptz),
      (select min(claimed_until) from deliveries where state = 'sending'),
      (select min(until) from delivery_turns where delivery_ids <> '{}'),
      -- The next turn of another process is open when nothing is claimed in it until then.
      (select min(until) - ${silent.getTime() - lease.now.getTime()}::int * interval '1 millisecond' from delivery_turns
       where delivery_ids <> '{}' and holder <> ${holder.id}::uuid and until > ${silent}::timestamptz)
    ) as at ${planOnce(isKnown)}`.execute(db)
  return rows[0]?.at ?? null
}
