import type { SandboxResetResult } from '../../../contract/sandbox.ts'
import { forgetAnswers } from '../../../platform/idempotency-queries.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { TenantTable } from '../../../platform/tenant-tables.ts'
import { deleteTable } from './queries.ts'

/** Tables emptied, in the order the foreign keys allow. */
export const emptiedTables = [
  'agent_plans',
  // Before the entries, because their writers lock it.
  'kv_spaces',
  'kv_entries',
  'imported_ids',
  'file_imports',
  'special_offers',
  'reservation_alterations',
  'airbnb_transactions',
  'message_parts',
  'message_sends',
  'vendor_acts',
  'messages',
  'inquiries',
  'reviews',
  'conversations',
  'record_history',
  'history_fields',
  'sold_nights',
  'question_holds',
  'night_changes',
  'ical_pms_nights',
  'ical_spans',
  'ical_feeds',
  'ical_exports',
  'reader_looks',
  'vrbo_bookings',
  'vrbo_documents',
  'vrbo_listings',
  'vrbo_accounts',
  'stay_conflicts',
  'reservations',
  'airbnb_bookings',
  'forgotten_guests',
  'guest_contacts',
  'guest_figures',
  'guests',
  'calendar_pushes',
  'calendar_push_turns',
  'calendar_reads',
  'calendar_days',
  'price_recommendations',
  'priced_listings',
  'price_models',
  'channel_content',
  'channel_links',
  'channel_nights',
  'kept_nights',
  'recovery_accounts',
  'selling_links',
  'listing_files',
  'listing_links',
  'listing_texts',
  'listing_units',
  'units',
  'listings',
  'reconciliations',
  'sync_failures',
  'sync_fetches',
  'sync_rows',
  'sync_seen',
  'sync_runs',
  'refused_access',
  'sync_schedule',
  'booking_receipts',
  'made_up_records',
  'migration_rehearsals',
  'migration_watch_stays',
  'migration_watches',
  'accounts',
  'connect_sessions',
  'connections',
  // Deletions above append to these counts.
  'reservation_counts',
  'record_counts',
  'past_parts',
] as const satisfies readonly TenantTable[]

/**
 * Setup outlives the data it is tried with; the event log has no gaps and its deliveries are still due; usage, audit
 * and members stay.
 */
export const keptTables = [
  'agent_secrets',
  'webhooks',
  'response_schemas',
  'retention',
  'events',
  'deliveries',
  'held_deliveries',
  'delivery_attempts',
  'delivery_counts',
  'delivery_turns',
  'workspace_heads',
  'reading_orders',
  'idempotency_keys',
  'request_log',
  'request_counts',
  'usage_days',
  'usage_operations',
  'ai_usage',
  'billing_accounts',
  'billing_events',
  'audit_lines',
  'audit_counts',
  'audit_changes',
  'members',
  'member_links',
] as const satisfies readonly TenantTable[]

export async function emptySandbox(tx: Queryable, scope: Scope, now: Date): Promise<SandboxResetResult> {
  // Waits for running writes of this workspace.
  await openWrite(tx, scope, now)
  const deleted = new Map<string, number>()
  for (const table of emptiedTables) deleted.set(table, await deleteTable(tx, scope, table))
  // Keys of running requests, this one included, stay.
  await forgetAnswers(tx, scope)
  return {
    customerId: scope.workspaceId,
    resetAt: now.toISOString(),
    deleted: {
      listings: deleted.get('listings') ?? 0,
      reservations: deleted.get('reservations') ?? 0,
      connections: deleted.get('connections') ?? 0,
    },
  }
}
