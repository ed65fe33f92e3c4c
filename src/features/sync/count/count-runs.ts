/** Beginning and keeping what a source is gone through for to count it. */
import type { Turn } from '../turn/turn.ts'
import { importOrder } from '../turn/cadence.ts'
import { begin, type Transaction } from '../run/begin-run.ts'
import { abandonRun, migratedAccount } from '../run/import-queries.ts'
import type { Run } from '../run/run-queries.ts'
import { forgetOlderCounts } from './count-queries.ts'
import { entitiesToCount, leftOutOf } from './what-is-counted.ts'

/**
 * Of an import into a migrated workspace, what the source does not count itself is counted. A count that was under way is of
 * before; what only it was about is counted with this one.
 */
export async function beginCount(turn: Turn, imported: Run, tx: Transaction, at: Date): Promise<void> {
  const { scope, connection } = turn
  if (!(await migratedAccount(tx, scope, connection.id))) return
  const before = turn.openRuns.filter(({ kind }) => kind === 'count')
  const wanted = new Set([...entitiesToCount(imported), ...before.flatMap(({ entities }) => entities)])
  if (wanted.size === 0) return
  for (const { id } of before) await abandonRun(tx, scope, id, at)
  turn.openRuns = turn.openRuns.filter((run) => !before.includes(run))
  await begin(
    turn,
    'count',
    importOrder.filter((entity) => wanted.has(entity)),
    tx,
    at,
  )
}

/** What was seen is the count: it is kept until there is a newer one. */
export const keepCount = ({ scope, connection }: Turn, { id, entities }: Run, tx: Transaction) =>
  forgetOlderCounts(tx, scope, connection.id, {
    runId: id,
    entities: entities.flatMap((entity) => [entity, leftOutOf(entity)]),
  })
