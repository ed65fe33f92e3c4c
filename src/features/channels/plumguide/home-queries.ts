import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export async function currencyOf(db: Queryable, scope: Scope, listingId: string): Promise<string | null> {
  const { rows } = await sql<{ currency: string | null }>`
    select l.currency from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(
    db,
  )
  return rows[0]?.currency ?? null
}
