/** These nights follow the listing's rates. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { weekendDays } from '../rates/public.ts'

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

/** Applies new rates to nights never priced individually. Returns the nights that changed. */
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
