/** Data that decides which calendar holds an Airbnb listing's nights. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import type { ListingStretch } from '../../../../records/calendar/public.ts'
import type { ListingKeeper } from '../../../../records/listings/keeper.ts'
import { keeperOf } from '../../../../records/listings/keeper-sql.ts'
import { provider } from '../accounts.ts'
import type { AirbnbLinkRow } from '../content/queries.ts'

export interface CalendarListing {
  keeper: ListingKeeper
  unitCount: number
  currency: string | null
  /** Markup of this Airbnb listing on our prices. */
  markupPercent: string | null
  /** When its whole calendar was last read; null: never, or it is kept here. */
  readAt: Date | null
}

export async function calendarListing(
  db: Queryable,
  scope: Scope,
  { listingId, externalId }: Pick<AirbnbLinkRow, 'listingId' | 'externalId'>,
): Promise<CalendarListing | undefined> {
  const { rows } = await sql<CalendarListing>`
    select ${keeperOf('l')} as keeper, l.unit_count as "unitCount", l.currency,
           (select c.markup_percent from channel_links c
            where c.workspace_id = l.workspace_id and c.listing_id = l.id and c.platform = ${provider}
              and c.external_id = ${externalId}) as "markupPercent",
           (select r.read_at from calendar_reads r
            where r.workspace_id = l.workspace_id and r.listing_id = l.id and r.read_order > 0) as "readAt"
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}

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
