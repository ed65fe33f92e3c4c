/** Sends what is due of one connection, reads it back, and writes down what became of it. */
import type { CalendarWrites } from '../../connector-kit/write-operations.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import { firstNightAt } from '../../records/calendar/public.ts'
import { openSideTurn, wakeConnection, type SideTurn } from '../sync/public.ts'
import type { SyncEnvironment } from '../../upstream/client.ts'
import { planBatches, type PlannedChange } from './plan.ts'
import {
  dueNights,
  forgetNights,
  holdAll,
  markSent,
  refuseAll,
  sleepUntilDue,
  type DueNight,
} from './queries.ts'
import { settle } from './settle.ts'
import type { Answer } from './verdict.ts'

/** Of several listings, so that none waits behind the years of another. */
const nightsAtOnce = 4000
/** Then others get their turn. */
const longestTurnMs = 60_000
/** A call that is not answered for so long was made by a process that died. */
const deadAfterMs = 5 * 60_000
const heldForMs = 10 * 60_000
/** A vendor that is out of order is not called for every listing: each call may take its whole time limit. */
const lostInARow = 2
const restWhenLostMs = 5_000
const keepConfirmedMs = 24 * 3600_000

export interface PushTurn extends SideTurn {
  environment: SyncEnvironment
  writes: CalendarWrites
}

/** The caller holds the lock of the connection's calendar. */
export async function runPushTurn(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const { db, clock } = environment.services
  const opened = await openSideTurn(environment, scope, connectionId)
  const writes = typeof opened === 'string' ? undefined : opened.connector.operations.calendarWrites
  const at = clock.now()
  if (opened === 'reconnect') {
    const againAt = new Date(at.getTime() + heldForMs)
    const message = 'The account has to be connected again before anything can be sent.'
    await holdAll(db, scope, connectionId, { message, at, againAt })
  } else if (opened === 'gone' || !writes) {
    await refuseAll(db, scope, connectionId, { message: 'The account is not connected any more.', at })
  }
  let restMs = 0
  if (typeof opened !== 'string' && writes) restMs = await work({ ...opened, environment, writes })
  if (typeof opened !== 'string') await opened.client.close()
  const now = clock.now()
  const confirmedBefore = new Date(now.getTime() - keepConfirmedMs)
  await forgetNights(db, scope, connectionId, { firstNight: firstNightAt(now), confirmedBefore })
  await sleepUntilDue(db, scope, connectionId, restMs === 0 ? null : new Date(now.getTime() + restMs))
}

/** Answers for how many milliseconds the vendor wants to be left alone. */
async function work(turn: PushTurn): Promise<number> {
  const { environment, scope, connection, writes, client } = turn
  const { db, clock } = environment.services
  // Stopping does not wait for a vendor.
  const hangUp = () => void client.close()
  environment.signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  try {
    while (!environment.signal.aborted && performance.now() < endsAt) {
      const nights = await dueNights(db, scope, connection.id, clock.now(), nightsAtOnce)
      if (nights.length === 0) return 0
      for (const [listingId, checked] of Map.groupBy(
        nights.filter(({ accepted }) => accepted),
        (night) => night.listingId,
      )) {
        await settle(
          turn,
          listingId,
          checked.map((night) => [night, { kind: 'accepted' }]),
        )
      }
      const batches = planBatches(
        nights.filter(({ accepted }) => !accepted),
        writes.batch,
      )
      let lost = 0
      for (const batch of batches) {
        const { restMs, unanswered } = await sendBatch(turn, batch)
        if (restMs !== null) return restMs
        if (environment.signal.aborted) return 0
        lost = unanswered ? lost + 1 : 0
        if (lost >= lostInARow) return restWhenLostMs
      }
    }
    return 0
  } finally {
    environment.signal.removeEventListener('abort', hangUp)
  }
}

interface Sent {
  /** How long the vendor wants to be left alone; null: go on. */
  restMs: number | null
  unanswered: boolean
}

async function sendBatch(turn: PushTurn, batch: PlannedChange[]): Promise<Sent> {
  const { environment, scope } = turn
  const { db, clock } = environment.services
  const nights = batch.flatMap((planned) => planned.nights as DueNight[])
  const at = clock.now()
  await markSent(db, scope, nights, { at, againAt: new Date(at.getTime() + deadAfterMs) })
  for (const night of nights) night.attempts += 1
  const answers = await call(turn, batch)
  // The connection was cut by our own stop: the next process finds the nights as sent.
  if (environment.signal.aborted) return { restMs: 0, unanswered: false }
  for (const [listingId, ofListing] of Map.groupBy(answers, ([night]) => night.listingId)) {
    await settle(turn, listingId, ofListing)
  }
  const unanswered = answers.every(([, { kind }]) => kind === 'unknown')
  return { restMs: await restAfter(turn, answers), unanswered }
}

type Answered = [DueNight, Answer]

async function restAfter(turn: PushTurn, answers: readonly Answered[]): Promise<number | null> {
  const { environment, scope, connection } = turn
  const { db, clock } = environment.services
  if (answers.some(([, { kind }]) => kind === 'unauthorized')) {
    // The engine finds out by itself whether the access is gone for good, and tells.
    await wakeConnection(db, scope, connection.id, clock.now())
    return heldForMs
  }
  const waits = answers.flatMap(([, answer]) => (answer.kind === 'postponed' ? [answer.waitMs] : []))
  return waits.length > 0 ? Math.max(...waits) : null
}

/** One attempt. A batch that is refused as a whole is sent change by change, so that one bad night harms no other. */
async function call(turn: PushTurn, batch: readonly PlannedChange[]): Promise<Answered[]> {
  const context = { http: turn.client.lane('calendar'), now: () => turn.environment.services.clock.now() }
  try {
    const { refused } = await turn.writes.write(
      context,
      batch.map(({ change }) => change),
    )
    const messages = new Map(refused.map(({ index, message }) => [index, message]))
    return batch.flatMap((planned, index) => answered(planned, ofRefusal(messages.get(index))))
  } catch (error) {
    const answer = answerOf(error)
    if (answer.kind !== 'refused' || batch.length === 1) {
      return batch.flatMap((planned) => answered(planned, answer))
    }
    const parts: Answered[] = []
    for (const planned of batch) parts.push(...(await call(turn, [planned])))
    return parts
  }
}

const answered = ({ nights }: PlannedChange, answer: Answer): Answered[] =>
  nights.map((night) => [night as DueNight, answer])

const ofRefusal = (message: string | undefined): Answer =>
  message === undefined ? { kind: 'accepted' } : { kind: 'refused', message }

function answerOf(error: unknown): Answer {
  const message = (error instanceof VendorError && error.vendorMessage) || String((error as Error).message)
  if (!(error instanceof VendorError)) return { kind: 'unknown', message }
  if (error.kind === 'rejected' || error.kind === 'not_found') return { kind: 'refused', message }
  if (error.kind === 'credentials' || error.kind === 'reauth') return { kind: 'unauthorized', message }
  if (error.kind === 'rate_limited') {
    return { kind: 'postponed', waitMs: Math.max(1_000, error.retryAfterMs ?? 10_000), message }
  }
  return { kind: 'unknown', message }
}
