/** The calls of a turn that writes nights: what is sent, and how it is read back. */
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import type { WritePolicy } from '../../../contract/connection.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import { deadAfterMs } from '../../../upstream/nights/limits.ts'
import type { PlannedChange } from '../../../upstream/nights/plan.ts'
import { sendChanges, type Answered } from '../../../upstream/nights/send.ts'
import { afterAnswers, type AfterAnswers, type SideTurn } from '../../sync/public.ts'
import { markSent } from './night-queries.ts'
import { inGroups, soldAtOnce } from './pieces.ts'
import type { SendableNight } from './sendable.ts'
import { settle } from './settle.ts'

export interface SellingTurn extends SideTurn {
  environment: SyncEnvironment
  writes: CalendarWrites
  policy: WritePolicy['calendar']
}

/** Each link is read by itself, and of several side by side; all at once where the channel tells their nights together. */
async function settleLinks(
  turn: SellingTurn,
  answers: readonly Answered<SendableNight>[],
  lane: CallLane,
): Promise<void> {
  if (turn.connector.operations.calendar?.together) return settle(turn, answers, lane)
  const links = [...Map.groupBy(answers, ([night]) => night.listingExternalId).values()]
  for (const group of inGroups(links, soldAtOnce)) {
    await allOf(group.map((ofLink) => settle(turn, ofLink, lane)))
  }
}

/** Nothing goes on behind the back of whoever waited: a fault is thrown when all have ended. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** Nights that the channel took. */
export async function lookAgain(
  turn: SellingTurn,
  nights: readonly SendableNight[],
  lane: CallLane,
): Promise<void> {
  await settleLinks(
    turn,
    nights.map((night) => [night, { kind: 'accepted' }]),
    lane,
  )
}

export async function sendBatch(
  turn: SellingTurn,
  batch: PlannedChange<SendableNight>[],
  lane: CallLane,
): Promise<AfterAnswers> {
  const { environment, scope, connection } = turn
  const { db, clock } = environment.services
  const stored = batch.flatMap(({ nights }) => nights.map((night) => night.stored))
  await markSent(db, scope, connection.id, stored, new Date(clock.now().getTime() + deadAfterMs))
  for (const night of stored) night.attempts += 1
  const context = { http: turn.client.lane(lane), now: () => clock.now() }
  const answers = await sendChanges(context, turn.writes, batch)
  // The connection was cut by our own stop: the next process finds the nights as sent.
  if (environment.signal.aborted) return { restMs: 0, unanswered: false }
  await settleLinks(turn, answers, lane)
  return afterAnswers(environment, turn, answers)
}
