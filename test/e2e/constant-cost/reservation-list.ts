import { sql } from 'kysely'
import { openWrite } from '../../../src/platform/outbox.ts'
import { renderReservations } from '../../../src/records/reservations/shown.ts'
import { rowsOf as makerOf } from '../../api/rows.ts'
import {
  inPortions,
  today,
  type Filled,
  type FilledWorkspace,
  type Filling,
  type ProvenList,
} from './proven-list.ts'

/** Each day, status, source and account is frequent even in the small one; all came through one Airbnb host. */
export async function fillReservations(
  app: Filling,
  workspace: FilledWorkspace,
  size: number,
  statuses = ['confirmed', 'confirmed', 'cancelled', 'pending'],
): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const now = app.clock.now()
  const listings: string[] = []
  for (let n = 0; n < 20; n += 1) listings.push(await make.listing())
  const [listing = ''] = listings
  const host = await make.account('airbnb', '2')
  const accounts = [await make.account('hostaway', '1'), host]
  const model = await make.stay({ listing_id: listing, check_in: '2026-06-01', check_out: '2026-06-03' })
  await renderReservations(app.db, workspace.live, [model], now)
  const portion = ({ from, to }: { from: number; to: number }) => sql`
      insert into reservations (workspace_id, id, listing_id, account_id, connection_id, source, check_in, check_out, status, pending_reason,
        respond_by, completes_at, lapses_at, confirmation_code, doc, updated_at)
      select ${workspace.id}, nextval('reservations_id'),
        -- As many reservations a listing in both: a larger workspace has more listings, as far as a page can tell.
        (${listings}::bigint[])[1 + case when n < 400 then n % 10 else 10 + n % 10 end],
        (${accounts.map(({ id }) => id)}::bigint[])[1 + (n / 60) % 2],
        ${host.connectionId}::bigint, (array['airbnb', 'vrbo', 'direct'])[1 + (n / 120) % 3],
        day, day + 2, status, case status when 'pending' then 'host_approval' end,
        case status when 'pending' then timestamptz '2026-12-01' end, (day + 3)::timestamptz,
        case status when 'pending' then timestamptz '2026-12-01' end, 'C' || n, model.doc,
        case when n < 20 then ${now}::timestamptz - interval '1 minute'
             else ${now}::timestamptz - interval '1 day' - n % 4 * interval '100 days' end
      from (select doc from reservations where id = ${model}) model,
        generate_series(${from}::int, ${to}::int) n
      cross join lateral (select date '2026-05-16' + n % 60 as day,
        (${statuses}::text[])[1 + (n / 360) % 4] as status) made`
  // Past stays that are written now must be listed as past at once.
  await inPortions(size, (ends) =>
    app.db.transaction().execute(async (tx) => {
      await openWrite(tx, workspace.live, now)
      await portion(ends).execute(tx)
    }),
  )
  return { listing, reservation: model }
}

export const reservationList: ProvenList = {
  id: 'listReservations',
  fill: fillReservations,
  values: {
    listing_id: [({ listing = '' }) => listing],
    status: ['confirmed', 'completed', 'pending', 'cancelled'].map((status) => () => status),
    platform: [() => 'airbnb', () => 'owner'],
    account: [() => 'hostaway:1', () => 'hostaway:9'],
    check_in_after: [() => today, () => '2026-05-20', () => '2027-01-01'],
    check_in_before: [() => today],
    check_out_after: [() => today],
    check_out_before: [() => today],
    updated_since: [() => `${today}T11:50:00Z`, () => '2025-12-01T00:00:00Z'],
  },
  pairs: [
    ['status', 'platform'],
    ['status', 'account'],
    ['status', 'listing_id'],
    ['status', 'check_in_after'],
    ['platform', 'account'],
    ['listing_id', 'check_in_after'],
    ['check_in_after', 'check_in_before'],
    ['check_out_after', 'check_out_before'],
  ],
}

export const vrboReservationList: ProvenList = {
  id: 'listVrboReservations',
  fill: fillReservations,
  values: {},
  pairs: [],
}

export const airbnbReservationList: ProvenList = {
  id: 'listAirbnbReservations',
  fill: fillReservations,
  values: {
    listing_id: [({ listing = '' }) => listing],
    status: ['pending', 'accepted', 'denied', 'cancelled', 'completed', 'request_voided'].map(
      (status) => () => status,
    ),
    start_date: [() => today, () => '2026-05-20', () => '2027-01-01'],
    end_date: [() => today, () => '2026-05-31'],
    account_id: [() => '2'],
  },
  pairs: [
    ['status', 'listing_id'],
    ['status', 'start_date'],
    ['status', 'account_id'],
  ],
}
