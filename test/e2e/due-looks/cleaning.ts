/** Old rows are deleted. */
import { sql } from 'kysely'
import { deleteOldPlans } from '../../../src/features/agents/plans/cleanup.ts'
import { deleteOldHistory } from '../../../src/features/guests/history/retention.ts'
import { historiesToLookThrough } from '../../../src/features/guests/history/retention-queries.ts'
import { workspacesToClean } from '../../../src/features/extras/kv/queries.ts'
import { rotateRequestLog } from '../../../src/features/observability/requests/start-request-log.ts'
import { deleteUsage } from '../../../src/features/tenancy/usage/queries.ts'
import { deleteOldWebhookRows, rotateAttempts } from '../../../src/features/webhooks/retention.ts'
import { forgetOldLines } from '../../../src/platform/audit-retention.ts'
import { deleteExpiredKeys } from '../../../src/platform/idempotency-queries.ts'
import { daysBefore, type DueLook } from './due-look.ts'

export const cleaning: DueLook[] = [
  {
    name: 'spaces with entries whose time is over',
    file: 'src/features/extras/kv/queries.ts',
    // Half of the entries expire some day.
    fill: ({ places, workspaces, now }) => [
      sql`insert into kv_spaces (workspace_id, bytes) select workspace_id, 100 from ${workspaces} w`,
      sql`
        insert into kv_entries (workspace_id, project_id, key, value, bytes, updated_at, expires_at)
        select workspace_id, 'p', 'k' || n, '1', 1, ${now}, case when n % 2 = 0 then ${now}::timestamptz + interval '1 day' end
        from ${places} p`,
    ],
    look: ({ db, clock }) => workspacesToClean(db, clock.now()),
  },
  {
    name: 'requests that are old',
    file: 'src/features/observability/requests/retention-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms, created_at)
        select workspace_id, gen_random_uuid(), 'r', 1, 'GET', '/', 'x', 200, 1, ${now} from ${places} p`,
    ],
    look: ({ services }) => rotateRequestLog(services),
  },
  {
    name: 'counts of requests that are old',
    file: 'src/features/tenancy/usage/queries.ts',
    fill: ({ places, now }) => [
      sql`insert into usage_days (workspace_id, day) select workspace_id, ${now}::date - n % 100 from ${places} p`,
      sql`
        insert into usage_operations (workspace_id, day, operation_id)
        select workspace_id, ${now}::date - n % 100, 'x' from ${places} p`,
      sql`
        insert into ai_usage (workspace_id, source, id, day, model, tokens_in, tokens_out, created_at)
        select workspace_id, 'operation', n, ${now}::date - n % 100, 'm', 1, 1, ${now} from ${places} p`,
    ],
    look: ({ db }) => deleteUsage(db, '2025-05-01'),
    // Workspaces are found by their rows of `retention`, which each place has here.
    foreach: { one: 'workspace', of: 'places', rows: 2 },
  },
  {
    name: 'events and deliveries that are old',
    file: 'src/features/webhooks/retention-queries.ts',
    fill: () => [],
    look: async ({ services }) => {
      await rotateAttempts(services)
      await deleteOldWebhookRows(services)
    },
    foreach: { one: 'workspace', of: 'workspaces', rows: 4 },
  },
  {
    name: 'answers that are given again no longer',
    file: 'src/platform/idempotency-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into idempotency_keys (workspace_id, key, operation, request, state, holder, lease_until, status, headers, body,
                                      created_at, expires_at)
        select workspace_id, 'k' || n, 'x', 'x', 'done', gen_random_uuid(), ${now}, 200, '{}', 'x', ${now},
               ${now}::timestamptz + interval '1 hour' from ${places} p`,
    ],
    look: ({ db, clock }) => deleteExpiredKeys(db, clock.now(), 1000),
  },
  {
    name: 'plans of agents that are old',
    file: 'src/features/agents/plans/cleanup-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into agent_plans (workspace_id, id, key_id, kind, listing_id, token_hash, basis, created_at, expires_at)
        select workspace_id, gen_random_uuid(), 1, 'closure', listing_id, 'x', '{}', ${now}, ${now} from ${places} p`,
    ],
    look: ({ services }) => deleteOldPlans(services),
  },
  {
    name: 'histories whose keeping time is over',
    file: 'src/features/guests/history/retention-queries.ts',
    // Their rows belong to workspaces whose guests are checked.
    fill: () => [],
    look: ({ services }) => deleteOldHistory(services),
  },
  {
    name: 'the same where a setting says how long they are kept',
    file: 'src/features/guests/history/retention-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => historiesToLookThrough(db, { usual: 365, since: daysBefore(clock.now(), 10) }),
  },
  {
    name: 'lines of the audit log that are old',
    file: 'src/platform/audit-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
        select workspace_id, gen_random_uuid(), ${now}::timestamptz - n % 100 * interval '1 day', 'system', 'x', '{}', 'done'
        from ${places} p`,
    ],
    look: ({ services }) => forgetOldLines(services),
  },
]
