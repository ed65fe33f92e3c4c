/** Every worker process asks what is due and takes what no other has: no job can be stuck with a process that died. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../../connector-kit/ratelimit.ts'
import { startLoop } from '../../../platform/background-loop.ts'
import { createLocks } from '../../../platform/locks.ts'
import { inSpan, tracer } from '../../../platform/spans.ts'
import type { Services } from '../../../services.ts'
import { createPgBudget } from '../../../upstream/budget.ts'
import { runTurn } from './run-turn.ts'
import { dueConnections, type DueConnection } from './schedule-queries.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'

/**
 * Turns mostly wait for vendors, so many fit in a process. They are counted for each vendor: one that hangs keeps its own
 * accounts waiting and nobody else's. One workspace alone gets three quarters of them.
 */
const mostTurnsPerVendor = 40
/** As often as the workers that write: a channel's word of a booking waits for it while the night is open elsewhere. */
const askEveryMs = 250

export interface SyncWorker {
  /** Ends the steps that are under way; what they did not finish goes on at the next start. */
  stop(): Promise<void>
  /** Asks now what is due. */
  wake(): void
}

export interface SyncOptions {
  budget?: Budget
  askEveryMs?: number
  /** Accounts of one vendor that are worked on at a time. */
  turnsPerVendor?: number
  random?(): number
  /** How long waiting for a vendor takes, where time does not run as it does outside. */
  realMs?(ms: number): number
}

const spanOf = ({ workspaceId, connectionId, provider }: DueConnection) => ({
  name: `sync turn ${provider}`,
  kind: 'internal' as const,
  attributes: { 'lodgewire.workspace': workspaceId, 'lodgewire.connection': connectionId },
})

export async function startSync(services: Services, options: SyncOptions = {}): Promise<SyncWorker> {
  const { db, pool, log, clock } = services
  const stopping = new AbortController()
  const { signal } = stopping
  const realMs = options.realMs ?? ((ms: number) => ms)
  const sleep = (ms: number) => pause(realMs(ms), undefined, { signal })
  const locks = createLocks({ pool, log })
  const environment: SyncEnvironment = {
    services,
    signal,
    sleep,
    realMs,
    budget: options.budget ?? createPgBudget({ db, now: () => performance.now(), sleep }),
    random: options.random ?? Math.random,
  }
  const { turnsPerVendor = mostTurnsPerVendor } = options
  const turns = new Map<DueConnection, Promise<void>>()

  const take = async (due: DueConnection): Promise<void> => {
    const name = `sync:${due.workspaceId}:${due.connectionId}`
    try {
      if (!(await locks.tryLock(name))) return
      try {
        const turn = () => runTurn(environment, { workspaceId: due.workspaceId }, due.connectionId)
        await (tracer === null ? turn() : inSpan(spanOf(due), turn))
      } finally {
        await locks.unlock(name)
      }
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, connection: due.connectionId }, 'a sync turn broke off')
    }
  }

  const askOnce = async (): Promise<void> => {
    const taken = [...turns.keys()].map((turn) => ({ ...turn, pool: turn.provider }))
    for (const connection of await dueConnections(db, clock.now(), { total: turnsPerVendor, taken }))
      turns.set(
        connection,
        take(connection).finally(() => turns.delete(connection)),
      )
  }

  const asking = startLoop(
    { everyMs: options.askEveryMs ?? askEveryMs, log, failed: 'what is due could not be asked' },
    askOnce,
  )
  return {
    wake: () => asking.wake(),
    async stop() {
      stopping.abort()
      await asking.stop()
      await Promise.all(turns.values())
      await locks.close()
    },
  }
}
