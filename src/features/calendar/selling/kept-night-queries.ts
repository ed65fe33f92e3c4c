/** Nights that stay closed after a restore, until somebody opens them. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

export interface DoubtfulNight {
  date: string
  shownUnits: number
  unitsLeft: number
  uncounted: number
}

/** Units that the channel showed when its answer was last settled, by date. */
export async function shownBefore(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ date: string; units: number }>`
    select date, shown_units as units from channel_nights
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and shown_units is not null and state in ('confirmed', 'refused')`.execute(tx)
  return new Map(rows.map(({ date, units }) => [date, units]))
}

export async function insertKeptNights(
  tx: Queryable,
  scope: Scope,
  about: { listingId: string; connectionId: string; epoch: string; at: Date },
  nights: readonly DoubtfulNight[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) as n (date date, "shownUnits" int, "unitsLeft" int)`
  await sql`
    insert into kept_nights (workspace_id, listing_id, date, epoch, connection_id, shown_units, units_left, kept_at)
    select ${scope.workspaceId}, ${about.listingId}, n.date, ${about.epoch}, ${about.connectionId}, n."shownUnits",
           n."unitsLeft", ${about.at}
    from ${given}
    on conflict (workspace_id, listing_id, date, epoch) do nothing`.execute(tx)
}

export interface KeptNight {
  workspace_id: string
  listing_id: string
  date: string
  connection_id: string
  shown_units: number
  units_left: number
  kept_at: Date
}

/** Kept nights that nobody has opened, of all workspaces: the operator's report shows them. */
export async function keptNights(db: Queryable): Promise<KeptNight[]> {
  const { rows } = await sql<KeptNight>`
    select workspace_id, listing_id, date, connection_id, shown_units, units_left, kept_at from kept_nights
    where opened_at is null order by workspace_id, listing_id, date`.execute(db)
  return rows
}

/** Returns the dates that were kept closed. */
export async function markOpened(
  tx: Queryable,
  scope: Scope,
  { listingId, dates, at }: { listingId: string; dates: readonly string[] | null; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    update kept_nights set opened_at = ${at}
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and opened_at is null
      and (${dates}::date[] is null or date = any(${dates}::date[]))
    returning date`.execute(tx)
  return rows.map(({ date }) => date).toSorted()
}
