/**
 * Figures that alarms rest on, over all workspaces. They name none, and their cost grows with accounts and webhooks,
 * never with nights, stays or deliveries.
 */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

export interface AccountFigures {
  provider: string
  active: number
  /** Accounts whose latest turns all failed. */
  failing: number
  /** Accounts that need a person: their access ended or lacks permissions. */
  refused: number
  /** Seconds since the account that waits longest was read with success, or was connected. */
  oldest_read_seconds: number
}

export async function accountFigures(
  db: Queryable,
  now: Date,
  failedTurns: number,
): Promise<AccountFigures[]> {
  const { rows } = await sql<AccountFigures>`
    select c.provider,
           (count(*) filter (where c.status = 'active'))::int as active,
           (count(*) filter (where c.status = 'active' and s.failures >= ${failedTurns}::int))::int as failing,
           (count(*) filter (where c.status in ('error', 'needs_permissions')))::int as refused,
           coalesce(extract(epoch from ${now}::timestamptz
             - min(coalesce(c.last_success_at, c.connected_at)) filter (where c.status = 'active')), 0)::float
             as oldest_read_seconds
    from connections c
    left join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
    where c.status in ('active', 'error', 'needs_permissions') and not is_sandbox_id(c.workspace_id)
    group by c.provider`.execute(db)
  return rows
}

export interface DeprecationFigures {
  provider: string
  /** Different calls whose end is announced, over all accounts. */
  calls: number
  /** Seconds until the first of them ends; null if no date is known. */
  ends_seconds: number | null
}

/** Announcements that no answer repeated for 30 days are over. */
export async function deprecationFigures(db: Queryable, now: Date): Promise<DeprecationFigures[]> {
  const { rows } = await sql<DeprecationFigures>`
    select c.provider, count(distinct told.value ->> 'call')::int as calls,
           extract(epoch from min((told.value ->> 'endsAt')::timestamptz) - ${now}::timestamptz)::float as ends_seconds
    from connections c
    cross join lateral jsonb_each(c.vendor_deprecations) told
    where c.vendor_deprecations is not null and c.status in ('active', 'error', 'needs_permissions')
      and not is_sandbox_id(c.workspace_id)
      and (told.value ->> 'lastAt')::timestamptz > ${now}::timestamptz - interval '30 days'
    group by c.provider`.execute(db)
  return rows
}

export interface WorkFigures {
  /** Seconds since the night was sold that a channel shows open for longest; 0 without one. */
  exposed_seconds: number
  /** Stays that overlap another one of the same unit and have not ended. */
  double_sales: number
  /** Seconds for which the turn of an account has been due. */
  sync_due_seconds: number
  /** Webhooks whose last deliveries were given up. */
  failing_webhooks: number
  /** Seconds until a provider that refuses calls may be called again. */
  blocked_seconds: number
}

/** Counting stops here, so that a flood costs no more. */
const mostCounted = 10_000

export async function workFigures(db: Queryable, now: Date): Promise<WorkFigures> {
  const { rows } = await sql<WorkFigures>`
    select
      coalesce(extract(epoch from ${now}::timestamptz - (
        select exposed_since from channel_nights where exposed_since is not null order by exposed_since limit 1)), 0)::float
        as exposed_seconds,
      (select count(*) from (
         select from stay_conflicts k
         join reservations r on r.workspace_id = k.workspace_id and r.id = k.stay_id
         where not is_sandbox_id(k.workspace_id) and r.check_out > (${now}::timestamptz - interval '1 day')::date
         limit ${mostCounted}::int) c)::int as double_sales,
      coalesce(extract(epoch from ${now}::timestamptz - (
        select wake_at from sync_schedule where wake_at is not null order by wake_at limit 1)), 0)::float
        as sync_due_seconds,
      (select count(*) from webhooks
       where status = 'active' and deleted_at is null and consecutive_exhausted > 0)::int as failing_webhooks,
      coalesce(extract(epoch from (select max(blocked_until) from upstream_budgets) - ${now}::timestamptz), 0)::float
        as blocked_seconds`.execute(db)
  const [row] = rows
  if (!row) throw new Error('figures were not counted')
  return row
}

/** Seconds since the restore was declared of which an account was not reconciled yet; 0 without one. */
export async function recoveryFigures(db: Queryable, now: Date): Promise<{ openSeconds: number }> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now}::timestamptz - min(v.declared_at))::float as seconds
    from recoveries v
    where v.ended_at is null and exists (select a.workspace_id from recovery_accounts a where a.next_look_at is not null)`.execute(
    db,
  )
  return { openSeconds: Math.max(0, rows[0]?.seconds ?? 0) }
}

/**
 * Of writes whose answer was lost, those that the server still looks for. One that it gave up, or cannot look for, rests: its caller was
 * told so.
 */
export async function openWriteFigures(db: Queryable, now: Date): Promise<{ openSeconds: number }> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now}::timestamptz - min(asked_at))::float as seconds
    from vendor_acts
    where next_look_at is not null and state in ('asking', 'unknown') and not is_sandbox_id(workspace_id)`.execute(
    db,
  )
  return { openSeconds: Math.max(0, rows[0]?.seconds ?? 0) }
}
