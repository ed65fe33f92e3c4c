/**
 * A clock that ran ahead and was set back leaves leases and due times behind that nobody would come to for as long. Each round marks how
 * late it is; all that waits is looked through where it was later once, and every hour for what no round of a clock marked.
 */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import { dueColumns, type SharedClock } from './columns.ts'
import { markClock, noteLook, pullBack } from './queries.ts'

const everyMs = 60_000
/** Clocks of two machines may differ by this much: what waits for one that was no further ahead waits no longer than that. */
const behindMs = 5 * 60_000
const againMs = 60 * 60_000

type Needed = Pick<Services, 'db' | 'clock' | 'log'>

/** Pulls back to now whatever lies further ahead than it can, and adds the rows to those of each column. */
async function lookThrough(
  { db, clock }: Needed,
  { whose, wasAhead }: { whose: SharedClock; wasAhead: boolean },
  pulled: Record<string, number>,
): Promise<void> {
  let found = 0
  for (const due of dueColumns) {
    if ((due.clock ?? 'processes') !== whose) continue
    const { furthestMs, furthestAfterMs = furthestMs } = due
    const furthest = wasAhead ? furthestAfterMs : furthestMs
    const rows = await pullBack(db, due, { now: clock.now(), furthestMs: furthest })
    const name = `${due.table}.${due.column}`
    if (rows > 0) pulled[name] = (pulled[name] ?? 0) + rows
    found += rows
  }
  // While a clock is ahead it may have written where was looked already, and be set back before it marks again.
  await noteLook(db, whose, { now: clock.now(), isClean: found === 0 })
}

/** A round; answers how many rows were pulled back, by column. */
export async function repairDueTimes(needed: Needed): Promise<Record<string, number>> {
  const { db, clock, log } = needed
  const pulled: Record<string, number> = {}
  for (const whose of ['processes', 'database'] as const) {
    const verdict = await markClock(db, whose, { now: clock.now(), behindMs, againMs })
    if (verdict !== null) await lookThrough(needed, { whose, wasAhead: verdict === 'ahead' }, pulled)
  }
  if (Object.keys(pulled).length > 0) {
    log.warn({ pulled }, 'a clock was ahead: what would have waited for it is due now')
    await notifyDeliveries(db)
  }
  return pulled
}

export function startClockRepair(needed: Needed): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'due times could not be looked through' }, async () => {
    await repairDueTimes(needed)
  })
}
