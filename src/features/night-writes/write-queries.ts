import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { Keeper } from '../../records/listings/keeper.ts'
import { keeperOf } from '../../records/listings/keeper-sql.ts'

export interface WrittenListing {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
  archived_at: Date | null
  currency: string | null
  keeper: Keeper
}

export async function writtenListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<WrittenListing[]> {
  const { rows } = await sql<WrittenListing>`
    select l.id, l.name, l.active, l.inactive_reason, l.archived_at, l.currency, ${keeperOf('l')} as keeper
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
