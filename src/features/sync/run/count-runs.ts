/** Begins and keeps counts of lists that the source does not count itself. */
import type { SyncTurn } from '../state/turn.ts'
import { importOrder } from '../state/cadence.ts'
import { beginRun, type RunTransaction } from './begin-run.ts'
import { abandonRun, migratedAccount } from './import-queries.ts'
import { updateRun, type SyncRunRow } from '../state/run-queries.ts'
import { forgetOlderCounts, moveSeen } from './count-queries.ts'
import { entitiesToCount, leftOutOf } from './what-is-counted.ts'

/**
 * After an import into a migrated workspace, counts what the source does not. An unfinished count restarts for the
 * imported kinds and continues for others.
 */
export async function beginCount(
  turn: SyncTurn,
  imported: SyncRunRow,
  tx: RunTransaction,
  at: Date,
): Promise<void> {
  const { scope, connection } = turn
  if (!(await migratedAccount(tx, scope, connection.id))) return
  const anew = new Set<string>(entitiesToCount(imported))
  const before = turn.openRuns.filter(({ kind }) => kind === 'count')
  const wanted = new Set([...anew, ...before.flatMap(({ entities }) => entities)])
  if (wanted.size === 0) return
  const entities = importOrder.filter((entity) => wanted.has(entity))
  const run = await beginRun(turn, 'count', entities, tx, at)
  for (const earlier of before) {
    await goOnWith(turn, { run, earlier, entities: earlier.entities.filter((name) => !anew.has(name)) }, tx)
    await abandonRun(tx, scope, earlier.id, at)
  }
  turn.openRuns = turn.openRuns.filter((open) => !before.includes(open))
  await updateRun(tx, scope, run, { at, calls: 0, retries: 0 })
}

/** Moves an earlier count of these kinds to the new run. */
async function goOnWith(
  { scope }: SyncTurn,
  { run, earlier, entities }: { run: SyncRunRow; earlier: SyncRunRow; entities: readonly string[] },
  tx: RunTransaction,
): Promise<void> {
  const those = <T>(of: Record<string, T>) =>
    Object.fromEntries(Object.entries(of).filter(([entity]) => entities.includes(entity)))
  Object.assign(run.progress, those(earlier.progress))
  Object.assign(run.resume, those(earlier.resume))
  run.errors.push(...earlier.errors.filter(({ entity }) => entity !== null && entities.includes(entity)))
  await moveSeen(tx, scope, { from: earlier.id, to: run.id, entities: withLeftOut(entities) })
}

const withLeftOut = (entities: readonly string[]) => entities.flatMap((entity) => [entity, leftOutOf(entity)])

/** The seen ids are the count, kept until a newer one. */
export const keepCount = (
  { scope, connection }: SyncTurn,
  { id, entities }: SyncRunRow,
  tx: RunTransaction,
) =>
  forgetOlderCounts(tx, scope, connection.id, {
    runId: id,
    entities: withLeftOut(entities),
  })
