import { sql } from 'kysely'
import { addUpAuditChanges } from '../../../src/platform/audit-queries.ts'
import {
  inPortions,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

/**
 * Every action, actor and outcome is frequent; a record has twenty lines. No line falls into an hour in which a span
 * begins or ends.
 */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  await inPortions(size, ({ from, to }) =>
    sql`
      insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
      select ${workspace.id}, gen_random_uuid(),
        timestamptz '2026-06-15T11:30:00Z' - (n / 150) % 12 * interval '170 hours' - n * interval '1 millisecond',
        'key:' || 900 + n % 5, (array['updateListing', 'updateReservation', 'createWebhook', 'sendMessage', 'deleteKey'])[1 + n / 5 % 5],
        array['listing:' || n / 20], (array['done', 'done', 'refused', 'failed', 'repeated', 'done'])[1 + n / 25 % 6]
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db),
  )
  await addUpAuditChanges(app.db, 100_000)
  return {}
}

export const auditLineList: ProvenList = {
  id: 'listAuditLines',
  fill,
  values: {
    action: [() => 'updateListing', () => 'unheard'],
    actor: [() => 'key:902', () => 'key:999'],
    target: [() => 'listing:3'],
    outcome: ['done', 'failed', 'begun'].map((outcome) => () => outcome),
    from: [() => '2026-06-01T10:20:00Z', () => '2026-06-15T11:00:00Z', () => '2025-01-01T00:00:00Z'],
    to: [() => '2026-05-20T10:20:00Z', () => '2026-06-15T12:00:00Z'],
  },
  pairs: [
    ['action', 'outcome'],
    ['from', 'to'],
    ['from', 'action'],
    ['from', 'outcome'],
    ['target', 'action'],
    ['target', 'outcome'],
  ],
}
