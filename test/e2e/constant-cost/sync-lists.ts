import { sql } from 'kysely'
import { rowsOf as makerOf } from '../../api/rows.ts'
import type { Filled, FilledWorkspace, Filling, ProvenList } from './proven-list.ts'

/** Runs of every kind and state, including hints that no list shows, and failed records of three kinds. */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const { connectionId } = await makerOf(app.db, workspace.live).account('hostaway', '1')
  await sql`
    insert into sync_runs (workspace_id, id, connection_id, kind, strategy, state, entities, finished_at)
    select ${workspace.id}, nextval('sync_runs_id'), ${connectionId},
      (array['incremental', 'full', 'hint', 'reconciliation', 'count', 'import'])[1 + n % 6], 'full',
      (array['completed', 'partial', 'failed'])[1 + (n / 6) % 3], '{listings}', ${app.clock.now()}
    from generate_series(1, ${size}::int) n`.execute(app.db)
  await sql`
    insert into sync_failures (workspace_id, connection_id, entity, external_id, severity, message, last_at)
    select ${workspace.id}, ${connectionId}, (array['listings', 'reservations', 'messages'])[1 + n % 3], n::text,
      (array['failure', 'warning'])[1 + (n / 3) % 2], 'Message',
      ${app.clock.now()}::timestamptz - n * interval '1 second'
    from generate_series(1, ${size}::int) n`.execute(app.db)
  return { connectionId }
}

const params = { id: ({ connectionId = '' }: Filled) => connectionId }

export const runList: ProvenList = {
  id: 'listSyncRuns',
  fill,
  params,
  values: {
    kind: ['incremental', 'reconciliation', 'first_import'].map((kind) => () => kind),
    state: ['completed', 'failed', 'running'].map((state) => () => state),
  },
  pairs: [['kind', 'state']],
}

export const failureList: ProvenList = {
  id: 'listSyncFailures',
  fill,
  params,
  values: {
    entity: [() => 'listings', () => 'reservations'],
    severity: [() => 'failure', () => 'warning'],
  },
  pairs: [['entity', 'severity']],
}
