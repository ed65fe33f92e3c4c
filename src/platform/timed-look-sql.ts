/**
 * Looking at the database for somebody who asks how things are: it must not wait long, and must not keep a connection longer than
 * it waits, or whoever asks again and again would take them all.
 */
import { sql } from 'kysely'
import { DatabaseUnavailable } from './database-outage.ts'
import type { Queryable } from './tenant.ts'

/**
 * Given up after so long: each statement by the database itself, and here where it says nothing at all. A look of many statements asks
 * `isLate` between them: nobody waits for it any more.
 */
export async function timedLook<T>(
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
      // It waited for a connection, and others wait behind it.
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
