import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { noRates, type PricedNight } from './stay-price.ts'
import type { StayRates } from './night-rate.ts'

export interface RateStretch {
  listingId: string
  checkIn: string
  checkOut: string
}

export interface StoredRates {
  currency: string | null
  rates: StayRates
  nights: PricedNight[]
}

/** Returns the owner's rates and the nights' own prices. A price on its way to a PMS counts, as in the calendar. */
export async function storedRates(
  db: Queryable,
  scope: Scope,
  { listingId, checkIn, checkOut }: RateStretch,
): Promise<StoredRates | undefined> {
  const { rows } = await sql<{
    currency: string | null
    default_nightly_price: string | null
    pricing: Partial<StayRates>
    nights: PricedNight[]
  }>`
    select l.currency, l.default_nightly_price, l.pricing, (
      select jsonb_agg(jsonb_build_object('date', n.date, 'price', coalesce(push.price, day.price)::text) order by n.date)
      from (select ${checkIn}::date + night as date
            from generate_series(0, ${checkOut}::date - ${checkIn}::date - 1) night) n
      left join calendar_days day on day.workspace_id = ${scope.workspaceId} and day.listing_id = l.id and day.date = n.date
      left join calendar_pushes push on push.workspace_id = ${scope.workspaceId} and push.listing_id = l.id
        and push.date = n.date and push.state in ('pending', 'sent', 'failed')) as nights
    from listings l where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId} ${prepared}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { currency, default_nightly_price: defaultDailyPrice, pricing, nights } = row
  return { currency, rates: { ...noRates, ...pricing, defaultDailyPrice }, nights }
}
