/** Every worker process asks which connections have nights to send, and takes those no other has. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../connector-kit/ratelimit.ts'
import { startLoop } from '../../platform/background-loop.ts'
import { createLocks } from '../../platform/locks.ts'
import type { Services } from '../../services.ts'
import { pgBudget } from '../../upstream/budget.ts'
import type { SyncEnvironment } from '../../upstream/client.ts'
import { dueTurns, sleepUntilDue, type DueTurn } from './queries.ts'
import { runPushTurn } from './turn.ts'

const mostTurns = 20
/** Short, because somebody may be waiting for the answer; the table asked is tiny. */
const askEveryMs = 250
/** After a turn that broke off for a reason of our own. */
const restAfterFaultMs = 30_000

export interface CalendarWorker {
  /** Ends the calls that are under way; what they did not finish goes on at the next start. */
  stop(): Promise<void>
}

export function startCalendarPushes(
  services: Services,
  options: { budget?: Budget; askEveryMs?: number } = {},
): CalendarWorker {
  const { db, pool, log, clock } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const sleep = (ms: number) => pause(ms, undefined, { signal })
  const locks = createLocks({ pool, log })
  const environment: SyncEnvironment = {
    services,
    signal,
    sleep,
    budget: options.budget ?? pgBudget({ db, now: () => performance.now(), sleep }),
    random: Math.random,
  }
  const turns = new Map<string, Promise<void>>()

  const take = async ({ workspaceId, connectionId }: DueTurn): Promise<void> => {
    const name = `calendar:${workspaceId}:${connectionId}`
    const scope = { workspaceId }
    try {
      if (!(await locks.tryLock(name))) return
      try {
        await runPushTurn(environment, scope, connectionId)
      } finally {
        await locks.unlock(name)
      }
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, connection: connectionId }, 'nights could not be sent')
      await sleepUntilDue(db, scope, connectionId, new Date(clock.now().getTime() + restAfterFaultMs)).catch(
        () => {},
      )
    }
  }

  const askOnce = async (): Promise<void> => {
    for (const due of await dueTurns(db, clock.now(), mostTurns + turns.size)) {
      const name = `${due.workspaceId}:${due.connectionId}`
      if (turns.size >= mostTurns || turns.has(name)) continue
      turns.set(
        name,
        take(due).finally(() => turns.delete(name)),
      )
    }
  }

  const asking = startLoop(
    {
      everyMs: options.askEveryMs ?? askEveryMs,
      log,
      failed: 'what nights are to be sent could not be asked',
    },
    askOnce,
  )
  return {
    async stop() {
      stopping.abort()
      await asking.stop()
      await Promise.all(turns.values())
      await locks.close()
    },
  }
}
