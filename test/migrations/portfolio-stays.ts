/** Reservations of many kinds, with what happened to them. */
import { newId } from '../../src/platform/tenant.ts'
import { storeTexts } from '../../src/records/reservations/shown.ts'
import type { Homes } from './portfolio-homes.ts'
import { made, moment, type PortfolioRow, type PortfolioRows } from './portfolio-rows.ts'

export async function fillStays(
  { db, scope, number, put, putNumbered, n }: PortfolioRows,
  { connection, account, listing, bare, part, guest }: Homes,
) {
  const stay = (values: PortfolioRow): PortfolioRow => ({
    listing_id: listing,
    connection_id: connection,
    account_id: account,
    guest_id: guest,
    unit_id: part,
    check_in: '2026-07-01',
    check_out: '2026-07-03',
    check_in_time: '15:00',
    check_out_time: '10:00',
    status: 'confirmed',
    completes_at: '2026-07-04T22:00:00.000Z',
    source: 'airbnb',
    booked_at: moment(19),
    total_price: '642.5075',
    currency: 'EUR',
    payment_status: 'paid',
    occupancy: { adults: 2, children: 0, infants: null, pets: null, total: 2 },
    financials: { host: { accommodation: '600.1', taxes: [{ amount: '10.01', name: 'City' }] } },
    guest_details: { language: 'en' },
    source_status: 'new',
    revision: 4,
    doc: '{}',
    ...made(20),
    ...values,
  })
  // Kept first, so that what it is merged into stands behind it.
  const second = await newId(db, scope, 'reservations')
  const first = await putNumbered(
    'reservations',
    stay({ external_id: `R${number}`, confirmation_code: `HM${number}A` }),
  )
  await putNumbered(
    'reservations',
    stay({ external_id: `S${number}`, confirmation_code: `HM${number}A`, merged_into: first }),
    second,
  )
  const other = await putNumbered(
    'reservations',
    stay({
      connection_id: null,
      account_id: null,
      external_id: null,
      guest_id: null,
      unit_id: null,
      confirmation_code: `D${number}`,
      source: 'direct',
      check_in: '2026-07-02',
      check_out: '2026-07-05',
      booked_at: null,
    }),
  )
  const lapsed = await putNumbered(
    'reservations',
    stay({
      external_id: `T${number}`,
      confirmation_code: `P${number}`,
      listing_id: bare,
      status: 'pending',
      pending_reason: 'host_approval',
      respond_by: moment(21),
      lapses_at: moment(22),
      lapse_told_at: moment(23),
      check_in: '2026-09-01',
      check_out: '2026-09-02',
    }),
  )
  const cancelled = await putNumbered(
    'reservations',
    stay({
      external_id: `C${number}`,
      confirmation_code: `X${number}`,
      status: 'cancelled',
      status_detail: 'cancelled_by_guest',
      cancelled_at: moment(24),
      cancelled_by: 'guest',
      cancel_reason: n('Ill'),
    }),
  )
  await put('stay_conflicts', { stay_id: first, other_id: other, listing_id: listing, since: moment(25) })
  await put('sold_nights', { listing_id: listing, date: '2026-07-02', place: 2, reservation_id: other })
  await put('night_changes', {
    listing_id: listing,
    date: '2026-07-02',
    reservation_id: other,
    stands: true,
    taken: 7,
    changed: 8,
  })
  await put('night_changes', {
    listing_id: listing,
    date: '2026-07-03',
    reservation_id: other,
    stands: false,
    taken: null,
    changed: 9,
  })
  const changes = [
    ['created', {}],
    [
      'updated',
      {
        listingId: bare,
        guestId: guest,
        primaryGuest: { id: guest, firstName: 'A' },
        unit: { id: part, name: 'R' },
        conflictsWith: [other],
        checkIn: '2026-06-30',
      },
    ],
  ] as const
  for (const [at, [change, previous]] of changes.entries()) {
    await put('record_history', {
      record_type: 'reservation',
      record_id: first,
      revision: at + 1,
      change,
      previous,
      origin: 'sync',
      created_at: moment(26 + at),
    })
  }
  await putNumbered('reservation_alterations', {
    connection_id: connection,
    external_id: `A${number}`,
    reservation_id: first,
    status: 'pending',
    initiator: 'guest',
    original: { checkIn: '2026-07-01' },
    check_in: '2026-07-02',
    check_out: '2026-07-04',
    guest_count: 3,
    total_price: '700.25',
    listing_external_id: `L${number}`,
    source_status: 'asked',
    requested_at: moment(28),
    responded_at: moment(29),
    ...made(30),
  })
  await put('airbnb_transactions', {
    connection_id: connection,
    id: `P:${number}:1`,
    status: 'COMPLETED',
    type: 'Reservation',
    is_payout: false,
    date: '2026-06-01',
    currency: 'EUR',
    amount: '100.5',
    gross_amount: '110.5',
    host_service_fee: '-10',
    cleaning_fee: '20',
    payout_id: `P:${number}`,
    payout_id_synthetic: true,
    payout_date: '2026-06-02',
    line_index: 1,
    confirmation_code: `HM${number}A`,
    listing_name: n('Sea view'),
    guest_name: n('Ada'),
    nights: 2,
    reservation_start_date: '2026-07-01',
    description: n('Stay'),
    reference: 'G-1',
    synced_at: moment(31),
  })
  await put('airbnb_transactions', {
    connection_id: connection,
    id: `P:${number}`,
    status: 'COMPLETED',
    type: 'Payout',
    is_payout: true,
    date: '2026-06-02',
    currency: 'EUR',
    payout_id: `P:${number}`,
    payout_id_synthetic: true,
    payout_date: '2026-06-02',
    paid_out_amount: '100.5',
    synced_at: moment(31),
  })
  await storeTexts(db, scope, [first, other, lapsed, cancelled])
  return { first, lapsed }
}
