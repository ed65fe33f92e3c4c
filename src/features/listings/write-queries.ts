import { sql } from 'kysely'
import { newId, type Queryable, type Scope } from '../../platform/tenant.ts'
import { weekendDays } from '../../records/rates/public.ts'

export interface NewListing {
  name: string
  publicName: string | null
  street: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
  latitude: string | null
  longitude: string | null
  timeZone: string | null
  currency: string | null
  defaultNightlyPrice: string | null
  content: object | null
  details: object | null
  pricing: object
  policies: object
}

/** Inserts a native listing. Answers its id. */
export async function insertListing(
  db: Queryable,
  scope: Scope,
  listing: NewListing,
  at: Date,
): Promise<string> {
  const id = await newId(db, scope, 'listings')
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  await sql`
    with made as (
      insert into listings (workspace_id, id, name, public_name, street, city, state, postal_code, country_code, latitude,
                            longitude, time_zone, currency, lifecycle_status, default_nightly_price, content, details,
                            pricing, policies, created_at, updated_at)
      values (${scope.workspaceId}, ${id}, ${listing.name}, ${listing.publicName}, ${listing.street}, ${listing.city},
              ${listing.state}, ${listing.postalCode}, ${listing.countryCode}, ${listing.latitude}::numeric,
              ${listing.longitude}::numeric, ${listing.timeZone}, ${listing.currency}, 'draft',
              ${listing.defaultNightlyPrice}::numeric, ${json(listing.content)}::jsonb, ${json(listing.details)}::jsonb,
              ${json(listing.pricing)}::jsonb, ${json(listing.policies)}::jsonb, ${at}, ${at})
      returning id
    )
    insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
    select ${scope.workspaceId}, 'listing', id, 1, 'created', '{}', 'api', ${at} from made`.execute(db)
  return id
}

/** Up to two currencies of the workspace's listings: two already mean there is no common one. */
export async function workspaceCurrencies(db: Queryable, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from listings
    where workspace_id = ${scope.workspaceId} and currency is not null and archived_at is null
    order by currency limit 2`.execute(db)
  return rows.map(({ currency }) => currency)
}

const isWeekend = sql`extract(isodow from d.date) = any(${weekendDays}::int[])`

/** Creates the coming nights at the rates' prices; they follow the rates until priced individually. */
export async function seedNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { from, days, price, weekendPrice, at }: SeededNights,
): Promise<void> {
  await sql`
    insert into calendar_days (workspace_id, listing_id, date, available, price, available_units, from_rate, updated_at)
    select l.workspace_id, l.id, d.date, true,
           case when ${isWeekend} then coalesce(${weekendPrice}::numeric, ${price}::numeric) else ${price}::numeric end,
           l.unit_count, true, ${at}::timestamptz
    from listings l cross join lateral (
      select ${from}::date + n as date from generate_series(0, ${days}::int - 1) n) d
    where l.workspace_id = ${scope.workspaceId} and l.id = ${listingId}`.execute(db)
}

export interface SeededNights {
  from: string
  days: number
  price: string
  weekendPrice: string | null
  at: Date
}

/** Applies new rates to nights never priced individually. Answers the nights that changed. */
export async function repriceNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { from, price, weekendPrice, at }: Omit<SeededNights, 'days' | 'price'> & { price: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    update calendar_days d
    set price = r.price, updated_at = ${at}
    from (
      select d.date, case when ${isWeekend} then coalesce(${weekendPrice}::numeric, ${price}::numeric)
                          else ${price}::numeric end as price
      from calendar_days d
      where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and d.from_rate and d.date >= ${from}
    ) r
    where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and d.date = r.date
      and d.price is distinct from r.price
    returning d.date`.execute(db)
  return rows.map(({ date }) => date).toSorted()
}
