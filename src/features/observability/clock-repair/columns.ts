/**
 * Every stored due time, with how far ahead of now it can lie. A clock that ran ahead leaves later values
 * behind, whose waiters would wait until the clock arrives there.
 */

/** The clocks of all processes count as one; the database's is the other. */
export type SharedClock = 'processes' | 'database'

export interface DueColumn {
  table: string
  column: string
  /** Generous, because two machines' clocks may differ by minutes. */
  furthestMs: number
  /** The limit once the clock is known to have run ahead: looking too early does no harm. */
  furthestAfterMs?: number
  /** What the column holds: a moment, moments by name (JSON), or a list of moments. */
  shape?: 'by_name' | 'list'
  /** Rows in which the column has a meaning. */
  state?: string
  /** Whose clock writes it; a process's by default. */
  clock?: SharedClock
}

const minute = 60_000
const hour = 60 * minute
/** Renewed within seconds, or already past. */
const atOnce = 10 * minute
/** A vendor or a receiver may ask for a pause of up to a day. */
const longestPause = 25 * hour
/** Longer than any pause that nobody asked for. */
const usualPause = 65 * minute

export const dueColumns: readonly DueColumn[] = [
  { table: 'idempotency_keys', column: 'lease_until', furthestMs: atOnce, state: 'running' },
  // The longest retry pause, with jitter.
  { table: 'deliveries', column: 'next_attempt_at', furthestMs: 27 * hour, state: 'pending' },
  { table: 'deliveries', column: 'next_attempt_at', furthestMs: 27 * hour, state: 'waiting' },
  { table: 'deliveries', column: 'claimed_until', furthestMs: 30 * minute, state: 'sending' },
  { table: 'delivery_turns', column: 'until', furthestMs: 30 * minute },
  { table: 'webhooks', column: 'held_until', furthestMs: longestPause },
  { table: 'vendor_acts', column: 'held_until', furthestMs: atOnce },
  { table: 'vendor_acts', column: 'next_look_at', furthestMs: 2 * hour },
  { table: 'vendor_acts', column: 'settles_at', furthestMs: atOnce },
  // A listing that was just read may be read again after this.
  { table: 'channel_content', column: 'held_until', furthestMs: 25 * minute },
  { table: 'message_parts', column: 'settles_at', furthestMs: atOnce },
  { table: 'sync_schedule', column: 'wake_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  { table: 'sync_schedule', column: 'swept', furthestMs: atOnce, shape: 'by_name' },
  { table: 'refused_access', column: 'refused_at', furthestMs: atOnce },
  { table: 'refused_access', column: 'retry_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  { table: 'sync_fetches', column: 'due_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  { table: 'connections', column: 'last_full_at', furthestMs: atOnce },
  { table: 'connections', column: 'last_reconciled_at', furthestMs: atOnce },
  { table: 'connections', column: 'reconciliation_wanted_at', furthestMs: atOnce },
  { table: 'calendar_push_turns', column: 'wake_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  {
    table: 'calendar_pushes',
    column: 'next_attempt_at',
    furthestMs: longestPause,
    furthestAfterMs: usualPause,
  },
  { table: 'recovery_accounts', column: 'next_look_at', furthestMs: atOnce },
  { table: 'booking_receipts', column: 'next_attempt_at', furthestMs: 2 * hour },
  { table: 'selling_links', column: 'wake_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  { table: 'selling_links', column: 'compared_at', furthestMs: atOnce },
  {
    table: 'channel_nights',
    column: 'next_attempt_at',
    furthestMs: longestPause,
    furthestAfterMs: usualPause,
  },
  { table: 'ical_feeds', column: 'next_fetch_at', furthestMs: longestPause, furthestAfterMs: usualPause },
  { table: 'ical_feeds', column: 'claimed_until', furthestMs: atOnce },
  { table: 'ical_pms_nights', column: 'look_at', furthestMs: 25 * minute },
  { table: 'reader_looks', column: 'look_after', furthestMs: atOnce },
  // The interval is unbounded: a reader that comes monthly is expected monthly.
  { table: 'reader_looks', column: 'tell_at', furthestMs: 60 * 24 * hour },
  {
    table: 'migration_watches',
    column: 'next_look_at',
    furthestMs: longestPause,
    furthestAfterMs: usualPause,
  },
  // No access lasts longer than requested, so a later end becomes now.
  { table: 'migration_watches', column: 'until', furthestMs: 73 * hour },
  { table: 'billing_accounts', column: 'due_at', furthestMs: longestPause },
  { table: 'billing_accounts', column: 'claimed_until', furthestMs: atOnce },
  // Prices are due in the first hours of the property's next day.
  { table: 'priced_listings', column: 'due_at', furthestMs: 36 * hour },
  { table: 'priced_listings', column: 'claimed_until', furthestMs: 30 * minute },
  { table: 'retention', column: 'next_look_at', furthestMs: longestPause },
  { table: 'retention', column: 'history_looked_at', furthestMs: atOnce },
  { table: 'retention', column: 'audit_from', furthestMs: atOnce },
  { table: 'upstream_budgets', column: 'blocked_until', furthestMs: longestPause, clock: 'database' },
  // The longest pause between two attempts.
  { table: 'member_links', column: 'next_attempt_at', furthestMs: 2 * hour },
  // The longest window of a vendor's limit is an hour.
  { table: 'upstream_budgets', column: 'holds', furthestMs: 2 * hour, shape: 'list', clock: 'database' },
]
