/** What a line has to be to match. */
import { sql, type RawBuilder } from 'kysely'

export interface LineFilters {
  action: string | null
  actor: string | null
  target: string | null
  outcome: string | null
  from: Date | null
  to: Date | null
}

/** Of a line `l`, apart from whose it is. */
export const ofLine = ({ action, actor, target, outcome, from, to }: LineFilters): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(action === null ? [] : [sql`l.action = ${action}`]),
      ...(actor === null ? [] : [sql`l.actor = ${actor}`]),
      ...(target === null ? [] : [sql`l.targets @> array[${target}::text]`]),
      ...(outcome === null ? [] : [sql`l.outcome = ${outcome}`]),
      ...(from === null ? [] : [sql`l.at >= ${from}`]),
      ...(to === null ? [] : [sql`l.at < ${to}`]),
    ],
    sql` and `,
  )}`
