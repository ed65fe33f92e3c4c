/** A clock that ran ahead and was set back leaves leases and due times behind that nobody would come to for as long. */
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import { notifyDeliveries } from '../../platform/outbox.ts'
import type { Services } from '../../services.ts'
import { dueColumns } from './columns.ts'
import { pullBack } from './queries.ts'

const everyMs = 60_000

type Needed = Pick<Services, 'db' | 'clock' | 'log'>

/** Pulls back to now whatever lies further ahead than it can; answers the rows by column. */
export async function repairDueTimes({ db, clock, log }: Needed): Promise<Record<string, number>> {
  const pulled: Record<string, number> = {}
  for (const due of dueColumns) {
    const rows = await pullBack(db, due, clock.now())
    const name = `${due.table}.${due.column}`
    if (rows > 0) pulled[name] = (pulled[name] ?? 0) + rows
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
