/** Returns how many rows a statement changed. */
import type { RawBuilder } from 'kysely'
import type { Queryable } from './tenant.ts'

export const countAffectedRows = async (tx: Queryable, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0)
