/** Each worker looks for due connections and leases free ones. So no work stays with a dead process. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../../connector-kit/ratelimit.ts'
import { startLoop } from '../../../platform/background-loop.ts'
import { startDueLoop } from '../../../platform/due-work/due-loop.ts'
import { createLocks } from '../../../platform/locks.ts'
import { inSpan, tracer } from '../../../platform/spans.ts'
import type { Services } from '../../../services.ts'
import { createPgBudget } from '../../../upstream/budget.ts'
import { runTurn } from './run-turn.ts'
import { dueConnections, nextConnectionDue, type DueConnection } from '../state/schedule-queries.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'

/**
 * Turns mostly wait for vendors, so many run at once. They are limited per vendor, so one that hangs delays
 * only its own accounts. One workspace gets at most three quarters.
 */
const mostTurnsPerVendor = 40
/** As often as the push workers: until a channel's booking is read, its night stays open elsewhere. */
const busyMs = 250

export interface SyncWorker {
  /** Aborts running steps; the next start continues them. */
  stop(): Promise<void>
  /** Polls now. */
  wake(): void
}

export interface SyncOptions {
  budget?: Budget
  /** Looks at this rhythm and hears no notices. */
  askEveryMs?: number
  /** Concurrent turns per vendor. */
  turnsPerVendor?: number
  random?(): number
  /** Real duration of a wait, for simulations with their own clock. */
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

  const askOnce = async (): Promise<boolean> => {
    const taken = [...turns.keys()].map((turn) => ({ ...turn, pool: turn.provider }))
    const found = await dueConnections(db, clock.now(), { total: turnsPerVendor, taken })
    for (const connection of found)
      turns.set(
        connection,
        take(connection).finally(() => turns.delete(connection)),
      )
    return found.length > 0
  }

  const failed = 'what is due could not be asked'
  const asking =
    options.askEveryMs === undefined
      ? startDueLoop(
          services,
          { kind: 'sync', busyMs, log, failed },
          { look: askOnce, nextDue: () => nextConnectionDue(db) },
        )
      : startLoop({ everyMs: options.askEveryMs, log, failed }, async () => void (await askOnce()))
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
