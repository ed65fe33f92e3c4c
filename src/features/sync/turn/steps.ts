/** Runs one step of a turn: picks the next work, reads and stores one answer, and counts its calls. */
import { isHeldBack } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { afterStep, pickNextWork } from '../state/fair-turns.ts'
import { runCountStep } from '../count/count-step.ts'
import { nextOfRun, postponeFetch, type FetchRow } from '../state/fetch-queries.ts'
import { hintStep, runFetchStep } from '../fetch/fetch-step.ts'
import { compares, endProof } from '../reconcile/reconcile.ts'
import { inSpan, tracer } from '../../../platform/spans.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import { endPart, finishRun } from '../run/runs.ts'
import { readsEverything } from '../run/begin-run.ts'
import { walkEntities, type WalkEntity } from '../state/cadence.ts'
import { shortWaitMs, type SyncTurn } from '../state/turn.ts'
import { findsAhead } from '../walk/ahead.ts'
import { runWalkStep } from '../walk/walk-step.ts'
import { partOf, listDueWork, type DueWork } from './waiting.ts'

/** The running step, so that a failure is recorded with it. */
export interface TurnStep {
  run: SyncRunRow | null
  entity: string | null
}

/** The step was done, nothing is due, or all due work must wait. */
export type StepOutcome = 'done' | 'nothing is due' | { restMs: number }

export async function takeStep(turn: SyncTurn, step: TurnStep): Promise<StepOutcome> {
  const ended = turn.openRuns.find((run) => partOf(run) === undefined)
  if (ended) {
    Object.assign(step, { run: ended, entity: null })
    await finishRun(turn, ended)
    return 'done'
  }
  const waiting = await listDueWork(turn, turn.environment.services.db)
  forgetAbsent(turn, waiting)
  const free = waiting.filter(({ name }) => restOf(turn, name) === 0)
  const next = pickNextWork(free, turn.schedule.fairness.ahead)
  if (next) {
    await goOn(turn, step, next)
    return 'done'
  }
  if (waiting.length === 0) {
    // Resets all leads.
    turn.schedule.fairness = { ...turn.schedule.fairness, ahead: {}, heldSince: {} }
    return 'nothing is due'
  }
  return { restMs: Math.min(...waiting.map(({ name }) => restOf(turn, name))) }
}

/** Remaining milliseconds of its delay. */
export const restOf = (turn: SyncTurn, name: string): number =>
  Math.max(0, (turn.restsUntil.get(name) ?? 0) - performance.now())

function forgetAbsent({ schedule }: SyncTurn, waiting: readonly DueWork[]): void {
  const { heldSince } = schedule.fairness
  const held = Object.entries(heldSince).filter(([name]) => waiting.some((one) => one.name === name))
  schedule.fairness = { ...schedule.fairness, heldSince: Object.fromEntries(held) }
}

async function goOn(turn: SyncTurn, step: TurnStep, next: DueWork): Promise<void> {
  const { calls } = turn
  const madeBefore = calls.made
  try {
    const name = `sync step ${next.entity ?? 'everything'}`
    if (tracer === null) await work(turn, step, next)
    else await inSpan({ name, kind: 'internal' }, () => work(turn, step, next))
  } catch (error) {
    if (isResourceLimit(error)) {
      count(turn, next, calls.made - madeBefore)
      return await postponeResource(turn, next, error)
    }
    // Nothing was read yet that could be lost.
    if (calls.first && isHeldBack(error) && error.retryAfterMs !== undefined)
      return putOff(turn, next, error.retryAfterMs)
    count(turn, next, calls.made - madeBefore)
    throw error
  } finally {
    calls.first = null
  }
  count(turn, next, calls.made - madeBefore)
}

const isResourceLimit = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.kind === 'rate_limited' && error.limitedTo !== undefined

const defaultPauseMs = 60_000

/** The limit of one thread, booking or listing is used up: it is read later, and everything else continues. */
async function postponeResource(turn: SyncTurn, next: DueWork, error: VendorError): Promise<void> {
  const { environment, scope, connection, log } = turn
  const { db, clock } = environment.services
  const { retryAfterMs: forMs = defaultPauseMs, limitedTo } = error
  const fetch = await fetchOf(turn, next)
  // A pause known before sending means that the rest of its kind was already tried.
  const isAgain = fetch === undefined || (!('fetch' in next.work) && error.status === undefined)
  if (isAgain) return putOff(turn, next, forMs)
  await postponeFetch(db, scope, connection.id, fetch, new Date(clock.now().getTime() + forMs))
  log.info(
    { resource: limitedTo, entity: next.entity, forMs },
    'the vendor’s limit of one resource is used up',
  )
}

async function fetchOf(turn: SyncTurn, { work, entity }: DueWork): Promise<FetchRow | undefined> {
  if ('fetch' in work) return work.fetch
  if (!('run' in work) || entity === null) return undefined
  return nextOfRun(turn.environment.services.db, turn.scope, turn.connection.id, work.run.id, entity)
}

function putOff(turn: SyncTurn, { name }: DueWork, forMs: number): void {
  const { realMs = (ms: number) => ms, services } = turn.environment
  turn.restsUntil.set(name, performance.now() + realMs(forMs))
  const { heldSince } = turn.schedule.fairness
  const since = heldSince[name] ?? services.clock.now().toISOString()
  turn.schedule.fairness = { ...turn.schedule.fairness, heldSince: { ...heldSince, [name]: since } }
  turn.log.debug({ work: name, forMs }, 'the vendor’s limit leaves no room for now')
}

function count(turn: SyncTurn, next: DueWork, calls: number): void {
  const { ahead, heldSince } = turn.schedule.fairness
  const { [next.name]: _, ...stillHeld } = heldSince
  turn.schedule.fairness = {
    ...turn.schedule.fairness,
    ahead: afterStep(ahead, next, calls),
    heldSince: stillHeld,
  }
}

async function work(turn: SyncTurn, step: TurnStep, next: DueWork): Promise<void> {
  const { entity, work } = next
  Object.assign(step, { run: null, entity })
  if ('fetch' in work) {
    turn.ahead = null
    allowShortWait(turn, next)
    return hintStep(turn, work.fetch)
  }
  const run = 'run' in work ? work.run : await work.begin()
  const part = readsEverything(run) ? partOf(run) : entity
  if (!part) return
  if (turn.ahead === null || !(await findsAhead(turn, turn.ahead, run, part))) {
    allowShortWait(turn, next)
    turn.calls.failed = []
  }
  await readPart(turn, step, run, part)
}

function allowShortWait(turn: SyncTurn, { name }: DueWork): void {
  const since = turn.schedule.fairness.heldSince[name]
  const nowMs = turn.environment.services.clock.now().getTime()
  const waitedMs = since === undefined ? 0 : Math.max(0, nowMs - Date.parse(since))
  turn.calls.first = { waitedMs, longestWaitMs: shortWaitMs }
}

const isWalk = (entity: string): entity is WalkEntity => (walkEntities as readonly string[]).includes(entity)

async function readPart(turn: SyncTurn, step: TurnStep, run: SyncRunRow, entity: string): Promise<void> {
  Object.assign(step, { run, entity })
  if (run.kind === 'count') return runCountStep(turn, run, entity)
  if (isWalk(entity) && !run.resume[entity]?.walked) await runWalkStep(turn, run, entity)
  else if (!(await runFetchStep(turn, run, entity))) {
    if (entity === 'reservations' && compares(run)) await endProof(turn, run)
    endPart(run, entity)
  }
}
