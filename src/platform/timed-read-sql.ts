/** Limits reads of the database for status pages: they must not hold connections for longer than their callers wait. */
import { sql } from 'kysely'
import { DatabaseUnavailable } from './database-outage.ts'
import type { Queryable } from './tenant.ts'

/** Aborts after the time limit, in the database and, if that is silent, here. A work of many statements checks `isLate` between them. */
export async function timedRead<T>(
  db: Queryable,
  ms: number,
  look: (tx: Queryable, isLate: () => boolean) => Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const tooLate = new DatabaseUnavailable(`the database did not answer in ${ms} ms`)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(tooLate)
  }, ms)
  timer.unref()
  try {
    const looking = db.transaction().execute(async (tx) => {
      // The read waited too long for a connection, and others wait behind it.
      if (isLate) throw tooLate
      await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
      return look(tx, () => isLate)
    })
    looking.catch(() => {})
    return await Promise.race([looking, late])
  } finally {
    clearTimeout(timer)
  }
}
