/** Keeps the tables of events and deliveries from growing for ever. */
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import type { Services } from '../../services.ts'
import {
  addAttemptPartition,
  allWorkspaces,
  attemptPartitions,
  deleteAddressedEvents,
  deleteDeliveries,
  deleteEvents,
  deleteRestAttempts,
  dropAttemptPartition,
  tryPartitionLock,
} from './retention-queries.ts'

/** Deliveries and what receivers answered. */
export const deliveryDays = 30
/** Partitions that are there before they are needed. */
const weeksAhead = 3
const everyMs = 3_600_000
const batchRows = 5_000
const dayMs = 24 * 3_600_000
const weekMs = 7 * dayMs
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * dayMs

const mondayOf = (at: Date) =>
  new Date(Math.floor((at.getTime() - firstMonday) / weekMs) * weekMs + firstMonday)
const nameOf = (monday: Date) => monday.toISOString().slice(0, 10).replaceAll('-', '')
const startOf = (week: string) =>
  new Date(`${week.slice(0, 4)}-${week.slice(4, 6)}-${week.slice(6)}T00:00:00.000Z`)

type Needed = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

export async function keepPartitions({ db, clock }: Needed): Promise<void> {
  const now = clock.now()
  const cutoff = new Date(now.getTime() - deliveryDays * dayMs)
  const wanted = Array.from({ length: weeksAhead + 1 }, (_, week) => {
    const from = new Date(mondayOf(now).getTime() + week * weekMs)
    return { name: nameOf(from), from, to: new Date(from.getTime() + weekMs) }
  })
  const plan = async () => {
    const there = new Set((await attemptPartitions(db)).map(({ week }) => week))
    return {
      missing: wanted.filter(({ name }) => !there.has(name)),
      old: [...there].filter((week) => startOf(week).getTime() + weekMs <= cutoff.getTime()),
    }
  }
  const { missing, old } = await plan()
  if (missing.length + old.length === 0) return
  await db.transaction().execute(async (tx) => {
    if (!(await tryPartitionLock(tx))) return
    const { missing: toMake, old: toDrop } = await plan()
    for (const { name, from, to } of toMake) await addAttemptPartition(tx, name, from, to)
    for (const week of toDrop) await dropAttemptPartition(tx, week)
  })
}

/** Answers how many rows went. */
export async function deleteOld({ db, clock, config }: Needed, stopped = () => false): Promise<number> {
  const now = clock.now().getTime()
  const deliveries = new Date(now - deliveryDays * dayMs)
  const events = new Date(now - config.eventRetentionDays * dayMs)
  const steps = [
    { remove: deleteRestAttempts, before: deliveries },
    { remove: deleteDeliveries, before: deliveries },
    { remove: deleteAddressedEvents, before: deliveries },
    { remove: deleteEvents, before: events },
  ]
  let total = 0
  for (const workspaceId of await allWorkspaces(db)) {
    for (const { remove, before } of steps) {
      for (;;) {
        if (stopped()) return total
        const removed = await remove(db, { workspaceId, before, limit: batchRows })
        total += removed
        if (removed < batchRows) break
      }
    }
  }
  return total
}

/** Once now and then every hour. Several processes may do it at the same time. */
export function startRetention(services: Needed): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'old events and deliveries stay for now' }, async (signal) => {
    await keepPartitions(services)
    const removed = await deleteOld(services, () => signal.aborted)
    if (removed > 0) log.info({ removed }, 'old events and deliveries were removed')
  })
}
