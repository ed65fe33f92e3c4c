/**
 * The records that meet a condition, over all workspaces, for whoever runs the server. They hold ids and states, nothing of guests, and are
 * asked for only while the condition is met.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** As many as a person looks at. */
const mostPlaces = 20

export interface ConditionPlace {
  workspaceId?: string
  provider?: string
  accountId?: string
  listingId?: string
  webhookId?: string
  reservationIds?: string[]
  /** Since when, or what the provider says. */
  since?: string
  detail?: string
}

interface PlaceRow {
  workspace_id?: string
  provider?: string
  account_id?: string
  listing_id?: string
  webhook_id?: string
  reservation_ids?: string[]
  since?: Date | null
  detail?: string | null
}

async function findPlaces(db: Queryable, query: RawBuilder<PlaceRow>): Promise<ConditionPlace[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ since, detail, ...row }) => ({
    ...(row.workspace_id === undefined ? {} : { workspaceId: String(row.workspace_id) }),
    ...(row.provider === undefined ? {} : { provider: row.provider }),
    ...(row.account_id === undefined ? {} : { accountId: String(row.account_id) }),
    ...(row.listing_id === undefined ? {} : { listingId: String(row.listing_id) }),
    ...(row.webhook_id === undefined ? {} : { webhookId: row.webhook_id }),
    ...(row.reservation_ids === undefined ? {} : { reservationIds: row.reservation_ids.map(String) }),
    ...(since == null ? {} : { since: since.toISOString() }),
    ...(detail == null ? {} : { detail }),
  }))
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

export const staleAccounts = (db: Queryable, now: Date, afterSeconds: number) =>
  findPlaces(
    db,
    sql`
      select workspace_id, provider, id as account_id, coalesce(last_success_at, connected_at) as since
      from connections
      where status = 'active' and not is_sandbox_id(workspace_id)
        and coalesce(last_success_at, connected_at) < ${before(now, afterSeconds)}::timestamptz
      order by since limit ${mostPlaces}::int`,
  )

export const refusedAccounts = (db: Queryable) =>
  findPlaces(
    db,
    sql`
      select workspace_id, provider, id as account_id, last_success_at as since, coalesce(action_reason, status) as detail
      from connections
      where status in ('error', 'needs_permissions') and not is_sandbox_id(workspace_id)
      order by last_success_at nulls first limit ${mostPlaces}::int`,
  )

export const failingAccounts = (db: Queryable, failedTurns: number) =>
  findPlaces(
    db,
    sql`
      select c.workspace_id, c.provider, c.id as account_id, c.last_success_at as since,
             s.failures || ' failed turns' as detail
      from connections c
      join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
      where c.status = 'active' and s.failures >= ${failedTurns}::int and not is_sandbox_id(c.workspace_id)
      order by c.last_success_at nulls first limit ${mostPlaces}::int`,
  )

export const exposedNights = (db: Queryable, now: Date, afterSeconds: number) =>
  findPlaces(
    db,
    sql`
      select n.workspace_id, c.provider, n.connection_id as account_id, n.exposed_since as since,
             'night ' || n.date || ' of ' || n.external_id as detail
      from channel_nights n
      join connections c on c.workspace_id = n.workspace_id and c.id = n.connection_id
      where n.exposed_since < ${before(now, afterSeconds)}::timestamptz
      order by n.exposed_since limit ${mostPlaces}::int`,
  )

export const doubleSales = (db: Queryable, now: Date) =>
  findPlaces(
    db,
    sql`
      select k.workspace_id, k.listing_id, array[k.stay_id, k.other_id] as reservation_ids, k.since
      from stay_conflicts k
      join reservations r on r.workspace_id = k.workspace_id and r.id = k.stay_id
      where not is_sandbox_id(k.workspace_id) and r.check_out > (${now}::timestamptz - interval '1 day')::date
      order by k.since limit ${mostPlaces}::int`,
  )

export const waitingWebhooks = (db: Queryable, now: Date, afterSeconds: number) =>
  findPlaces(
    db,
    sql`
      select w.workspace_id, w.id as webhook_id, due.at as since
      from webhooks w
      cross join lateral (
        select d.next_attempt_at as at from deliveries d
        where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.state = 'pending'
        order by d.next_attempt_at limit 1) due
      where w.status = 'active' and w.deleted_at is null and due.at < ${before(now, afterSeconds)}::timestamptz
        and (w.held_until is null or w.held_until < ${now}::timestamptz)
      order by due.at limit ${mostPlaces}::int`,
  )

export const failingWebhooks = (db: Queryable) =>
  findPlaces(
    db,
    sql`
      select workspace_id, id as webhook_id, coalesce(last_success_at, created_at) as since,
             'status ' || last_delivery_status as detail
      from webhooks
      where status = 'active' and deleted_at is null and consecutive_exhausted > 0
      order by last_success_at nulls first limit ${mostPlaces}::int`,
  )

export const lateAccounts = (db: Queryable, now: Date, afterSeconds: number) =>
  findPlaces(
    db,
    sql`
      select s.workspace_id, c.provider, s.connection_id as account_id, s.wake_at as since
      from sync_schedule s
      join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id
      where s.wake_at < ${before(now, afterSeconds)}::timestamptz
      order by s.wake_at limit ${mostPlaces}::int`,
  )

/** A limit is counted by account or by key of the provider; its name begins with the provider. */
export const blockedProviders = (db: Queryable, now: Date, forSeconds: number) =>
  findPlaces(
    db,
    sql`
      select split_part(key, ':', 1) as provider, 'calls again at ' || to_char(blocked_until at time zone 'UTC', 'HH24:MI') || ' UTC' as detail
      from upstream_budgets
      where blocked_until > ${before(now, -forSeconds)}::timestamptz
      order by blocked_until desc limit ${mostPlaces}::int`,
  )

export const openWrites = (db: Queryable, now: Date, afterSeconds: number) =>
  findPlaces(
    db,
    sql`
      select a.workspace_id, c.provider, a.connection_id as account_id, a.asked_at as since,
             replace(a.kind, '_', ' ') as detail
      from vendor_acts a
      join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
      where a.next_look_at is not null and a.state in ('asking', 'unknown') and not is_sandbox_id(a.workspace_id)
        and a.asked_at < ${before(now, afterSeconds)}::timestamptz
      order by a.asked_at limit ${mostPlaces}::int`,
  )

export const unreconciledAccounts = (db: Queryable) =>
  findPlaces(
    db,
    sql`
      select a.workspace_id, c.provider, a.connection_id as account_id, v.declared_at as since,
             coalesce(a.error, a.state) as detail
      from recovery_accounts a
      join recoveries v on v.epoch = a.epoch
      join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
      where a.next_look_at is not null
      order by v.declared_at, a.workspace_id, a.connection_id limit ${mostPlaces}::int`,
  )
