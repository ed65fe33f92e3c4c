/** What one connection needs next, done step by step until nothing is due. */
import { randomUUID } from 'node:crypto'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import type { Scope } from '../../platform/tenant.ts'
import { accountDisconnected } from '../events/public.ts'
import { servicesIn } from '../sandbox-vendor/public.ts'
import { patientEntities, urgentEntities, walkEntities, type WalkEntity } from './cadence.ts'
import { demandReauthentication, syncedConnection } from './connection-queries.ts'
import { hintStep, runFetchStep } from './fetch-step.ts'
import { earliestDue, nextDue } from './fetch-queries.ts'
import { ensureInbound } from './inbound.ts'
import { backoffMs } from './rules.ts'
import { compares, endProof } from './reconcile/reconcile.ts'
import { openRuns, type Run } from './run-queries.ts'
import {
  beginEverything,
  beginIncremental,
  beginReconciliation,
  finishRun,
  nextFullPass,
  nextReconciliation,
  noteRunFailure,
  progressOf,
  readsEverything,
  sweepsDue,
} from './runs.ts'
import { claimSchedule, endTurn, holdsSchedule, stopSchedule } from './schedule-queries.ts'
import { ClaimLost, lacksCredentials, openTurnClient, type SyncEnvironment, type Turn } from './turn.ts'
import { walkStep } from './walk-step.ts'

/** Then others get their turn, however much is left. */
const longestTurnMs = 60_000

/** How much more time a first import gets than what changes beside it. */
const shareWhileImporting = 3

/** So far hints may get ahead of a pass over everything: they are quick, but they may never end. */
const longestLeadMs = 15_000

/** The step that was under way, so that a failure is written down where it belongs. */
interface Step {
  run: Run | null
  entity: string
}

/** The caller holds the lock of the connection. */
export async function runTurn(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const turn = await openTurn(environment, scope, connectionId)
  if (!turn) return
  const step: Step = { run: null, entity: '' }
  // Stopping does not wait for a vendor.
  const hangUp = () => void turn.client.close()
  environment.signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  try {
    if (turn.connection.inboundDue) await ensureInbound(turn)
    while (!environment.signal.aborted && performance.now() < endsAt && (await workOnce(turn, step)));
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
): Promise<Turn | undefined> {
  const { db, connectors, log } = servicesIn(environment.services, scope)
  const connection = await syncedConnection(db, scope, connectionId)
  const connector = connection && connectors[connection.provider]
  if (
    !connection ||
    !connector ||
    connection.status !== 'active' ||
    lacksCredentials(connector, connection)
  ) {
    await stopSchedule(db, scope, connectionId)
    return undefined
  }
  const holder = randomUUID()
  const schedule = await claimSchedule(db, scope, connectionId, holder)
  if (!schedule) return undefined
  const calls = { count: 0, retries: 0, made: 0, failed: [] }
  return {
    environment,
    scope,
    holder,
    connector,
    connection,
    schedule,
    calls,
    client: openTurnClient(environment, scope, connector, connection, calls),
    openRuns: await openRuns(db, scope, connectionId),
    nightsAlong: new Map(),
    unknownListings: new Set(),
    owedMs: 0,
    log: log.child({ workspace: scope.workspaceId, connection: connectionId, provider: connection.provider }),
  }
}

/** A made-up account never changes by itself: what was done here is all there is to read. */
const isQuiet = ({ connector, connection }: Turn) => connector.callsNobody === true && !connection.importing

/** false: nothing is due. Hints come first, then what changed, then what is read for completeness. */
async function workOnce(turn: Turn, step: Step): Promise<boolean> {
  const { db, clock } = turn.environment.services
  const share = turn.connection.importing ? shareWhileImporting : 1
  const urgent =
    turn.owedMs < longestLeadMs &&
    (await nextDue(db, turn.scope, turn.connection.id, urgentEntities, clock.now()))
  if (urgent) return timed(turn, share, () => doHint(turn, step, urgent))
  if (isQuiet(turn)) {
    const left = await nextDue(db, turn.scope, turn.connection.id, patientEntities, clock.now())
    return left ? timed(turn, share, () => doHint(turn, step, left)) : false
  }
  const begun = turn.openRuns.find((run) => !readsEverything(run))
  const incremental = begun ?? (turn.owedMs <= 0 ? await dueIncremental(turn) : undefined)
  if (incremental) return timed(turn, share, () => doRun(turn, step, incremental))
  const patient =
    turn.owedMs <= 0 && (await nextDue(db, turn.scope, turn.connection.id, patientEntities, clock.now()))
  if (patient) return timed(turn, share, () => doHint(turn, step, patient))
  const rest = await timed(turn, -1, () => doTheRest(turn, step))
  if (rest || turn.owedMs <= 0) return rest
  turn.owedMs = 0
  return true
}

/** What changes can take all the time there is: then passes over everything get their share. */
async function timed(turn: Turn, weight: number, work: () => Promise<boolean>): Promise<boolean> {
  const began = performance.now()
  const done = await work()
  turn.owedMs = Math.max(0, turn.owedMs + weight * (performance.now() - began))
  return done
}

async function doTheRest(turn: Turn, step: Step): Promise<boolean> {
  const everything = turn.openRuns.find(readsEverything) ?? (await dueEverything(turn))
  return everything ? doRun(turn, step, everything) : false
}

async function doHint(turn: Turn, step: Step, fetch: Parameters<typeof hintStep>[1]): Promise<boolean> {
  Object.assign(step, { run: null, entity: fetch.entity })
  await hintStep(turn, fetch)
  return true
}

async function dueIncremental(turn: Turn): Promise<Run | undefined> {
  const now = turn.environment.services.clock.now()
  const due = sweepsDue(turn).filter(({ at }) => at <= now)
  return due.length > 0
    ? beginIncremental(
        turn,
        due.map(({ entity }) => entity),
      )
    : undefined
}

async function dueEverything(turn: Turn): Promise<Run | undefined> {
  const now = turn.environment.services.clock.now()
  if (nextFullPass(turn) > now) {
    const due = nextReconciliation(turn)
    return due !== null && due <= now ? beginReconciliation(turn) : undefined
  }
  // Of an account that was just connected it has been tried already.
  if (!turn.connection.importing) await ensureInbound(turn)
  return beginEverything(turn)
}

const isWalk = (entity: string): entity is WalkEntity => (walkEntities as readonly string[]).includes(entity)

async function doRun(turn: Turn, step: Step, run: Run): Promise<boolean> {
  const entity = run.entities.find((name) => !progressOf(run, name).done)
  if (entity === undefined) {
    await finishRun(turn, run)
    return true
  }
  Object.assign(step, { run, entity })
  turn.calls.failed = []
  if (isWalk(entity) && !run.resume[entity]?.walked) await walkStep(turn, run, entity)
  else if (!(await runFetchStep(turn, run, entity))) {
    if (entity === 'reservations' && compares(run)) await endProof(turn, run)
    progressOf(run, entity).done = true
  }
  return true
}

/** Nothing more to do: sleep until something is due. */
async function settle(turn: Turn): Promise<void> {
  const { db, clock } = turn.environment.services
  const { scope, holder, connection } = turn
  await db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) return
    const fetchDue = await earliestDue(tx, scope, connection.id)
    if (isQuiet(turn)) {
      const wakeAt = fetchDue !== null && fetchDue <= clock.now() ? fetchDue : null
      await endTurn(tx, scope, connection.id, { holder, wakeAt, failures: 0 })
      return
    }
    const reconciliation = nextReconciliation(turn)
    const moments = [
      nextFullPass(turn),
      ...(reconciliation === null ? [] : [reconciliation]),
      ...sweepsDue(turn).map(({ at }) => at),
      ...(fetchDue === null ? [] : [fetchDue]),
    ]
    const wakeAt = new Date(Math.min(...moments.map((moment) => moment.getTime())))
    await endTurn(tx, scope, connection.id, { holder, wakeAt, failures: 0 })
  })
}

/** Tries again later; not before somebody reconnects when the vendor no longer accepts the credentials. */
async function settleFailure(turn: Turn, step: Step, error: unknown): Promise<void> {
  const { scope, holder, connection, environment } = turn
  const { db, clock } = environment.services
  const needsPerson =
    error instanceof VendorError && (error.kind === 'credentials' || error.kind === 'reauth')
  // The vendor was not even asked: its limit is used up for long, and the turn goes on after it.
  const isResting =
    error instanceof VendorError && error.kind === 'rate_limited' && error.status === undefined
  const failures = isResting ? turn.schedule.failures : turn.schedule.failures + 1
  const atLeastMs = error instanceof VendorError ? (error.retryAfterMs ?? 0) : 0
  const waitMs = isResting ? atLeastMs : backoffMs(failures, environment.random(), atLeastMs)
  const about = { err: error, entity: step.entity, failures, waitMs, needsPerson }
  if (isResting) turn.log.info(about, 'the vendor’s limit is used up for a while')
  else turn.log.warn(about, 'sync failed')
  try {
    if (step.run && !isResting) await noteRunFailure(turn, step.run, step.entity, error)
  } catch (failure) {
    if (!(failure instanceof ClaimLost)) throw failure
    return
  }
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await holdsSchedule(tx, scope, connection.id, holder))) return
    if (needsPerson) {
      const message = 'The provider no longer accepts the credentials. Connect the account again.'
      const account = await demandReauthentication(tx, scope, connection.id, message, now)
      if (account) {
        const reason = (error as VendorError).kind === 'reauth' ? 'auth_expired' : 'revoked_upstream'
        const of = { workspaceId: scope.workspaceId, ...account, reason, at: now } as const
        await appendEvents(await openWrite(tx, scope, now), [accountDisconnected(of)])
      }
    }
    const wakeAt = needsPerson ? null : new Date(now.getTime() + waitMs)
    await endTurn(tx, scope, connection.id, { holder, wakeAt, failures })
  })
}
