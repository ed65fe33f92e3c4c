/**
 * The figures behind the health of each part, over all workspaces. Each statement's cost grows with accounts
 * or webhooks, never with nights or deliveries.
 */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import { stillUnderWay } from '../../../records/delivery-turns-sql.ts'

export interface RenewalCounts {
  attempts: number
  rejections: number
}

export async function renewalCounts(
  db: Queryable,
  provider: string | null,
  since: Date,
): Promise<RenewalCounts> {
  const { rows } = await sql<RenewalCounts>`
    select coalesce(sum(attempts), 0)::int as attempts, coalesce(sum(rejections), 0)::int as rejections
    from access_renewals
    where hour > ${since}::timestamptz and (${provider}::text is null or provider = ${provider})`.execute(db)
  return rows[0] ?? { attempts: 0, rejections: 0 }
}

export interface PushCounts {
  finished: number
  failed: number
}

/** Nights sent to a channel that finished, to ten minutes. */
export async function pushCounts(db: Queryable, provider: string, since: Date): Promise<PushCounts> {
  const { rows } = await sql<PushCounts>`
    select coalesce(sum(finished), 0)::int as finished, coalesce(sum(failed), 0)::int as failed
    from channel_push_counts where provider = ${provider} and slot > ${since}::timestamptz`.execute(db)
  return rows[0] ?? { finished: 0, failed: 0 }
}

export interface ChannelCounts {
  /** Accounts that are synced. */
  accounts: number
  /** Accounts whose latest turns all failed. */
  failing: number
  /** Due time of the longest waiting night. */
  oldest_due: Date | null
}

export async function channelCounts(
  db: Queryable,
  provider: string,
  failedTurns: number,
): Promise<ChannelCounts> {
  const { rows } = await sql<ChannelCounts>`
    select count(*)::int as accounts,
           (count(*) filter (where s.failures >= ${failedTurns}::int))::int as failing,
           min(due.at) as oldest_due
    from connections c
    left join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
    left join lateral (
      select n.next_attempt_at as at from channel_nights n
      where n.workspace_id = c.workspace_id and n.connection_id = c.id and n.next_attempt_at is not null
      order by n.next_attempt_at limit 1) due on true
    where c.provider = ${provider} and c.status = 'active' and not is_sandbox_id(c.workspace_id)`.execute(db)
  return rows[0] ?? { accounts: 0, failing: 0, oldest_due: null }
}

export interface VrboCounts {
  accounts: number
  signed_out: number
  /** Accounts whose inbox was not read to the end lately. */
  inbox_late: number
  backlog: number
}

/** At most this many nights are counted per account. */
const countedNights = 10_000

export async function vrboCounts(db: Queryable, inboxReadSince: Date): Promise<VrboCounts> {
  const { rows } = await sql<VrboCounts>`
    with api as materialized (
      select c.status, (s.swept->>'conversations')::timestamptz as inbox_read_at, (
        select count(*) from (
          select from channel_nights n
          where n.workspace_id = c.workspace_id and n.connection_id = c.id and n.next_attempt_at is not null
          limit ${countedNights}) due) as nights
      from connections c
      left join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
      where c.provider = 'vrbo' and c.status in ('active', 'error', 'needs_permissions')
        and not is_sandbox_id(c.workspace_id))
    select (count(*) filter (where a.status = 'active'))::int
             + (select count(*) from vrbo_accounts v
                where v.revoked_at is null and not is_sandbox_id(v.workspace_id))::int as accounts,
           (count(*) filter (where a.status <> 'active'))::int as signed_out,
           (count(*) filter (where a.status = 'active' and a.inbox_read_at < ${inboxReadSince}::timestamptz))::int
             as inbox_late,
           coalesce(sum(a.nights) filter (where a.status = 'active'), 0)::int as backlog
    from api a`.execute(db)
  return rows[0] ?? { accounts: 0, signed_out: 0, inbox_late: 0, backlog: 0 }
}

export interface WebhookCounts {
  /** Webhooks with due deliveries that no worker tried. */
  stalled: number
  oldest_due: Date | null
}

/**
 * A slow or failing receiver is retried, so it does not count. Counts due deliveries that nobody claimed and
 * expired claims of dead workers.
 */
export async function stalledWebhookCounts(db: Queryable, before: Date): Promise<WebhookCounts> {
  const { rows } = await sql<WebhookCounts>`
    with claimed as (
      select workspace_id, webhook_id, max(claimed_until) as until
      from deliveries where state = 'sending' group by workspace_id, webhook_id)
    select count(*)::int as stalled, min(least(claimed.until, first.next_attempt_at)) as oldest_due
    from webhooks w
    left join claimed on claimed.workspace_id = w.workspace_id and claimed.webhook_id = w.id
    left join delivery_turns t on t.workspace_id = w.workspace_id and t.webhook_id = w.id and t.delivery_ids <> '{}'
    left join lateral (
      select d.next_attempt_at from deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.state = 'pending'
      order by d.next_attempt_at limit 1) first on true
    where w.status = 'active' and w.deleted_at is null
      and least(claimed.until, first.next_attempt_at) < ${before}::timestamptz
      and (claimed.until is null or claimed.until < ${before}::timestamptz)
      and (w.held_until is null or w.held_until < ${before}::timestamptz)
      and (w.last_delivered_at is null or w.last_delivered_at < ${before}::timestamptz)
      and (t.until is null or t.until < ${before}::timestamptz or ${stillUnderWay} = '{}')`.execute(db)
  return rows[0] ?? { stalled: 0, oldest_due: null }
}
