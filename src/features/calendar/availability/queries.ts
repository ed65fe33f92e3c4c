import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export async function calendarCurrency(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<{ currency: string | null } | undefined> {
  const { rows } = await sql<{ currency: string | null }>`
    select currency from listings
    where ${inScope(scope, 'listings')} and id = ${listingId}`.execute(db)
  return rows[0]
}
