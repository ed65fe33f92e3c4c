/**
 * A clock that ran ahead and was set back leaves leases and due times behind that nobody would come to for as long. Each round marks how
 * late it is; all that waits is looked through where it was later once, and every hour for what no round of a clock marked.
 */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import { dueColumns, type SharedClock } from './columns.ts'
import { upsertClockMark, updateClockLook, updateTooFarMoments } from './queries.ts'

const everyMs = 60_000
/** Clocks of two machines may differ by this much: what waits for one that was no further ahead waits no longer than that. */
const behindMs = 5 * 60_000
const againMs = 60 * 60_000

type ClockRepairDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Pulls back to now whatever lies further ahead than it can, and adds the rows to those of each column. */
async function repairColumns(
  { db, clock }: ClockRepairDeps,
  { whose, wasAhead }: { whose: SharedClock; wasAhead: boolean },
  pulled: Record<string, number>,
): Promise<void> {
  let found = 0
  for (const due of dueColumns) {
    if ((due.clock ?? 'processes') !== whose) continue
    const { furthestMs, furthestAfterMs = furthestMs } = due
    const furthest = wasAhead ? furthestAfterMs : furthestMs
    const rows = await updateTooFarMoments(db, due, { now: clock.now(), furthestMs: furthest })
    const name = `${due.table}.${due.column}`
    if (rows > 0) pulled[name] = (pulled[name] ?? 0) + rows
    found += rows
  }
  // While a clock is ahead it may have written where was looked already, and be set back before it marks again.
  await updateClockLook(db, whose, { now: clock.now(), isClean: found === 0 })
}

/** A round; answers how many rows were pulled back, by column. */
export async function repairDueTimes(needed: ClockRepairDeps): Promise<Record<string, number>> {
  const { db, clock, log } = needed
  const pulled: Record<string, number> = {}
  for (const whose of ['processes', 'database'] as const) {
    const verdict = await upsertClockMark(db, whose, { now: clock.now(), behindMs, againMs })
    if (verdict !== null) await repairColumns(needed, { whose, wasAhead: verdict === 'ahead' }, pulled)
  }
  if (Object.keys(pulled).length > 0) {
    log.warn({ pulled }, 'a clock was ahead: what would have waited for it is due now')
    await notifyDeliveries(db)
  }
  return pulled
}

export function startClockRepair(needed: ClockRepairDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'due times could not be looked through' }, async () => {
    await repairDueTimes(needed)
  })
}
