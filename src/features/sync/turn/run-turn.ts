/** Runs one connection's due work step by step until nothing is due. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { addHistory, applyImportScope } from '../../../upstream/import-scope.ts'
import { syncedConnection } from '../../../upstream/connection-queries.ts'
import { earliestDue } from '../state/fetch-queries.ts'
import { ensureInbound } from '../hint/inbound.ts'
import { openRuns } from '../state/run-queries.ts'
import { nextFullPass, nextReconciliation, sweepsDue } from '../run/runs.ts'
import { hasAccess } from './regain-access.ts'
import { claimSchedule, endTurn, holdsSchedule, stopSchedule } from '../state/schedule-queries.ts'
import { settleFailure } from './settle-failure.ts'
import { restOf, takeStep, type TurnStep } from './steps.ts'
import { ClaimLost, type SyncTurn } from '../state/turn.ts'
import { lacksCredentials, openTurnClient, type SyncEnvironment } from '../../../upstream/client.ts'
import { isQuiet, listDueWork } from './waiting.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'

/** After this time other connections get their turn. */
const longestTurnMs = 60_000

/** While all work waits for the vendor's limit, a hint may bring work that need not. */
const lookAgainMs = 1000
/** For a longer wait the turn ends, and another account gets its slot. */
const longestRestMs = 30_000

/** The caller holds the connection's lease. */
export async function runTurn(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const turn = await openTurn(environment, scope, connectionId)
  if (!turn) return
  const step: TurnStep = { run: null, entity: null }
  // Stopping does not wait for a vendor.
  const hangUp = () => void turn.client.close()
  environment.signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  try {
    if (turn.connection.isRefused && !(await hasAccess(turn))) return
    if (turn.connection.inboundDue) await ensureInbound(turn)
    while (!environment.signal.aborted && performance.now() < endsAt) {
      const outcome = await takeStep(turn, step)
      if (outcome === 'done') continue
      if (outcome === 'nothing is due' || outcome.restMs > longestRestMs) break
      await pause(Math.min(outcome.restMs, lookAgainMs), undefined, { signal: environment.signal })
    }
    if (!environment.signal.aborted) await settle(turn)
  } catch (error) {
    if (error instanceof ClaimLost) turn.log.info('the connection was taken over or disconnected')
    else if (!environment.signal.aborted) await settleFailure(turn, step, error)
  } finally {
    environment.signal.removeEventListener('abort', hangUp)
    await turn.client.close()
  }
}

async function openTurn(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<SyncTurn | undefined> {
  const { db, connectors, log } = servicesIn(environment.services, scope)
  const readable = async (tx: Queryable) => {
    const connection = await syncedConnection(tx, scope, connectionId)
    const known = connection && connectors[connection.provider]
    const connector =
      known && addHistory(applyImportScope(known, connection.importScope), connection.historyFrom)
    const isTried =
      connection?.status === 'active' || (connection?.status === 'error' && connection.isRefused)
    const isOpen = connector && isTried && !lacksCredentials(connector, connection)
    return isOpen ? { connection, connector } : undefined
  }
  const holder = randomUUID()
  // Claimed before it is read: who restarts the account afterwards revokes the claim, so no turn goes on with what it was before.
  const schedule = await claimSchedule(db, scope, connectionId, holder)
  if (!schedule) return undefined
  const found = await readable(db)
  if (!found) {
    await db.transaction().execute(async (tx) => {
      await takeSchedule(tx, scope, connectionId)
      // A reconnect meanwhile wants the account read.
      if (!(await readable(tx))) await stopSchedule(tx, scope, connectionId)
    })
    return undefined
  }
  const { connection, connector } = found
  const calls = { count: 0, retries: 0, made: 0, failed: [], first: null }
  return {
    environment,
    scope,
    holder,
    connector,
    connection,
    schedule,
    calls,
    client: await openTurnClient(environment, scope, connector, connection, calls),
    openRuns: await openRuns(db, scope, connectionId),
    nightsAlong: new Map(),
    unknownListings: new Set(),
    restsUntil: new Map(),
    ahead: null,
    log: log.child({ workspace: scope.workspaceId, connection: connectionId, provider: connection.provider }),
  }
}

/**
 * Sleeps until work is due. Requests lock the schedule's row first, so none is missed between the last look
 * and the end.
 */
async function settle(turn: SyncTurn): Promise<void> {
  const { db, clock } = turn.environment.services
  const { scope, holder, connection } = turn
  await db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) return
    const now = clock.now()
    const stored = await syncedConnection(tx, scope, connection.id)
    connection.reconciliationWantedAt = stored?.reconciliationWantedAt ?? null
    connection.importWanted = stored?.importWanted ?? null
    const waiting = await listDueWork(turn, tx)
    const moments = [
      ...waiting.map(({ name }) => new Date(now.getTime() + restOf(turn, name))),
      ...(isQuiet(turn) ? [] : await dueLater(turn, tx, now)),
    ]
    const wakeAt =
      moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())))
    await endTurn(tx, scope, connection.id, { ...turn.schedule, holder, wakeAt, failures: 0 })
  })
}

async function dueLater(turn: SyncTurn, tx: Queryable, now: Date): Promise<Date[]> {
  const fetchDue = await earliestDue(tx, turn.scope, turn.connection.id, { after: now })
  const moments = [
    nextFullPass(turn),
    nextReconciliation(turn),
    ...sweepsDue(turn).map(({ at }) => at),
    fetchDue,
  ]
  return moments.filter((moment) => moment !== null && moment > now) as Date[]
}
