/** Reads accounts of channels that fetch our feeds. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

export interface FeedAccount {
  id: string
  name: string
  passwordEnd: string
  takesCalls: boolean
  createdAt: Date
  rotatedAt: Date | null
  revokedAt: Date | null
  lastFetchedAt: Date | null
}

/** Returns the oldest first, and revoked ones too. */
export async function feedAccounts(db: Queryable, scope: Scope): Promise<FeedAccount[]> {
  const { rows } = await sql<FeedAccount>`
    select id, name, password_end as "passwordEnd", takes_calls as "takesCalls", created_at as "createdAt",
           rotated_at as "rotatedAt", revoked_at as "revokedAt", last_fetched_at as "lastFetchedAt"
    from vrbo_accounts a where ${inScope(scope, 'vrbo_accounts', 'a')} order by created_at, id`.execute(db)
  return rows
}
