/** Removes a market with its files of all months and its events. */
import type pg from 'pg'
import type { Kysely } from 'kysely'
import { writeEverywhere, type AuditLine } from '../../../../platform/audit.ts'
import { createLocks } from '../../../../platform/locks.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Database } from '../../../../platform/schema.ts'
import { marketKey, marketLock } from '../../market-key.ts'
import { runningImport } from '../../import/file-fault.ts'
import { NoMarket } from '../no-market.ts'
import { deleteMarket } from './queries.ts'

export interface CityRemoval {
  db: Kysely<Database>
  sessions: pg.Pool
  log: Log
  now: Date
  line: Pick<AuditLine, 'action' | 'actor'>
}

/** Throws while an import of it runs. */
export async function removeCity(
  { db, sessions, log, now, line }: CityRemoval,
  city: string,
): Promise<{ city: string; snapshots: number; events: number }> {
  const key = marketKey(city)
  const locks = createLocks({ pool: sessions, log })
  try {
    if (!(await locks.tryLock(marketLock(key)))) throw runningImport(city)
    return await db.transaction().execute(async (tx) => {
      const removed = await deleteMarket(tx, key)
      if (!removed) throw new NoMarket(city)
      await writeEverywhere(
        tx,
        { ...line, details: { market: removed.city, snapshots: removed.snapshots } },
        now,
      )
      return removed
    })
  } finally {
    await locks.close()
  }
}
