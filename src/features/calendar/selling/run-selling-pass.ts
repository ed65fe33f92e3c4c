/** Brings the channel listings of one connection to show what our calendar says. */
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../../../platform/tenant.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import { wakeLinksOf } from '../../../records/selling/public.ts'
import { missingAccess } from '../../../upstream/granted.ts'
import { goneMessage, lackingAccess, reconnectFirst } from '../../../upstream/nights/obstacles.ts'
import { takeUpSent } from '../../../upstream/nights/take-up-queries.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import {
  heldForMs,
  longestTurnMs,
  lostInARow,
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
import { allowedWrites, hasChanged, linksToLookAt, sleepUntilDue } from './link-queries.ts'
import { dueNights, deletePastNights, holdAll, type StoredChannelNight } from './night-queries.ts'
import { createYieldingBudget } from './yielding-budget.ts'
import { orderByLongestWait, isMonthly, nextPiece } from './pieces.ts'
import { toSendableNight } from './sendable-night.ts'
import { readBackNights, sendBatch, type SellingPass } from './pass-calls.ts'
import { firstWritableNight, refreshDesiredNights } from './desired-nights.ts'

/** The caller holds the lock of the connection. */
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
    const first =
      typeof opened === 'string' ? firstNightAt(now) : firstWritableNight(now, opened.connector.manifest)
    await deletePastNights(db, scope, connectionId, first)
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
        ? lackingAccess(lacking)
        : obstacles[typeof opened === 'string' ? opened : 'off']
      await hold(environment, scope, connectionId, obstacle)
    } else {
      await forgetOver()
      restMs = await writeDueNights({ ...opened, environment, writes, policy: allowed.policy }, hasTurned)
    }
  } finally {
    if (typeof opened !== 'string') await opened.client.close()
  }
  // The next process goes on at once.
  if (environment.signal.aborted) return
  await forgetOver()
  const now = clock.now()
  // What was settled by the old rules is compared once more, however little of it is wrong.
  if (await hasTurned()) {
    restMs = 0
    await wakeLinksOf(db, scope, connectionId, now)
  }
  const notBefore = restMs === 0 ? null : new Date(now.getTime() + restMs)
  await sleepUntilDue(db, scope, connectionId, { notBefore, compareEveryMs, now })
}

const obstacles = {
  gone: { code: 'disconnected', message: goneMessage },
  reconnect: reconnectFirst,
  off: {
    code: 'writes_off',
    message: 'The write policy of the account has `calendar.availability` switched off.',
  },
}

/** What is to be shown is found out all the same, so that it is known what the channel can sell a second time. */
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

/** Answers for how many milliseconds the channel wants to be left alone. Ends when other writes are allowed than at its beginning. */
async function writeDueNights(pass: SellingPass, hasTurned: () => Promise<boolean>): Promise<number> {
  const { environment, scope, connection, connector, client } = pass
  const { services, signal } = environment
  const { db, clock } = services
  // Stopping does not wait for a vendor.
  const hangUp = () => void client.close()
  signal.addEventListener('abort', hangUp)
  const endsAt = performance.now() + longestTurnMs
  const compared: ComparisonCursors = new Map()
  const closing = createSoldNightCloser(pass)
  try {
    await takeUpSent(db, scope, 'channel_nights', connection.id, clock.now())
    // A call that is not answered ends by its own limit: until then what is sold meanwhile does not wait for it.
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

/** Answers how long the channel wants to be left alone; null: go on. What the channel took already is looked at afterwards. */
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
    if (lost >= lostInARow) return restWhenLostMs
    // What was sold meanwhile is closed before anything else is sent.
    if (await hasChanged(environment.services.db, scope, connection.id)) return null
  }
  const taken = nights.filter(({ stored }) => stored.accepted)
  await readBackNights(pass, taken, 'calendar')
  return null
}
