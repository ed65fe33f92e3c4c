import { sql } from 'kysely'
import type { Queryable } from './tenant.ts'

export interface LatestRecovery {
  epoch: string
  taken_at: Date
  restored_at: Date
  declared_at: Date
  revisions_ahead: number
  is_open: boolean
}

export async function latestRecovery(db: Queryable): Promise<LatestRecovery | undefined> {
  const { rows } = await sql<LatestRecovery>`
    select epoch, taken_at, restored_at, declared_at, revisions_ahead, ended_at is null as is_open
    from recoveries order by epoch desc limit 1`.execute(db)
  return rows[0]
}
