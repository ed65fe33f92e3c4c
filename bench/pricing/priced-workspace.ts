/** Fills a workspace with homes in ten places, about seventy stays each up to today, and prices of two years. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'

export async function pricedWorkspace(
  db: Queryable,
  { listings, today }: { listings: number; today: string },
): Promise<{ scope: Scope; ids: string[] }> {
  const { rows } = await sql<{ id: string }>`
    insert into workspaces (id, name, plan, contact_confirmed)
    values (nextval('workspaces_id'), 'Prices', 'custom', true) returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  const { rows: homes } = await sql<{ id: string }>`
    insert into listings (workspace_id, id, name, city, country_code, currency, default_nightly_price, min_nights)
    select ${id}, nextval('listings_id'), 'Home ' || n, 'Place ' || n % 10, 'HR', 'EUR', 60 + n % 90, 2
    from generate_series(1, ${listings}) n returning id`.execute(db)
  await sql`
    insert into reservations (workspace_id, id, listing_id, check_in, check_out, status, completes_at, confirmation_code, booked_at,
                              total_price, currency, source)
    select l.workspace_id, nextval('reservations_id'), l.id, day, day + 2 + (n % 3), 'confirmed', day + 5, 'B' || l.id || n,
           day - (1 + (n * 7 + l.id) % 80)::int, l.default_nightly_price * (2 + n % 3), 'EUR', 'airbnb'
    from listings l cross join generate_series(0, 75) n
    cross join lateral (select ${today}::date - 360 + n * 5 + (l.id % 2)::int as day) d
    where l.workspace_id = ${id} and (n + l.id) % 5 <> 0 and day - (1 + (n * 7 + l.id) % 80)::int < ${today}::date`.execute(
    db,
  )
  await sql`
    insert into calendar_days (workspace_id, listing_id, date, available, price, available_units)
    select l.workspace_id, l.id, ${today}::date - 365 + n, true, l.default_nightly_price * (1 + 0.2 * sin(n / 58.0)), 1
    from listings l cross join generate_series(0, 729) n where l.workspace_id = ${id}`.execute(db)
  return { scope: { workspaceId: id }, ids: homes.map((home) => home.id) }
}
