/** The state machine of a migration, and how the state follows from stored data. Pure. */
import type { MigrationState } from '../../contract/migration.ts'
import { ApiError } from '../../platform/api-error.ts'

/** Events from its source, or actions of its owner. */
export type MigrationMove =
  'connect' | 'complete' | 'fail' | 'import' | 'rehearse' | 'cutover' | 'rollback' | 'deactivate'

/** The allowed transitions; all others are refused. Ending twice is the same as once. */
export const migrationMoves: Record<MigrationState, Partial<Record<MigrationMove, MigrationState>>> = {
  awaiting_connection: {
    connect: 'importing',
    rehearse: 'awaiting_connection',
    deactivate: 'deactivated',
  },
  importing: {
    complete: 'imported',
    fail: 'failed',
    connect: 'importing',
    rehearse: 'importing',
    deactivate: 'deactivated',
  },
  imported: {
    import: 'importing',
    connect: 'importing',
    rehearse: 'imported',
    cutover: 'cut_over',
    deactivate: 'deactivated',
  },
  failed: {
    import: 'importing',
    connect: 'importing',
    complete: 'imported',
    rehearse: 'failed',
    deactivate: 'deactivated',
  },
  // Rollback only while it is watched: `assertWatched`.
  cut_over: { cutover: 'cut_over', rollback: 'imported', deactivate: 'deactivated' },
  deactivated: { cutover: 'deactivated', deactivate: 'deactivated' },
}

/** Reading has stopped and accounts cannot be connected. */
export const isEnd = (state: MigrationState) => migrationMoves[state].connect === undefined

export type ImportStatus = 'running' | 'completed' | 'failed'

export interface MigrationFacts {
  cutOverAt: Date | null
  deactivatedAt: Date | null
  /** Per account; null if it was disconnected before anything was read. */
  imports: readonly (ImportStatus | null)[]
}

/** A migration is imported once all its accounts are. */
export function migrationStateOf({ cutOverAt, deactivatedAt, imports }: MigrationFacts): MigrationState {
  if (deactivatedAt !== null) return 'deactivated'
  if (cutOverAt !== null) return 'cut_over'
  if (imports.every((one) => one === null)) return 'awaiting_connection'
  if (imports.includes('running')) return 'importing'
  return imports.includes('failed') ? 'failed' : 'imported'
}

/** The state after the transition; throws if it is not allowed. */
export function migrationStateAfter(state: MigrationState, move: MigrationMove): MigrationState {
  const next = migrationMoves[state][move]
  if (next !== undefined) return next
  const from = Object.entries(migrationMoves)
    .filter(([, moves]) => moves[move] !== undefined)
    .map(([name]) => name)
  throw new ApiError('invalid_state', `The migration is ${state}; this needs ${from.join(' or ')}.`, {
    field: 'state',
    currentStatus: state,
    valid_values: from,
  })
}
