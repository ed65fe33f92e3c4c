/** Sends the due nights of one connection, reads them back and stores what became of them. */
import { type PushPass, settlePushes } from './settle-pushes.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import { afterAnswers, openSideTurn, type NightAnswersResult } from '../../sync/public.ts'
import { missingAccess } from '../../../upstream/granted.ts'
import { goneMessage, accessObstacle, reconnectObstacle } from '../../../upstream/nights/obstacles.ts'
import { takeUpSentPushes } from './push-queries.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import {
  deadAfterMs,
  heldForMs,
  longestTurnMs,
  maxLostInARow,
  nightsAtOnce,
  restWhenLostMs,
} from '../../../upstream/nights/limits.ts'
import { planBatches, type PlannedChange } from '../../../upstream/nights/plan.ts'
import { sendChanges } from '../../../upstream/nights/send.ts'
import {
  duePushes,
  deletePastPushes,
  holdPushes,
  markPushesSent,
  refusePushes,
  sleepUntilPushDue,
  type DuePush,
} from './push-queries.ts'

const keepConfirmedMs = 24 * 3600_000

/** Runs one push pass. The caller holds the lease on the connection's calendar. */
export async function runPushPass(
  environment: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const { db, clock } = environment.services
  const opened = await openSideTurn(environment, scope, connectionId)
  const writes = typeof opened === 'string' ? undefined : opened.connector.operations.calendarWrites
  const at = clock.now()
  const lacking =
    typeof opened === 'string' ? null : missingAccess(opened.connector, opened.connection.granted, 'listings')
  if (opened === 'reconnect' || lacking) {
    const againAt = new Date(at.getTime() + heldForMs)
    const obstacle = lacking ? accessObstacle(lacking) : reconnectObstacle
    await holdPushes(db, scope, connectionId, { ...obstacle, at, againAt })
  } else if (opened === 'gone' || !writes) {
    await refusePushes(db, scope, connectionId, { message: goneMessage, at })
  }
  let restMs = 0
  if (typeof opened !== 'string' && writes && !lacking)
    restMs = await sendDueNights({ ...opened, environment, writes })
  if (typeof opened !== 'string') await opened.client.close()
  // Stopping: the next process goes on at once.
  if (environment.signal.aborted) return
  const now = clock.now()
  const confirmedBefore = new Date(now.getTime() - keepConfirmedMs)
  await deletePastPushes(db, scope, connectionId, { firstNight: firstNightAt(now), confirmedBefore })
  await sleepUntilPushDue(db, scope, connectionId, restMs === 0 ? null : new Date(now.getTime() + restMs))
}

/** Sends what is due. Answers for how many milliseconds the vendor asks to be left alone. */
async function sendDueNights(pass: PushPass): Promise<number> {
  const { environment, scope, connection, writes, client } = pass
  const { db, clock } = environment.services
  // Stopping must not wait for a vendor.
  const hangUp = () => void client.close()
  environment.signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  try {
    await takeUpSentPushes(db, scope, connection.id, clock.now())
    while (!environment.signal.aborted && performance.now() < endsAt) {
      const nights = await duePushes(db, scope, connection.id, clock.now(), nightsAtOnce)
      if (nights.length === 0) return 0
      for (const [listingId, checked] of Map.groupBy(
        nights.filter(({ accepted }) => accepted),
        (night) => night.listingId,
      )) {
        await settlePushes(
          pass,
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
        const { restMs, unanswered } = await sendBatch(pass, batch)
        if (restMs !== null) return restMs
        if (environment.signal.aborted) return 0
        lost = unanswered ? lost + 1 : 0
        if (lost >= maxLostInARow) return restWhenLostMs
      }
    }
    return 0
  } finally {
    environment.signal.removeEventListener('abort', hangUp)
  }
}

async function sendBatch(pass: PushPass, batch: PlannedChange<DuePush>[]): Promise<NightAnswersResult> {
  const { environment, scope } = pass
  const { db, clock } = environment.services
  const nights = batch.flatMap((planned) => planned.nights)
  const at = clock.now()
  await markPushesSent(db, scope, nights, { at, againAt: new Date(at.getTime() + deadAfterMs) })
  for (const night of nights) night.attempts += 1
  const context = { http: pass.client.lane('calendar'), now: () => clock.now() }
  const answers = await sendChanges(context, pass.writes, batch)
  // Our own stop cut the connection: the next process finds the nights as sent.
  if (environment.signal.aborted) return { restMs: 0, unanswered: false }
  for (const [listingId, ofListing] of Map.groupBy(answers, ([night]) => night.listingId)) {
    await settlePushes(pass, listingId, ofListing)
  }
  return afterAnswers(environment, pass, answers)
}
