/**
 * The state after the database's last restore from a backup. All processes read it from the database, so it does not
 * matter which of them declared the restore.
 */
import type pg from 'pg'
import { startLoop, type BackgroundLoop } from './background-loop.ts'
import { listenForWork } from './due-work/work-notices.ts'
import type { Log } from './log.ts'
import { latestRecovery } from './recovery-queries.ts'
import type { Queryable } from './tenant.ts'

export interface RecoveryState {
  /** 1 until the first restore; it rises with each. */
  epoch: number
  /** When the backup was taken that the database came from. */
  takenAt: Date | null
  declaredAt: Date | null
  /** Revisions in events are raised by this, so that none repeats one that was lost. */
  revisionsAhead: number
  /** Some accounts were not read as a whole since. */
  isReconciling: boolean
}

/** Servers that run while a restore is declared obey it at its notice, and after this time at the latest. */
const recoveryLookEveryMs = 15_000

const neverRestored: RecoveryState = {
  epoch: 1,
  takenAt: null,
  declaredAt: null,
  revisionsAhead: 0,
  isReconciling: false,
}

let state = neverRestored

export const recoveryState = (): RecoveryState => state

export async function readRecoveryState(db: Queryable): Promise<RecoveryState> {
  const latest = await latestRecovery(db)
  state =
    latest === undefined
      ? neverRestored
      : {
          epoch: Number(latest.epoch),
          takenAt: latest.taken_at,
          declaredAt: latest.declared_at,
          revisionsAhead: latest.revisions_ahead,
          isReconciling: latest.is_open,
        }
  return state
}

/** Reads the state before it resolves, and then keeps looking. */
export async function followRecovery({
  db,
  pool,
  log,
}: {
  db: Queryable
  pool: pg.Pool
  log: Log
}): Promise<Pick<BackgroundLoop, 'stop'>> {
  await readRecoveryState(db)
  const options = { everyMs: recoveryLookEveryMs, firstAfterMs: recoveryLookEveryMs, log }
  const loop = startLoop({ ...options, failed: 'restores could not be looked for' }, async () => {
    await readRecoveryState(db)
  })
  const deafen = listenForWork({ pool, log }, 'recovery', loop.wake)
  return {
    async stop() {
      await deafen()
      await loop.stop()
    },
  }
}
