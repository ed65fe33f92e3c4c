/** The channel calls of a selling pass: sending nights and reading them back. */
import type { SellingPass } from './read-nights.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import { deadAfterMs } from '../../../upstream/nights/limits.ts'
import type { PlannedChange } from '../../../upstream/nights/plan.ts'
import { sendChanges, type SentAnswer } from '../../../upstream/nights/send.ts'
import { afterAnswers, type NightAnswersResult } from '../../sync/public.ts'
import { markSent } from './night-queries.ts'
import { splitIntoGroups, maxClosingCalls } from './pieces.ts'
import type { SendableNight } from './sendable-night.ts'
import { settleAnswers } from './settle-answers.ts'

/** Reads links side by side, or all at once where the channel answers several listings in one call. */
async function settleLinks(
  pass: SellingPass,
  answers: readonly SentAnswer<SendableNight>[],
  lane: CallLane,
): Promise<void> {
  if (pass.connector.operations.calendar?.together) return settleAnswers(pass, answers, lane)
  const links = [...Map.groupBy(answers, ([night]) => night.listingExternalId).values()]
  for (const group of splitIntoGroups(links, maxClosingCalls)) {
    await awaitAll(group.map((ofLink) => settleAnswers(pass, ofLink, lane)))
  }
}

/** Waits for all before it throws, so that nothing runs on in the background. */
async function awaitAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** Reads back nights that the channel accepted. */
export async function readBackNights(
  pass: SellingPass,
  nights: readonly SendableNight[],
  lane: CallLane,
): Promise<void> {
  await settleLinks(
    pass,
    nights.map((night) => [night, { kind: 'accepted' }]),
    lane,
  )
}

export async function sendBatch(
  pass: SellingPass,
  batch: PlannedChange<SendableNight>[],
  lane: CallLane,
): Promise<NightAnswersResult> {
  const { environment, scope, connection } = pass
  const { db, clock } = environment.services
  const stored = batch.flatMap(({ nights }) => nights.map((night) => night.stored))
  await markSent(db, scope, connection.id, stored, new Date(clock.now().getTime() + deadAfterMs))
  for (const night of stored) night.attempts += 1
  const context = { http: pass.client.lane(lane), now: () => clock.now() }
  const answers = await sendChanges(context, pass.writes, batch)
  // Our own stop cut the connection: the next process finds the nights as sent.
  if (environment.signal.aborted) return { restMs: 0, unanswered: false }
  await settleLinks(pass, answers, lane)
  return afterAnswers(environment, pass, answers)
}
