/** Looks for work when the first is due or when somebody made some. While nothing is due it asks for the next due time alone. */
import type pg from 'pg'
import { startLoop, type BackgroundLoop } from '../background-loop.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { listenForWork, type WorkKind } from './work-notices.ts'

/** A sleeping worker looks this often, in case a notice was lost. */
export const longestPauseMs = 30_000

export interface DueRhythm {
  kind: WorkKind
  /** The pause between looks while something is due. */
  busyMs: number
  /** The shortest pause between two looks, however many notices come; `busyMs` without it. */
  leastMs?: number
  longestMs?: number
  log: Log
  /** The message logged with a look's error. */
  failed: string
}

export interface DueLook {
  look(signal: AbortSignal): Promise<unknown>
  /** When the next work is due, which may be past while other workers hold it; null if none is known. */
  nextDue(): Promise<Date | null>
}

/** Milliseconds until the next look, by this process's clock. */
export function pauseUntil(
  due: Date | null,
  now: Date,
  { busyMs, longestMs = longestPauseMs }: Pick<DueRhythm, 'busyMs' | 'longestMs'>,
): number {
  if (due === null) return longestMs
  return Math.min(longestMs, Math.max(busyMs, due.getTime() - now.getTime()))
}

export function startDueLoop(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  rhythm: DueRhythm,
  { look, nextDue }: DueLook,
): BackgroundLoop {
  const { busyMs, leastMs = busyMs, kind, log, failed } = rhythm
  const loop = startLoop({ everyMs: busyMs, leastMs, log, failed }, async (signal) => {
    const due = await nextDue()
    const now = clock.now()
    if (due === null || due > now) return pauseUntil(due, now, rhythm)
    await look(signal)
    return busyMs
  })
  const deafen = listenForWork({ pool, log }, kind, loop.wake)
  return {
    wake: loop.wake,
    async stop() {
      await deafen()
      await loop.stop()
    },
  }
}
