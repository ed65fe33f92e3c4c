/** Moments that a change computes from a row. Citus takes only functions there that need no time zone of the session. */
import { sql, type RawBuilder } from 'kysely'

/** The moment that much later. An interval of days is one of 24 hours each. */
export const laterBy = (moment: RawBuilder<unknown>, interval: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`((${moment} at time zone 'UTC' + ${interval}) at time zone 'UTC')`

/** The moment without its fraction of a second. */
export const startOfSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1_000) * 1_000)

export const secondAfter = (moment: RawBuilder<unknown>): RawBuilder<Date> =>
  laterBy(moment, sql`interval '1 second'`)
