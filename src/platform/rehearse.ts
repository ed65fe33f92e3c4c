/** A dry run: runs work in a transaction and rolls it back. */
import type { Queryable } from './tenant.ts'

class RehearsalRollback<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('rehearsed')
    this.value = value
  }
}

export async function rehearse<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new RehearsalRollback(await work(tx))
    })
  } catch (error) {
    if (error instanceof RehearsalRollback) return error.value as T
    throw error
  }
}
