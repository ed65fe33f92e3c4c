/** Every worker process asks which connections have something to do, and takes those no other has. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../connector-kit/ratelimit.ts'
import type { WorkerPlaces } from '../../platform/fairness/turns-sql.ts'
import type { Scope } from '../../platform/tenant.ts'
import { startLoop } from '../../platform/background-loop.ts'
import { inSpan } from '../../platform/spans.ts'
import { createLocks } from '../../platform/locks.ts'
import type { Services } from '../../services.ts'
import { createPgBudget } from '../budget.ts'
import type { SyncEnvironment } from '../client.ts'

/** Of which one workspace alone gets three quarters. */
const mostTurns = 28
/** Short, because somebody may be waiting for the answer; the table asked is tiny. */
const askEveryMs = 250
/** After a turn that broke off for a reason of our own. */
const restAfterFaultMs = 30_000

export interface TurnWorker {
  /** Ends the calls that are under way; what they did not finish goes on at the next start. */
  stop(): Promise<void>
}

export interface DueTurn {
  workspaceId: string
  connectionId: string
}

export interface PushTurns {
  /** What is done, as the log and the locks of all processes call it. */
  name: string
  /** Accounts of all workspaces whose turn it is. */
  due(now: Date, places: WorkerPlaces): Promise<DueTurn[]>
  run(environment: SyncEnvironment, scope: Scope, connectionId: string): Promise<void>
  /** Nothing is done for the connection until then. */
  rest(scope: Scope, connectionId: string, until: Date): Promise<void>
}

export interface TurnOptions {
  budget?: Budget
  askEveryMs?: number
}

export function startTurns(
  services: Services,
  { name, due, run, rest }: PushTurns,
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

  const askOnce = async (): Promise<void> => {
    for (const turn of await due(clock.now(), { total: mostTurns, taken: [...turns.keys()] }))
      turns.set(
        turn,
        take(turn).finally(() => turns.delete(turn)),
      )
  }

  const asking = startLoop(
    {
      everyMs: options.askEveryMs ?? askEveryMs,
      log,
      failed: `what is due of ${name} could not be asked`,
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
