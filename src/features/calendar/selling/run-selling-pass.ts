/** Makes the channel listings of one connection show what our calendar says. */
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import { wakeLinksOf } from '../../../records/selling/public.ts'
import { missingAccess } from '../../../upstream/granted.ts'
import { goneMessage, accessObstacle, reconnectObstacle } from '../../../upstream/nights/obstacles.ts'
import { takeUpSentNights } from './night-queries.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import {
  heldForMs,
  longestTurnMs,
  maxLostInARow,
  nightsAtOnce,
  restWhenLostMs,
} from '../../../upstream/nights/limits.ts'
import { planBatches } from '../../../upstream/nights/plan.ts'
import { openSideTurn } from '../../sync/public.ts'
import { createSoldNightCloser } from './sold-night-closer.ts'
import {
  selectNextCompared,
  compareEveryMs,
  postponeComparison,
  comparePieces,
  type ComparisonCursors,
} from './compare-pieces.ts'
import { allowedWrites, hasChanged, linksToLookAt, sleepUntilDue, timeZonesOf } from './link-queries.ts'
import { dueNights, deletePastNights, holdAll, type StoredChannelNight } from './night-queries.ts'
import { createYieldingBudget } from './yielding-budget.ts'
import { orderByLongestWait, isMonthly, nextPiece } from './pieces.ts'
import { toSendableNight } from './sendable-night.ts'
import { readBackNights, sendBatch } from './pass-calls.ts'
import type { SellingPass } from './read-nights.ts'
import { firstWritableNight, refreshDesiredNights } from './desired-nights.ts'

/** Runs one selling pass. The caller holds the lease on the connection's calendar. */
export async function runSellingPass(
  base: SyncEnvironment,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const { db, clock } = base.services
  const budget = createYieldingBudget(base, () => hasChanged(db, scope, connectionId))
  const environment = { ...base, budget }
  const opened = await openSideTurn(environment, scope, connectionId)
  const allowed = await allowedWrites(db, scope, connectionId)
  const forgetOver = async () => {
    const now = clock.now()
    const manifest = typeof opened === 'string' ? null : opened.connector.manifest
    const first = manifest === null ? firstNightAt(now) : firstWritableNight(now, manifest, null)
    await deletePastNights(db, scope, connectionId, { first })
    if (manifest?.sync.nightsTakenIn !== 'property') return
    for (const timeZone of await timeZonesOf(db, scope, connectionId)) {
      const firstThere = firstWritableNight(now, manifest, timeZone)
      await deletePastNights(db, scope, connectionId, { first: firstThere, timeZone })
    }
  }
  const hasTurned = async () => !isDeepStrictEqual(allowed, await allowedWrites(db, scope, connectionId))
  let restMs = 0
  try {
    const writes = typeof opened === 'string' ? undefined : opened.connector.operations.calendarWrites
    const lacking =
      typeof opened === 'string'
        ? null
        : missingAccess(opened.connector, allowed?.granted ?? null, 'listings')
    if (typeof opened === 'string' || !writes || !allowed?.policy.availability || lacking) {
      restMs = heldForMs
      const obstacle = lacking
        ? accessObstacle(lacking)
        : obstacles[typeof opened === 'string' ? opened : 'off']
      await hold(environment, scope, connectionId, obstacle)
    } else {
      await forgetOver()
      restMs = await writeDueNights({ ...opened, environment, writes, policy: allowed.policy }, hasTurned)
    }
  } finally {
    if (typeof opened !== 'string') await opened.client.close()
  }
  // Stopping: the next process goes on at once.
  if (environment.signal.aborted) return
  await forgetOver()
  const now = clock.now()
  // Nights settled under the old rules are compared again, even if few changed.
  if (await hasTurned()) {
    restMs = 0
    await wakeLinksOf(db, scope, connectionId, now)
  }
  const notBefore = restMs === 0 ? null : new Date(now.getTime() + restMs)
  await sleepUntilDue(db, scope, connectionId, { notBefore, compareEveryMs, now })
}

const obstacles = {
  gone: { code: 'disconnected', message: goneMessage },
  reconnect: reconnectObstacle,
  off: {
    code: 'writes_off',
    message: 'The write policy of the account has `calendar.availability` switched off.',
  },
}

/** Works out what to show even when nothing can be sent, so that exposure is known. */
async function hold(
  { services }: SyncEnvironment,
  scope: Scope,
  connectionId: string,
  obstacle: { code: string; message: string },
): Promise<void> {
  const at = services.clock.now()
  await refreshDesiredNights(services, scope, connectionId, at)
  const againAt = new Date(at.getTime() + heldForMs)
  await holdAll(services.db, scope, connectionId, { ...obstacle, againAt })
}

/**
 * Sends and compares until nothing is due. Answers for how many milliseconds the channel asks to be left alone. Ends
 * early when the allowed writes change.
 */
async function writeDueNights(pass: SellingPass, hasTurned: () => Promise<boolean>): Promise<number> {
  const { environment, scope, connection, connector, client } = pass
  const { services, signal } = environment
  const { db, clock } = services
  // Stopping must not wait for a vendor.
  const hangUp = () => void client.close()
  signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  const compared: ComparisonCursors = new Map()
  const closing = createSoldNightCloser(pass)
  try {
    await takeUpSentNights(db, scope, connection.id, clock.now())
    // An unanswered call ends by its own timeout; sales meanwhile do not wait for it.
    const lastsUntil = () => endsAt + (closing.busy().size > 0 ? connector.manifest.timeoutMs : 0)
    while (!signal.aborted && performance.now() < lastsUntil()) {
      if (await hasTurned()) return 0
      const comparedBefore = new Date(clock.now().getTime() - compareEveryMs)
      await refreshDesiredNights(services, scope, connection.id, comparedBefore)
      const busy = closing.busy()
      const nights = await dueNights(db, scope, connection.id, {
        now: clock.now(),
        limit: nightsAtOnce,
        monthByMonth: isMonthly(pass.writes.batch),
      })
      const sold = nights.filter(({ exposed }) => exposed)
      if (sold.length + busy.size > 0) {
        const restMs = await closing.goOn(sold.filter(({ externalId }) => !busy.has(externalId)))
        if (restMs !== null) return restMs
        continue
      }
      if (nights.length > 0) {
        const restMs = await sendNights(pass, nextPiece(nights, pass.writes.batch))
        if (restMs !== null) return restMs
        continue
      }
      const links = await linksToLookAt(db, scope, connection.id, comparedBefore)
      if (links.length === 0) return 0
      const unchanged = links.every(({ changedSince }) => !changedSince)
      if (unchanged)
        await comparePieces(pass, selectNextCompared(links, connector.operations.calendar), compared)
    }
    await postponeComparison(pass, compared)
    return 0
  } finally {
    await closing.ended()
    signal.removeEventListener('abort', hangUp)
  }
}

/** Answers how long the channel asks to be left alone; null: go on. Accepted nights are read back afterwards. */
async function sendNights(pass: SellingPass, piece: readonly StoredChannelNight[]): Promise<number | null> {
  const { environment, scope, connection, writes, policy } = pass
  const nights = piece.map((night) => toSendableNight(night, writes.fields, policy))
  const unsent = nights.filter(({ stored }) => !stored.accepted)
  let lost = 0
  for (const batch of orderByLongestWait(planBatches(unsent, writes.batch), unsent)) {
    const { restMs, unanswered } = await sendBatch(pass, batch, 'calendar')
    if (restMs !== null) return restMs
    if (environment.signal.aborted) return 0
    lost = unanswered ? lost + 1 : 0
    if (lost >= maxLostInARow) return restWhenLostMs
    // Close nights sold meanwhile before anything else is sent.
    if (await hasChanged(environment.services.db, scope, connection.id)) return null
  }
  const taken = nights.filter(({ stored }) => stored.accepted)
  await readBackNights(pass, taken, 'calendar')
  return null
}
