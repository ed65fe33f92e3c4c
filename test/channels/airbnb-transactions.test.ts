/** Payouts of Airbnb: from the file that a host downloads, and what is to come from bookings. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { startTestApp } from '../harness/app.ts'
import { assertCountsKept } from '../reads/kept.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

type Row = Record<string, unknown>

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world.close())

/** All that match, of which the total says how many they are. */
async function list(query = ''): Promise<Row[]> {
  const answer = await world.app.get(`${base}/transactions?limit=500${query}`)
  const rows = rowsOf(answer)
  assert.equal(answer.body['pagination']?.['total'], rows.length, query)
  await assertCountsKept(world.app.db, world.app.workspace.id)
  return rows
}
const read = (body?: object, key?: string) => world.send('POST', `${base}/transactions`, body, key)

const header =
  'Date,Type,Confirmation Code,Start date,Nights,Guest,Listing,Details,Reference,Currency,Amount,Paid out,Host fee,Cleaning fee'
const day = (offset: number) =>
  new Date(world.app.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)

function fileOf(code: string, { date = day(1), reference = 'G-1', paid = '460.10' } = {}): string {
  return [
    header,
    `${date},Payout,,,,,,Transfer to account,${reference},EUR,,${paid},,`,
    `${date},Reservation,${code},${date},4,"Ada ""A."" Lovelace",House,,,EUR,465.60,,14.40,60.00`,
    `${date},Adjustment,${code},,,,,Towels,,EUR,-5.50,,,`,
  ].join('\r\n')
}
const load = (csv: string, more: object = {}) => read({ csv, date_format: 'YYYY-MM-DD', ...more })
const payoutEvents = async () => {
  const { rows } = await sql<{ data: Row }>`
    select data::jsonb as data from events
    where workspace_id = ${world.app.workspace.id} and type = 'payout.completed' order by sequence`.execute(
    world.app.db,
  )
  return rows.map(({ data }) => data)
}

test('what is to come is read from bookings, and goes once it was called off', async () => {
  const code = await world.booked()
  const first = await read()
  assert.deepEqual([first.status, first.body['synced']], [200, true], first.text)
  const [row] = await list(`&status=UPCOMING&confirmation_code=${code}`)
  const booking = dataOf(await world.app.get(`${base}/reservations/${code}`))
  assert.deepEqual(
    [row?.['status'], row?.['type'], row?.['isPayout'], row?.['reservationId'], row?.['onInactiveListing']],
    ['UPCOMING', 'Reservation', false, booking['id'], false],
  )
  assert.match(String(row?.['transactionId']), new RegExp(`^upcoming:${world.hostId}:Reservation:${code}:`))
  const held = world.state('reservations').find((one) => one['id'] === code)
  assert.equal(row?.['amount'], Number(held?.['expected_payout_amount_accurate']))
  assert.equal(row?.['listingId'], held?.['listing_id_str'])
  const again = await read({})
  assert.deepEqual(again.body, first.body)
  await sql`update reservations set status = 'cancelled' where confirmation_code = ${code}`.execute(
    world.app.db,
  )
  const [account] = (await read()).body['accounts'] as unknown as Row[]
  assert.equal(account?.['upcomingRemoved'], 1)
  assert.deepEqual(await list(`&confirmation_code=${code}`), [])
})

test('a file is taken in once, its payout is told once, and what was paid is no longer to come', async () => {
  const code = await world.booked()
  const [ofBookings] = (await read()).body['accounts'] as unknown as Row[]
  const csv = fileOf(code)
  const loaded = await load(csv)
  assert.equal(loaded.status, 200, loaded.text)
  const [account] = loaded.body['accounts'] as unknown as Row[]
  assert.deepEqual(
    [account?.['payouts'], account?.['upcomingRemoved']],
    [Number(ofBookings?.['payouts']) + 1, 1],
  )
  const rows = await list(`&payout_id=G-1`)
  assert.deepEqual(
    rows.map((row) => [
      row['transactionId'],
      row['type'],
      row['amount'],
      (row['payout'] as Row)['lineIndex'],
    ]),
    [
      ['G-1', 'Payout', null, null],
      [`G-1:Reservation:${code}:0`, 'Reservation', 465.6, 0],
      [`G-1:Adjustment:${code}:0`, 'Adjustment', -5.5, 1],
    ],
  )
  const [payout, reservation] = rows
  assert.equal((payout?.['payout'] as Row)['paidOutAmount'], 460.1)
  assert.deepEqual(reservation?.['fees'], { hostServiceFee: -14.4, cleaningFee: 60 })
  assert.equal(reservation?.['grossAmount'], 480)
  const booking = dataOf(await world.app.get(`${base}/reservations/${code}`))
  assert.equal(reservation?.['reservationId'], booking['id'])
  assert.deepEqual(await list(`&reservation_id=${String(booking['id'])}`), rows.slice(1))
  assert.deepEqual(
    await list(`&payout_id=G-1&type=Adjustment&start_date=${day(1)}&end_date=${day(1)}`),
    rows.slice(2),
  )
  assert.deepEqual(await list(`&payout_id=G-1&start_date=${day(2)}`), [])
  assert.deepEqual(await list(`&status=UPCOMING&confirmation_code=${code}`), [])
  const told = await payoutEvents()
  assert.equal(told.length, 1)
  assert.deepEqual((told[0]?.['payout'] as Row)['paidOutAmount'], '460.10')
  assert.equal((told[0]?.['lines'] as Row[]).length, 2)
  world.app.clock.advance(60_000)
  assert.equal((await load(csv)).status, 200)
  assert.deepEqual(await list('&payout_id=G-1'), rows)
  assert.equal((await payoutEvents()).length, 1)
  // What was paid before the account was connected is no news.
  assert.equal((await load(fileOf(code, { date: '2020-05-01', reference: 'G-0' }))).status, 200)
  assert.equal((await payoutEvents()).length, 1)
  assert.deepEqual((await list()).map((row) => row['transactionId']).indexOf('G-0') > 0, true)
})

test('what Airbnb says it has paid for a booking is a payout, until a file tells more; both are told once', async () => {
  const stay = { status_type: 'accept', start_date: day(2), end_date: day(5) }
  const { id: code } = await world.there<{ id: string }>('/reservations', stay)
  await world.readAgain()
  await read()
  const before = (await payoutEvents()).length
  const [coming] = await list(`&confirmation_code=${code}`)
  assert.equal(coming?.['status'], 'UPCOMING')
  const paid = Number(coming?.['amount'])
  await world.pass(4 * 86_400)
  await world.readAgain()
  const answer = await read()
  assert.equal(answer.status, 200, answer.text)
  const [account] = answer.body['accounts'] as unknown as Row[]
  assert.ok(Number(account?.['payouts']) >= 1)
  const rows = await list(`&payout_id=N-${code}`)
  assert.deepEqual(
    rows.map((row) => [row['transactionId'], row['status'], row['type'], row['amount']]),
    [
      [`N-${code}`, 'COMPLETED', 'Payout', null],
      [`N-${code}:Reservation:${code}:0`, 'COMPLETED', 'Reservation', paid],
    ],
  )
  const payout = rows[0]?.['payout'] as Row
  assert.deepEqual([payout['paidOutAmount'], payout['payoutIdSynthetic']], [paid, true])
  assert.deepEqual(rows[1]?.['fees'], coming?.['fees'])
  assert.deepEqual(await list(`&status=UPCOMING&confirmation_code=${code}`), [])
  const booking = dataOf(await world.app.get(`${base}/reservations/${code}`))
  const { body: whole } = await world.app.get(`/v1/reservations/${String(booking['id'])}`)
  assert.equal((whole['financials'] as unknown as { host: Row }).host['paidOut'], paid)
  const told = await payoutEvents()
  assert.ok(told.length > before)
  const ofIt = (events: Row[]) =>
    events.filter(({ lines }) => (lines as Row[]).some((line) => line['confirmationCode'] === code)).length
  assert.equal(ofIt(told), 1)
  await read()
  assert.deepEqual(
    (await list(`&payout_id=N-${code}`)).map(({ syncedAt: _, ...row }) => row),
    rows.map(({ syncedAt: _, ...row }) => row),
  )

  const csv = [
    header,
    `${day(0)},Payout,,,,,,Transfer to account,G-7,${String(coming?.['currency'])},,${paid},,`,
    `${day(0)},Reservation,${code},${day(-2)},3,Ada,House,,,${String(coming?.['currency'])},${paid},,,`,
  ].join('\n')
  assert.equal((await load(csv)).status, 200)
  assert.deepEqual(await list(`&payout_id=N-${code}`), [])
  assert.deepEqual(
    (await list(`&confirmation_code=${code}`)).map((row) => row['transactionId']),
    [`G-7:Reservation:${code}:0`],
  )
  await read()
  assert.equal(ofIt(await payoutEvents()), 1)
})

test('a file that is wrong in one place changes nothing', async () => {
  const before = await list()
  errorOf(await load(fileOf('HMAB2C3D4E', { reference: 'G-9', paid: '460.11' })), 400, 'invalid_body')
  errorOf(await load('Date,Type\n'), 400, 'invalid_body')
  errorOf(await read({ csv: fileOf('HMAB2C3D4E') }), 400, 'invalid_body')
  errorOf(await read({ date_format: 'YYYY-MM-DD' }), 400, 'invalid_body')
  errorOf(await load(fileOf('HMAB2C3D4E'), { account_id: '1' }), 404, 'not_found')
  errorOf(await world.app.get(`${base}/transactions?account_id=1`), 404, 'not_found')
  assert.deepEqual(await list(), before)
})

test('says what the guest pays and the host gets, by the code and by the reservation', async () => {
  // The first home of the simulator has a cleaning fee.
  const listing_id_str = world.state('listings')[0]?.['id']
  const stay = { status_type: 'accept', listing_id_str, start_date: day(3), end_date: day(6) }
  const { id: code } = await world.there<{ id: string }>('/reservations', stay)
  await world.readAgain()
  await read()
  const [row, ...more] = await list(`&confirmation_code=${code}`)
  assert.deepEqual(more, [])
  const held = world.state('reservations').find((one) => one['id'] === code) ?? {}
  const of = (name: string) => Number(held[`${name}_accurate`])
  const fees = held['standard_fees_details'] as { fee_type: string; amount_native: string }[]
  const cleaning = fees.find(({ fee_type: type }) => type === 'PASS_THROUGH_CLEANING_FEE')
  const cleaningFee = cleaning === undefined ? null : Number(cleaning.amount_native)
  assert.ok(cleaningFee !== null && of('listing_host_fee') > 0 && of('airbnb_collected_tax_amount') > 0)
  const currency = held['host_currency']
  const [accommodation, serviceFee] = [of('listing_base_price'), -of('listing_host_fee')]
  const others = fees.filter((fee) => fee !== cleaning)
  const otherFees =
    others.length === 0 ? null : others.reduce((sum, fee) => sum + Number(fee.amount_native), 0)
  const charged = { currency, accommodation, cleaningFee, otherFees }
  assert.deepEqual(row?.['host'], {
    ...{ ...charged, taxes: null, serviceFee },
    ...{ payout: of('expected_payout_amount'), paidOut: null },
  })
  // Airbnb tells hosts neither its service fee nor what the guest pays with it.
  assert.deepEqual(row?.['guest'], {
    ...{ ...charged, serviceFee: null },
    ...{ taxes: of('airbnb_collected_tax_amount'), total: null },
  })
  const unavailable = row?.['unavailableFields'] as string[]
  assert.ok(['guest.serviceFee', 'guest.total', 'host.taxes'].every((name) => unavailable.includes(name)))
  assert.ok(!unavailable.includes('host.paidOut') && !unavailable.includes('cleaningFee'))
  assert.deepEqual(row?.['fees'], { hostServiceFee: serviceFee, cleaningFee })
  const booking = dataOf(await world.app.get(`${base}/reservations/${code}`))
  assert.deepEqual(await list(`&reservation_id=${String(booking['id'])}`), [row])
  const { body: shown } = await world.app.get(`/v1/reservations/${String(booking['id'])}`)
  const { host } = shown['financials'] as unknown as { host: Row }
  assert.deepEqual([host['accommodation'], host['revenue']], [accommodation, of('expected_payout_amount')])

  // Each row of the booking shows the booking; a payout, and what belongs to no booking here, show none.
  const csv = [
    fileOf(code, { reference: 'G-11' }),
    `${day(1)},Payout,,,,,,Transfer,G-12,EUR,,10.00,,`,
    `${day(1)},Reservation,HMNOTHERE1,,,,,,,EUR,10.00,,,`,
  ].join('\r\n')
  const loaded = await load(csv)
  assert.equal(loaded.status, 200, loaded.text)
  const shownOf = async (id: string) =>
    (await list(`&payout_id=${id}`)).map((one) => [one['isPayout'], one['host'], one['guest']])
  assert.deepEqual(await shownOf('G-11'), [
    [true, null, null],
    [false, row?.['host'], row?.['guest']],
    [false, row?.['host'], row?.['guest']],
  ])
  assert.deepEqual(await shownOf('G-12'), [
    [true, null, null],
    [false, null, null],
  ])
})

test('the sandbox has what is to come of its bookings, and its parts add up', async () => {
  const { app } = world
  const key = app.sandboxKey
  const seed = () => app.post('/v1/sandbox/seed', undefined, { key })
  assert.equal((await seed()).status, 200)
  const rows = async (query = '') => rowsOf(await app.get(`${base}/transactions?limit=500${query}`, { key }))
  const all = await rows()
  assert.deepEqual(
    all.map((row) => [row['confirmationCode'], row['status'], row['currency']]),
    [
      ['HMSBX00004', 'UPCOMING', 'USD'],
      ['HMSBX00001', 'UPCOMING', 'EUR'],
    ],
  )
  const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
  const sum = (parts: Row, names: string[]) => names.reduce((total, name) => total + cents(parts[name]), 0)
  const charged = ['accommodation', 'cleaningFee', 'otherFees', 'taxes', 'serviceFee']
  for (const row of all) {
    const { body } = await app.get(`/v1/reservations/${String(row['reservationId'])}`, { key })
    const financials = body['financials'] as unknown as { totalPrice: number; currency: string; host: Row }
    const [host, guest] = [row['host'] as Row, row['guest'] as Row]
    assert.deepEqual([guest['total'], host['payout']], [financials.totalPrice, financials.host['revenue']])
    assert.deepEqual([guest['currency'], host['currency']], [financials.currency, financials.currency])
    assert.equal(sum(guest, charged), cents(guest['total']))
    assert.equal(sum(host, charged), cents(host['payout']))
    assert.ok(Number(guest['serviceFee']) > 0 && Number(host['serviceFee']) < 0)
    assert.deepEqual(
      [row['amount'], row['fees']],
      [host['payout'], { hostServiceFee: host['serviceFee'], cleaningFee: host['cleaningFee'] }],
    )
    assert.deepEqual(await rows(`&confirmation_code=${String(row['confirmationCode'])}`), [row])
    assert.deepEqual(await rows(`&reservation_id=${String(row['reservationId'])}`), [row])
  }
  // Reading them anew makes the same of the bookings, and seeding again puts them back.
  const anew = await app.post(`${base}/transactions`, {}, { key })
  const [account] = anew.body['accounts'] as unknown as Row[]
  assert.deepEqual([anew.status, account?.['count'], account?.['upcomingRemoved']], [200, 2, 0], anew.text)
  assert.deepEqual(await rows(), all)
  const csv = fileOf('HMSBX00001', { reference: 'G-SBX' })
  const loaded = await app.post(`${base}/transactions`, { csv, date_format: 'YYYY-MM-DD' }, { key })
  assert.equal(loaded.status, 200, loaded.text)
  assert.deepEqual(
    (await rows('&confirmation_code=HMSBX00001')).map((row) => row['status']),
    ['COMPLETED', 'COMPLETED'],
  )
  assert.equal((await seed()).status, 200)
  const ofNow = ({ syncedAt: _, ...row }: Row) => row
  assert.deepEqual((await rows()).map(ofNow), all.map(ofNow))
})

test('without an account there is nothing to read', async () => {
  const bare = await startTestApp()
  try {
    const answer = await bare.call('POST', `${base}/transactions`, { body: {} })
    errorOf(answer, 409, 'no_connection')
  } finally {
    await bare.close()
  }
})

test('is found by every filter, alone and with others', async () => {
  await sql`
    insert into airbnb_transactions (workspace_id, connection_id, id, status, type, is_payout, date, payout_id, payout_id_synthetic,
      payout_date, paid_out_amount, synced_at)
    select workspace_id, id, 'made-' || n, case when n % 3 = 0 then 'UPCOMING' else 'COMPLETED' end,
      (array['Payout', 'Reservation'])[1 + n % 2], n % 2 = 0, date '2031-01-28' + n, 'P' || n / 4, false,
      case when n % 3 > 0 then date '2031-01-29' + n end, case when n % 2 = 0 then 1 end, now()
    from connections, generate_series(1, 40) n
    where workspace_id = ${world.app.workspace.id} and external_account_id = ${world.hostId}`.execute(
    world.app.db,
  )
  const all = await list()
  const payoutOf = (row: Row) => row['payout'] as Row | undefined
  const dayOf = (row: Row) => String(payoutOf(row)?.['payoutDate'] ?? row['date'])
  const filters: Record<string, { values: string[]; matches(row: Row, value: string): boolean }> = {
    account_id: { values: [String(world.hostId)], matches: () => true },
    status: { values: ['COMPLETED', 'UPCOMING'], matches: (row, value) => row['status'] === value },
    type: { values: ['Payout', 'Reservation'], matches: (row, value) => row['type'] === value },
    start_date: { values: ['2031-02-03', '2031-02-01'], matches: (row, value) => dayOf(row) >= value },
    end_date: { values: ['2031-02-20', '2031-02-28'], matches: (row, value) => dayOf(row) <= value },
    payout_id: { values: ['P3'], matches: (row, value) => payoutOf(row)?.['payoutId'] === value },
  }
  const asked = Object.entries(filters).flatMap(([name, { values }]) =>
    values.map((value) => ({ name, value })),
  )
  for (const [n, one] of asked.entries())
    for (const other of asked.slice(n)) {
      if (one.name === other.name && one.value !== other.value) continue
      const found = await list(
        `&${one.name}=${one.value}&${other.name}=${other.value}`.replace(/(&.+)\1/, '$1'),
      )
      const expected = all.filter((row) =>
        [one, other].every(({ name, value }) => filters[name]?.matches(row, value)),
      )
      assert.deepEqual(
        found.map((row) => row['transactionId']),
        expected.map((row) => row['transactionId']),
        `${one.name} ${other.name}`,
      )
    }
})
