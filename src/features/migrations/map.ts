import type { Migration, MigrationConnection, MigrationImport } from '../../contract/migration.ts'
import type { LastRehearsal } from '../../contract/rehearsal.ts'
import type { MigrationWatch } from '../../contract/migration-watch.ts'
import { importResults, stoppedByDisconnect } from '../sync/public.ts'
import type { MigrationCountRow, MigrationRow, MigrationSourceRow } from './queries.ts'
import type { StoredRehearsal } from './rehearsal-queries.ts'
import { migrationStateOf, type ImportStatus } from './state.ts'

type MigrationSourceFacts = Pick<
  MigrationSourceRow,
  | 'status'
  | 'importing'
  | 'import_wanted'
  | 'state'
  | 'finished_at'
  | 'failed_told_at'
  | 'errors'
  | 'action_message'
>

/**
 * A failing import continues by itself and counts as failed once that was reported. One with missing rows has
 * ended well; its results count them.
 */
function importStatus(row: MigrationSourceFacts): ImportStatus | null {
  const { status, importing, import_wanted, state, finished_at, failed_told_at } = row
  const isConnected = status !== 'disconnected'
  if (import_wanted !== null) return status === 'active' ? 'running' : 'failed'
  if (state === null || (state === 'abandoned' && importing && isConnected)) {
    if (!isConnected) return null
    return status === 'error' ? 'failed' : 'running'
  }
  if (state === 'abandoned' || (state === 'failed' && failed_told_at !== null)) return 'failed'
  return finished_at === null ? 'running' : 'completed'
}

function whyFailed({ state, errors, action_message }: MigrationSourceFacts): string {
  if (state === 'abandoned') return stoppedByDisconnect
  return errors?.at(-1)?.message ?? action_message ?? 'The account cannot be read.'
}

function toImport(row: MigrationSourceRow): MigrationImport | null {
  const status = importStatus(row)
  if (status === null) return null
  const {
    started_at,
    finished_at,
    failed_told_at,
    connected_at,
    entities,
    progress,
    import_wanted: wish,
  } = row
  if (wish) return { status, startedAt: wish.at, finishedAt: null, entities: wish.entities, results: [] }
  const endedAt = finished_at ?? (status === 'failed' ? failed_told_at : null)
  return {
    status,
    startedAt: (started_at ?? connected_at).toISOString(),
    finishedAt: endedAt?.toISOString() ?? null,
    entities: entities ?? [],
    results: importResults(entities ?? [], progress ?? {}),
    ...(status === 'failed' ? { error: whyFailed(row) } : {}),
  }
}

function toConnection(row: MigrationSourceRow): MigrationConnection {
  const shown = toImport(row)
  return {
    id: row.id,
    provider: row.provider,
    status: row.status as MigrationConnection['status'],
    connectedAt: row.connected_at.toISOString(),
    lastPolledAt: row.last_success_at?.toISOString() ?? null,
    ...(shown ? { import: shown } : {}),
  }
}

export const stateOfRows = (row: MigrationRow, sources: readonly MigrationSourceRow[]) =>
  migrationStateOf({
    cutOverAt: row.cut_over_at,
    deactivatedAt: row.deactivated_at,
    imports: [...sources.map(importStatus), row.file_import],
  })

/** The state of the import, whether or not the migration has ended since. */
export const importStateOf = (row: MigrationRow, sources: readonly MigrationSourceRow[]) =>
  stateOfRows({ ...row, cut_over_at: null, deactivated_at: null }, sources)

const toLastRehearsal = ({ rehearsed_at, go, score, items }: StoredRehearsal): LastRehearsal => ({
  rehearsedAt: rehearsed_at.toISOString(),
  go,
  score,
  items: items.map(({ code, status, count }) => ({ code, status, count })),
})

export function toMigration(
  row: MigrationRow,
  sources: readonly MigrationSourceRow[],
  counts: MigrationCountRow | undefined,
  watch: MigrationWatch | undefined,
  rehearsal: StoredRehearsal | undefined,
): Migration {
  return {
    workspaceId: row.id,
    name: row.name,
    externalRef: row.external_ref,
    state: stateOfRows(row, sources),
    createdAt: row.created_at.toISOString(),
    cutoverAt: row.cut_over_at?.toISOString() ?? null,
    connections: sources.map(toConnection),
    ...(watch ? { watch } : {}),
    ...(rehearsal ? { rehearsal: toLastRehearsal(rehearsal) } : {}),
    counts: {
      listings: counts?.listings ?? 0,
      reservations: counts?.reservations ?? 0,
      upcomingReservations: counts?.upcoming ?? 0,
      guests: counts?.guests ?? 0,
      conversations: counts?.conversations ?? 0,
    },
  }
}
