import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import type { ListingStretch } from '../../../../records/calendar/public.ts'

/** Night notes, by date. */
export async function nightNotes(
  db: Queryable,
  scope: Scope,
  { listingId, first, last }: ListingStretch,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ date: string; note: string }>`
    select date, note from calendar_days
    where ${inScope(scope, 'calendar_days')} and listing_id = ${listingId} and date between ${first} and ${last}
      and note is not null`.execute(db)
  return new Map(rows.map(({ date, note }) => [date, note]))
}
