/** Each worker polls for connections with due work and takes those that no other worker has. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../connector-kit/ratelimit.ts'
import type { WorkerPlaces } from '../../platform/fairness/turns-sql.ts'
import type { Scope } from '../../platform/tenant.ts'
import { startLoop } from '../../platform/background-loop.ts'
import { startDueLoop } from '../../platform/due-work/due-loop.ts'
import type { WorkKind } from '../../platform/due-work/work-notices.ts'
import { inSpan } from '../../platform/spans.ts'
import { createLocks } from '../../platform/locks.ts'
import type { Services } from '../../services.ts'
import { createPgBudget } from '../budget.ts'
import type { SyncEnvironment } from '../client.ts'

/** One workspace alone gets at most three quarters of these slots. */
const mostTurns = 28
/** The pause while something is due is short because a caller may wait, and the polled table is tiny. */
const busyMs = 250
/** After a fault of our own the connection rests this long. */
const restAfterFaultMs = 30_000

export interface TurnWorker {
  /** Aborts running calls; the next start continues their work. */
  stop(): Promise<void>
}

export interface DueTurn {
  workspaceId: string
  connectionId: string
}

export interface PushTurns {
  /** Logs and locks name the work by this. */
  name: string
  /** Notices of this kind wake the worker. */
  kind: WorkKind
  /** Returns due accounts of all workspaces. */
  due(now: Date, places: WorkerPlaces): Promise<DueTurn[]>
  /** When the first account of any workspace is due; null if none. */
  nextDue(): Promise<Date | null>
  run(environment: SyncEnvironment, scope: Scope, connectionId: string): Promise<void>
  /** Pauses the connection until that time. */
  rest(scope: Scope, connectionId: string, until: Date): Promise<void>
}

export interface TurnOptions {
  budget?: Budget
  /** Looks at this rhythm and hears no notices. */
  askEveryMs?: number
}

export function startTurns(
  services: Services,
  { name, kind, due, nextDue, run, rest }: PushTurns,
  options: TurnOptions,
): TurnWorker {
  const { db, pool, log, clock } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const sleep = (ms: number) => pause(ms, undefined, { signal })
  const locks = createLocks({ pool, log })
  const environment: SyncEnvironment = {
    services,
    signal,
    sleep,
    budget: options.budget ?? createPgBudget({ db, now: () => performance.now(), sleep }),
    random: Math.random,
  }
  const turns = new Map<DueTurn, Promise<void>>()

  const take = async ({ workspaceId, connectionId }: DueTurn): Promise<void> => {
    const lock = `${name}:${workspaceId}:${connectionId}`
    const scope = { workspaceId }
    try {
      if (!(await locks.tryLock(lock))) return
      try {
        const attributes = { 'lodgewire.workspace': workspaceId, 'lodgewire.connection': connectionId }
        await inSpan({ name: `${name} turn`, kind: 'internal', attributes }, () =>
          run(environment, scope, connectionId),
        )
      } finally {
        await locks.unlock(lock)
      }
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, connection: connectionId, turn: name }, 'a turn broke off')
      await rest(scope, connectionId, new Date(clock.now().getTime() + restAfterFaultMs)).catch(() => {})
    }
  }

  const askOnce = async (): Promise<boolean> => {
    const found = await due(clock.now(), { total: mostTurns, taken: [...turns.keys()] })
    for (const turn of found) {
      const taken = take(turn).finally(() => turns.delete(turn))
      turns.set(turn, taken)
    }
    return found.length > 0
  }

  const failed = `what is due of ${name} could not be asked`
  const asking =
    options.askEveryMs === undefined
      ? startDueLoop(services, { kind, busyMs, log, failed }, { look: askOnce, nextDue })
      : startLoop({ everyMs: options.askEveryMs, log, failed }, async () => void (await askOnce()))
  return {
    async stop() {
      stopping.abort()
      await asking.stop()
      await Promise.all(turns.values())
      await locks.close()
    },
  }
}
