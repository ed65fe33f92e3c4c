/**
 * Which deliveries are due, and who has them. These queries look over all workspaces: the worker serves them all.
 *
 * A look that goes everywhere finds endpoints with something pending by jumping along the index from one to the next, so a
 * backlog of a million rows at one endpoint is one step. Each endpoint gets as many places as it has free.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { toClaimed, type Claimed, type ClaimedRow } from './claimed.ts'
import { toldOfInactiveListings } from './envelope.ts'
import { lowestSequence, type Look } from './looks.ts'
import { plannedOnce } from './plan-queries.ts'
import type { Room } from './places.ts'

export interface Places {
  /** In all. */
  total: number
  /** For one endpoint, and for one whose latest attempts failed. */
  perEndpoint: number
  perFailingEndpoint: number
  /** Of endpoints that have something already or may have more than usual. */
  rooms: readonly Room[]
}

const everyEndpoint = sql`
  endpoint as (
    (select d.workspace_id, d.webhook_id, '-infinity'::timestamptz as since, ${sql.lit(lowestSequence)}::bigint as after from deliveries d where d.state = 'pending'
     order by d.workspace_id, d.webhook_id limit 1)
    union all
    select next.workspace_id, next.webhook_id, endpoint.since, endpoint.after from endpoint, lateral (
      select d.workspace_id, d.webhook_id from deliveries d
      where d.state = 'pending' and (d.workspace_id, d.webhook_id) > (endpoint.workspace_id, endpoint.webhook_id)
      order by d.workspace_id, d.webhook_id limit 1) next
  )`

const lookedAt = ({ hot, told, toldSince }: Look) => sql`
  hot as (
    select * from unnest(${hot.map((h) => h.workspaceId)}::bigint[], ${hot.map((h) => h.webhookId)}::uuid[],
                         ${hot.map((h) => h.since.toISOString())}::timestamptz[], ${hot.map((h) => h.sequence)}::bigint[])
      as h (workspace_id, webhook_id, since, after)
  ), endpoint as (
    select * from hot
    union all
    select w.workspace_id, w.id, ${toldSince}::timestamptz, ${sql.lit(lowestSequence)}::bigint from webhooks w
    where w.workspace_id = any(${told}::bigint[]) and w.status = 'active' and w.id not in (select webhook_id from hot)
  )`

/** What a paused or disabled subscription is owed waits; a deleted one's still goes out. */
const openEndpoints = (places: Places, look: Look, now: Date) => sql`
  ${look.everywhere ? everyEndpoint : lookedAt(look)}, open_endpoint as (
    select w.workspace_id, w.id as webhook_id, endpoint.since, endpoint.after,
           case when w.consecutive_failures > 0 then ${places.perFailingEndpoint}::int - coalesce(room.taken, 0)
                else coalesce(room.free, ${places.perEndpoint}::int) end as free
    from endpoint
    join webhooks w on w.workspace_id = endpoint.workspace_id and w.id = endpoint.webhook_id
    left join unnest(${places.rooms.map((r) => r.webhookId)}::uuid[], ${places.rooms.map((r) => r.taken)}::int[],
                     ${places.rooms.map((r) => r.free)}::int[]) as room (webhook_id, taken, free)
      on room.webhook_id = w.id
    where (w.status = 'active' or w.deleted_at is not null) and (w.held_until is null or w.held_until <= ${now}::timestamptz)
  )`

const claimedColumns = (now: Date) => sql`
  c.workspace_id, c.id, c.webhook_id, c.attempt_id, c.attempt_at, c.next_attempt_at, c.attempts, c.failures, c.retries, c.order_key,
  c.replay_from, w.url, w.secret, case when w.previous_secret_until > ${now}::timestamptz then w.previous_secret end as previous_secret,
  w.api_version, w.consecutive_failures > 0 as failing,
  coalesce(l.active, true) or e.type = any(${toldOfInactiveListings}::text[]) as may_be_sent,
  c.event_sequence, coalesce(e.origin_workspace_id, e.workspace_id) as event_workspace_id,
  coalesce(e.origin_sequence, e.sequence) as sequence, nullif(e.purpose, 'child') as purpose, e.id as event_id,
  e.type, e.account, case when row_number() over (partition by e.workspace_id, e.sequence) = 1 then e.data end as data,
  e.created_at as event_at,
  s.parent_id is not null as is_child`

const claimedFrom = sql`
  join webhooks w on w.workspace_id = c.workspace_id and w.id = c.webhook_id
  join events e on e.workspace_id = c.workspace_id and e.sequence = c.event_sequence
  join workspaces s on s.id = coalesce(e.origin_workspace_id, e.workspace_id)
  left join listings l on l.workspace_id = s.id and l.id = e.listing_id`

const asClaimed = (now: Date, until: Date): RawBuilder<unknown> => sql`
  state = 'sending', attempts = attempts + 1, attempt_id = time_uuid(), attempt_at = ${now}::timestamptz, claimed_until = ${until}::timestamptz`

/** Takes what is due, oldest first and in turn over the endpoints. Workers at the same time get different rows. */
export async function claimDue(
  db: Queryable,
  places: Places,
  look: Look,
  lease: { now: Date; until: Date },
  isKnown: boolean,
): Promise<Claimed[]> {
  const { rows } = await sql<ClaimedRow>`
    with recursive ${openEndpoints(places, look, lease.now)}, due as (
      select d.workspace_id, d.id, d.next_attempt_at, d.event_sequence,
             row_number() over (partition by d.workspace_id, d.webhook_id
                                order by d.next_attempt_at, d.event_sequence) as turn
      from open_endpoint o cross join lateral (
        select * from deliveries d
        where d.workspace_id = o.workspace_id and d.webhook_id = o.webhook_id
          and d.state = 'pending' and (d.next_attempt_at, d.event_sequence) >= (o.since, o.after)
          and d.next_attempt_at <= ${lease.now}::timestamptz
        order by d.next_attempt_at, d.event_sequence
        limit greatest(o.free, 0) for update skip locked) d
    ), unhurried as materialized (
      -- A claim that a crash of the database forgets is made again; the results are waited for.
      select set_config('synchronous_commit', 'off', true)
    ), chosen as (
      select workspace_id, id from due, unhurried order by turn, next_attempt_at, event_sequence limit ${places.total}::int
    ), claimed as (
      update deliveries d set ${asClaimed(lease.now, lease.until)} from chosen
      where d.workspace_id = chosen.workspace_id and d.id = chosen.id
      returning d.*
    )
    select ${claimedColumns(lease.now)} from claimed c ${claimedFrom} ${plannedOnce(isKnown)}`.execute(db)
  return toClaimed(rows)
}

/**
 * Takes the delivery of the event that this transaction made last for one webhook, before any worker sees it. The
 * transaction has the workspace's head row, so its number is the last one.
 */
export async function claimAddressed(
  tx: Queryable,
  scope: Scope,
  webhookId: string,
  lease: { now: Date; until: Date },
): Promise<Claimed | undefined> {
  const { rows } = await sql<ClaimedRow>`
    with c as (
      update deliveries set ${asClaimed(lease.now, lease.until)}
      where workspace_id = ${scope.workspaceId} and webhook_id = ${webhookId} and state = 'pending'
        and event_sequence = (select -addressed from workspace_heads where workspace_id = ${scope.workspaceId})
      returning *
    )
    select ${claimedColumns(lease.now)} from c ${claimedFrom}`.execute(tx)
  return toClaimed(rows)[0]
}

/** Takes a delivery for a replay, whatever became of it before; not one that is under way. */
export async function claimReplay(
  tx: Queryable,
  scope: Scope,
  deliveryId: string,
  lease: { now: Date; until: Date; replayedAt: readonly Date[] },
): Promise<Claimed | undefined> {
  const { rows } = await sql<ClaimedRow>`
    with c as (
      update deliveries set replay_from = state, replayed_at = ${lease.replayedAt}::timestamptz[],
             ${asClaimed(lease.now, lease.until)}
      where workspace_id = ${scope.workspaceId} and id = ${deliveryId} and state in ('pending', 'succeeded', 'exhausted')
      returning *
    )
    select ${claimedColumns(lease.now)} from c ${claimedFrom}`.execute(tx)
  return toClaimed(rows)[0]
}

/**
 * Takes back what a worker held past its time: it was killed, or cannot reach the database. Nobody knows whether the
 * receiver got it, so it is sent again, and the schedule of retries is as before.
 */
export async function releaseExpired(db: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired as (
      select workspace_id, id, attempt_id, attempt_at, replay_from from deliveries
      where state = 'sending' and claimed_until <= ${now}
      order by claimed_until limit 1000 for update skip locked
    ), released as (
      update deliveries d
      set state = 'pending', next_attempt_at = ${now}, attempt_id = null, attempt_at = null, claimed_until = null,
          replay_from = null
      from expired where d.workspace_id = expired.workspace_id and d.id = expired.id
      returning d.workspace_id, d.id, d.webhook_id, d.event_sequence, d.attempts, expired.attempt_id, expired.attempt_at,
        expired.replay_from is not null as replay
    ), logged as (
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, replay, outcome,
                                     error, started_at, finished_at)
      select workspace_id, attempt_id, id, webhook_id, event_sequence, attempts, replay, 'interrupted',
             'the server stopped before the outcome was known', attempt_at, ${now}
      from released
    )
    select count(*)::int as count from released`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gives back what was claimed and not begun. */
export async function giveBack(db: Queryable, claimed: readonly Claimed[]): Promise<void> {
  await sql`
    update deliveries d
    set state = 'pending', attempts = attempts - 1, attempt_id = null, attempt_at = null, claimed_until = null
    from unnest(${claimed.map((c) => c.workspaceId)}::bigint[], ${claimed.map((c) => c.deliveryId)}::uuid[],
                ${claimed.map((c) => c.attemptId)}::uuid[]) as given (workspace_id, id, attempt_id)
    where d.workspace_id = given.workspace_id and d.id = given.id and d.attempt_id = given.attempt_id`.execute(
    db,
  )
}

/** When there is something to do next: a retry that falls due, or a claim that runs out. */
export async function nextDue(
  db: Queryable,
  places: Places,
  look: Look,
  now: Date,
  isKnown: boolean,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with recursive ${openEndpoints(places, look, now)}
    select least(
      (select min(first.next_attempt_at) from open_endpoint o cross join lateral (
         select d.next_attempt_at from deliveries d
         where d.workspace_id = o.workspace_id and d.webhook_id = o.webhook_id and d.state = 'pending'
           and (d.next_attempt_at, d.event_sequence) >= (o.since, o.after)
         order by d.next_attempt_at, d.event_sequence limit 1) first
       where o.free > 0),
      (select min(w.held_until) from endpoint join webhooks w on w.workspace_id = endpoint.workspace_id
         and w.id = endpoint.webhook_id where w.held_until > ${now}::timestamptz),
      (select min(claimed_until) from deliveries where state = 'sending')
    ) as at ${plannedOnce(isKnown)}`.execute(db)
  return rows[0]?.at ?? null
}
