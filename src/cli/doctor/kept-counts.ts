import type { Pool } from 'pg'
import { hasPrivatePostgres } from '../../platform/embedded-postgres/index.ts'
import { migrationState } from '../../platform/migrate.ts'
import { withDatabase } from '../database.ts'
import { ok, warn, type DoctorCheck, type DoctorFinding } from './finding.ts'

/** SQL functions that return nothing if a workspace's rows equal their kept counts. */
export const checkers = {
  record_count_differences: 'counts of lists',
  reservation_count_differences: 'counts of reservations',
  airbnb_booking_differences: 'bookings of Airbnb',
  guest_figure_differences: 'sums of guests',
  sold_where_differences: 'channels that listings are sold on',
  request_count_differences: 'counts of requests',
  audit_count_differences: 'counts of audit lines',
  delivery_count_differences: 'counts of webhook deliveries',
}

/** Reads every counted row, so it takes long. */
export const keptCountsCheck: DoctorCheck = {
  name: 'kept counts',
  async run(config, log) {
    if (!config.databaseUrl && !(await hasPrivatePostgres(config.dataDir)))
      return [ok('nothing is stored yet')]
    return withDatabase(config, log, ({ pool }) => compare(pool), {
      mayCreate: true,
      mayLackRequirements: true,
    })
  },
}

export async function compare(pool: Pool): Promise<DoctorFinding[]> {
  // A database with open migrations has no checkers or older ones.
  if ((await migrationState(pool)).open.length > 0) return [ok('compared once the migrations are applied')]
  const { rows: workspaces } = await pool.query<{ id: string }>('select id from workspaces order by id')
  const found: DoctorFinding[] = []
  for (const { id } of workspaces) {
    for (const [checker, what] of Object.entries(checkers)) {
      const { rows } = await pool.query<{ n: string }>(`select count(*) as n from ${checker}($1::bigint)`, [
        id,
      ])
      const differences = Number(rows[0]?.n)
      if (differences === 0) continue
      found.push(
        warn(
          `workspace ${id}: ${differences} ${what} differ from the rows`,
          `Lists and totals of it are wrong. See them with: select * from ${checker}(${id}); make them anew with: select count_anew(${id}); and tell us.`,
        ),
      )
    }
  }
  return found.length > 0 ? found : [ok(`the counts of ${workspaces.length} workspaces match their rows`)]
}
