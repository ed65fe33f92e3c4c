import { sql } from 'kysely'
import { openWrite } from '../../../src/platform/outbox.ts'
import { rowsOf as makerOf } from '../../api/rows.ts'
import {
  inGrowingPortions,
  today,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

/** Three of four guests stayed twice and will return; one has no booking. Sixty have a unique name. */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const listings: string[] = []
  for (let n = 0; n < 20; n += 1) listings.push(await make.listing())
  const hidden = await make.listing({ active: false, inactive_reason: 'deactivated' })
  /** How many rows the planner's statistics cover. */
  let known = 0
  const portion = async ({ from, to }: { from: number; to: number }) => {
    await sql`
      insert into guests (workspace_id, id, first_name, last_name)
      select ${workspace.id}, nextval('guests_id'), substr(md5(n::text), 1, 6),
        case when n % 20 = 0 and n < 1200 then 'Xyquzzi' else substr(md5(n || 'last'), 1, 9) end
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db)
    // Without statistics each index looks equally good, even one that scans all reservations for every guest. Cached
    // plans of foreign keys would date from empty tables too.
    if (size > 1_000 && to >= 2 * known) {
      await sql`analyze guests, guest_contacts, guest_figures, reservations`.execute(app.db)
      known = to
    }
    await sql`
      insert into guest_contacts (workspace_id, guest_id, type, value, is_primary)
      select workspace_id, id, 'email', 'guest-' || id || '@example.com', true
      from guests where workspace_id = ${workspace.id} order by id desc limit ${to - from + 1}`.execute(
      app.db,
    )
    // Past stays that are written now must be listed as past at once.
    await app.db.transaction().execute(async (tx) => {
      await openWrite(tx, workspace.live, app.clock.now())
      await sql`
      insert into reservations (workspace_id, id, listing_id, guest_id, source, check_in, check_out, status, completes_at,
        confirmation_code, total_price, currency)
      select ${workspace.id}, nextval('reservations_id'),
        case when g.n % 40 = 1 then ${hidden}::bigint
             else (${listings}::bigint[])[1 + case when g.n < 400 then g.n % 10 else 10 + g.n % 10 end] end,
        g.id, 'airbnb', day, day + 2, 'confirmed', (day + 3)::timestamptz, 'G' || g.id || '-' || stay, 100, 'EUR'
      from (select id, row_number() over (order by id) - 1 as n from guests
            where workspace_id = ${workspace.id} order by id desc limit ${to - from + 1}) g
      cross join generate_series(0, 2) stay
      cross join lateral (select date '${sql.raw(today)}' - 400 + stay * 200 + (g.n % 60)::int as day) made
      where g.n % 4 > 0`.execute(tx)
    })
  }
  await inGrowingPortions(size, portion, 2_000)
  return { listing: listings[1] ?? '' }
}

export const guestList: ProvenList = {
  id: 'listGuests',
  fill,
  beside: 40,
  values: {
    q: [() => 'xyQuzz', () => 'nobody-has-this'],
    has_reservation: [() => 'true', () => 'false'],
    listing_id: [({ listing = '' }) => listing],
  },
  pairs: [
    ['q', 'has_reservation'],
    ['q', 'listing_id'],
    ['has_reservation', 'listing_id'],
  ],
}
