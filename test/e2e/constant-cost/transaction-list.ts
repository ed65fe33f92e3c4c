import { sql } from 'kysely'
import { rowsOf as makerOf } from '../../api/rows.ts'
import type { Filled, FilledWorkspace, Filling, ProvenList } from './proven-list.ts'

/** Payouts of two hosts on 60 consecutive days with two lines each, and as many in the future. */
async function fill(app: Filling, workspace: FilledWorkspace, size: number): Promise<Filled> {
  const make = makerOf(app.db, workspace.live)
  const hosts = [await make.account('airbnb', '3'), await make.account('airbnb', '4')]
  const listing = await make.listing()
  const reservation = await make.stay({
    listing_id: listing,
    connection_id: hosts[0]?.connectionId,
    confirmation_code: 'C5',
    check_in: '2026-06-01',
    check_out: '2026-06-03',
  })
  await sql`
    insert into airbnb_transactions (workspace_id, connection_id, id, status, type, is_payout, date, currency, amount, payout_id,
      payout_id_synthetic, payout_date, line_index, paid_out_amount, confirmation_code, synced_at)
    select ${workspace.id}, (${hosts.map(({ connectionId }) => connectionId)}::bigint[])[1 + n % 2], 'T' || n,
      case when (n / 360) % 3 = 0 then 'UPCOMING' else 'COMPLETED' end,
      (array['Payout', 'Reservation', 'Resolution'])[1 + (n / 2) % 3], (n / 2) % 3 = 0, day, 'EUR', 10, 'P' || n / 6, false,
      case when (n / 360) % 3 <> 0 then day end, (n / 2) % 3, case when (n / 2) % 3 = 0 then 20 end, 'C' || n, ${app.clock.now()}
    from (select n, date '2026-04-20' + (n / 6) % 60 as day from generate_series(1, ${size}::int) n) made`.execute(
    app.db,
  )
  return { reservation }
}

export const transactionList: ProvenList = {
  id: 'listAirbnbTransactions',
  fill,
  values: {
    account_id: [() => '3'],
    start_date: [() => '2026-05-20', () => '2027-01-01'],
    end_date: [() => '2026-05-20', () => '2026-05-31'],
    status: [() => 'COMPLETED', () => 'UPCOMING'],
    type: [() => 'Payout', () => 'Unheard'],
    payout_id: [() => 'P7', () => 'P0'],
    confirmation_code: [() => 'C7'],
    reservation_id: [({ reservation = '' }) => reservation],
  },
  pairs: [
    ['status', 'type'],
    ['status', 'account_id'],
    ['start_date', 'end_date'],
    ['start_date', 'status'],
  ],
}
