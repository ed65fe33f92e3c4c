/**
 * The files whose statements read rows of all workspaces, and why. Everything else names a workspace for each table it reads. A statement
 * of these costs every shard of a database that is spread by workspace.
 */
export const reasons = {
  due: 'a worker looks for what is due, whoever it is of',
  cleaning: 'what is old enough is deleted, whoever it is of',
  server: 'it is about the server: its keys, its clock, its counts',
  door: 'who comes from outside names no workspace: it is found by a secret, an address or an account of a vendor',
  claimed: 'an account can be connected by one workspace only',
  children: 'events of workspaces that this one made',
}
const { due, cleaning, server, door, claimed, children } = reasons

export const crossing: Record<string, string> = {
  'src/features/billing/queries.ts': due,
  'src/features/calendar-pushes/queries.ts': due,
  'src/features/clock-repair/queries.ts': server,
  'src/features/connections/claim-queries.ts': claimed,
  'src/features/guests/retention/queries.ts': due,
  'src/features/health/parts-queries.ts': server,
  'src/features/history/retention-queries.ts': cleaning,
  'src/features/ical/export-queries.ts': door,
  'src/features/ical/feed-queries.ts': due,
  'src/features/ical/keeper-queries.ts': due,
  'src/features/inbound/queries.ts': door,
  'src/features/inbound/receipt-queries.ts': due,
  'src/features/kv/queries.ts': cleaning,
  'src/features/lapses/queries.ts': due,
  'src/features/members/mail-queries.ts': due,
  'src/features/members/queries.ts': door,
  'src/features/metrics/queries.ts': server,
  'src/features/migrations/watch/queries.ts': due,
  'src/features/pricing/due-queries.ts': due,
  'src/features/readers/look-queries.ts': due,
  'src/features/requests/retention-queries.ts': cleaning,
  'src/features/selling/link-queries.ts': due,
  'src/features/selling/told-queries.ts': due,
  'src/features/sync/hint/message-queue-queries.ts': due,
  'src/features/sync/turn/schedule-queries.ts': due,
  'src/features/usage/queries.ts': cleaning,
  'src/features/vrbo/account-queries.ts': door,
  'src/features/webhooks/attempt-queries.ts': children,
  'src/features/webhooks/delivery/claim-queries.ts': due,
  'src/features/webhooks/delivery/lease-queries.ts': due,
  'src/features/webhooks/delivery/order-queries.ts': due,
  'src/features/webhooks/delivery/turn-queries.ts': due,
  'src/features/webhooks/retention-queries.ts': cleaning,
  'src/platform/audit-queries.ts': cleaning,
  'src/platform/encryption/seal-queries.ts': server,
  'src/platform/idempotency-queries.ts': cleaning,
  'src/platform/partition-queries.ts': cleaning,
  'src/upstream/acts/act-queries.ts': due,
}
