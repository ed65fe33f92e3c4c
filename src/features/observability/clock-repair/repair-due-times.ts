/**
 * Repairs due times after a clock ran ahead and was set back. Each round records the clock; due times are
 * checked when it was once later, and hourly for jumps between rounds.
 */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { notifyAllWork } from '../../../platform/due-work/work-notices.ts'
import { notifyDeliveries } from '../../../platform/outbox.ts'
import type { Services } from '../../../services.ts'
import { dueColumns, type SharedClock } from './columns.ts'
import { upsertClockMark, updateClockLook, updateTooFarMoments } from './queries.ts'

const everyMs = 60_000
/** Two machines' clocks may differ this much, so a smaller lead needs no repair. */
const behindMs = 5 * 60_000
const againMs = 60 * 60_000

type ClockRepairDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Sets moments that lie too far ahead to now, and adds the row counts to `pulled`. */
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
  // While a clock is ahead it may write rows that were already checked and go back before it is marked again.
  await updateClockLook(db, whose, { now: clock.now(), isClean: found === 0 })
}

/** Runs one round. Returns the number of repaired rows by column. */
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
    await notifyAllWork(db)
  }
  return pulled
}

export function startClockRepair(needed: ClockRepairDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'due times could not be looked through' }, async () => {
    await repairDueTimes(needed)
  })
}
