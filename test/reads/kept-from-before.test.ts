/** What was there before counts were kept is counted by the migrations that begin to keep them. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

let earlier: EarlierDatabase
before(async () => {
  earlier = await databaseBefore('0327_counts_of_requests.sql')
})
after(() => earlier.close())

it('is counted as if it had been written since', async () => {
  const { pool } = earlier
  const rows = [
    `insert into workspaces (id, name, plan) values (1, 'Homes', 'custom')`,
    `insert into connections (workspace_id, id, provider, external_account_id, write_policy)
     select 1, n, (array['airbnb', 'hostaway'])[n], n::text, '{}' from generate_series(1, 2) n`,
    `insert into listings (workspace_id, id, name, active, inactive_reason, archived_at)
     select 1, n, 'Home', n % 4 > 0, case when n % 4 = 0 then 'deactivated' end, case when n % 5 = 0 then now() end
     from generate_series(1, 30) n`,
    `insert into channel_links (workspace_id, listing_id, platform, external_id, active)
     select 1, n, platform, n::text, n % 3 > 0 from generate_series(1, 30) n, unnest(array['airbnb', 'vrbo']) platform`,
    `insert into listing_links (workspace_id, connection_id, external_id, listing_id) select 1, 1 + n % 2, n::text, n from generate_series(1, 30) n`,
    `insert into reservations (workspace_id, id, listing_id, connection_id, source, check_in, check_out, status, completes_at, confirmation_code)
     select 1, n, n, 1 + n % 2, 'airbnb', date '2026-01-20' + n, date '2026-01-22' + n, (array['confirmed', 'cancelled'])[1 + n / 2 % 2],
       date '2026-01-23' + n, 'HM' || n from generate_series(1, 30) n`,
    `insert into sync_runs (workspace_id, id, connection_id, kind, strategy, state, entities)
     select 1, n, 1 + n % 2, (array['hint', 'full'])[1 + n / 2 % 2], 'full', 'completed', '{}' from generate_series(1, 30) n`,
    `insert into sync_failures (workspace_id, connection_id, entity, external_id, message)
     select 1, 1, 'listings', n::text, 'Message' from generate_series(1, 30) n`,
    `insert into airbnb_transactions (workspace_id, connection_id, id, status, type, is_payout, date, payout_id_synthetic, synced_at)
     select 1, 1, n::text, 'COMPLETED', 'Reservation', false, date '2026-01-20' + n, false, now() from generate_series(1, 30) n`,
    `insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms, created_at)
     select 1, gen_random_uuid(), 'r', 1, 'GET', '/', 'listGuests', 200 + n % 2 * 204, 1, now() - n * interval '5 hours' from generate_series(1, 30) n`,
    `insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
     select 1, gen_random_uuid(), now() - n * interval '50 hours', 'cli', 'cli.keys', '{}', (array['begun', 'done'])[1 + n % 2]
     from generate_series(1, 30) n`,
  ]
  for (const row of rows) await pool.query(row)
  await migrate(pool, { log: createLog({ level: 'silent' }) })
  for (const differences of [
    'record_count_differences',
    'reservation_count_differences',
    'airbnb_booking_differences',
    'request_count_differences',
    'audit_count_differences',
    'sold_where_differences',
  ])
    assert.deepEqual((await pool.query(`select * from ${differences}(1)`)).rows, [], differences)
  const counted = await pool.query<{ list: string }>('select distinct list from record_counts order by 1')
  assert.deepEqual(
    counted.rows.map(({ list }) => list),
    ['airbnb_bookings', 'airbnb_transactions', 'channel_links', 'listings', 'sync_failures', 'sync_runs'],
  )
  const { rows: kept } = await pool.query(`
    select (select sum(n)::int from request_counts where unit = 'day') as requests,
      (select sum(n)::int from audit_counts where unit = 'all') as lines,
      (select count(*)::int from airbnb_bookings) as bookings`)
  assert.deepEqual(kept, [{ requests: 30, lines: 15, bookings: 15 }])
})
