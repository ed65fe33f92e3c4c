import { sql, type RawBuilder } from 'kysely'
import { isOnCitus } from './database.ts'

/** Lists the sessions of every machine: on Citus the coordinator waits for a worker, where the session waits for a lock. */
export const sessionsView = (): RawBuilder<unknown> =>
  sql.table(isOnCitus() ? 'citus_stat_activity' : 'pg_stat_activity')
