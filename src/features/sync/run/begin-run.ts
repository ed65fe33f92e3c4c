/** Starts a run in the transaction that caused it. */
import type { FetchEntity } from '../../../records/batch.ts'
import { beginProof, compares } from '../reconcile/reconcile.ts'
import { calendarWindow } from '../state/cadence.ts'
import type { SyncTurn } from '../state/turn.ts'
import { withOverlap } from '../state/rules.ts'
import { insertRun, type RunBounds, type SyncRunRow, type RunKind } from '../state/run-queries.ts'

/** True for runs that read a whole list and so know what is gone. */
export const readsEverything = ({ kind }: Pick<SyncRunRow, 'kind'>) => kind !== 'incremental'

export type RunTransaction = Parameters<typeof insertRun>[0]

export async function beginRun(
  turn: SyncTurn,
  kind: RunKind,
  entities: readonly FetchEntity[],
  tx: RunTransaction,
  at: Date,
  since: string | null = null,
): Promise<SyncRunRow> {
  const strategy =
    kind === 'incremental' || since !== null ? turn.connector.manifest.sync.reservations : 'everything'
  const bounds = {
    ...boundsOf(turn, kind, entities, at),
    ...(since === null ? {} : { reservations: { since } }),
  }
  const run = await insertRun(tx, turn.scope, turn.connection.id, { kind, strategy, bounds, entities, at })
  if (compares(run)) await beginProof({ tx, scope: turn.scope, connection: turn.connection, now: at }, run)
  turn.openRuns.push(run)
  turn.log[readsEverything(run) ? 'info' : 'debug']({ run: run.id, kind, entities }, 'sync run begins')
  return run
}

/** The bounds of each list that is not read completely. */
function boundsOf(
  { connector: { manifest }, connection }: SyncTurn,
  kind: RunKind,
  entities: readonly FetchEntity[],
  at: Date,
): Record<string, RunBounds> {
  const calendar = entities.includes('calendar') ? { calendar: calendarWindow(at, manifest) } : {}
  if (kind !== 'incremental') return calendar
  const since = entities.flatMap((entity) => {
    const watermark = connection.watermarks[entity]
    return watermark === undefined
      ? []
      : [[entity, { since: withOverlap(watermark, manifest.sync.overlapSeconds) }] as const]
  })
  return Object.fromEntries(since)
}
