/** Whatever is done to reservations, their listings and the clock: bookings of Airbnb show what matches, in order, with the exact total. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { settleWorkspaces } from '../../src/features/bookings/lapses/settle.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { rowsOf as makerOf } from '../api/rows.ts'
import { assertCountsKept } from './kept.ts'
import { rowsOf } from './lists.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ now: '2026-03-18T12:00:00Z' })
})
after(() => app.close())

const next = randomNumbers(17)
const any = <T>(values: readonly T[]) => anyOf(next, values)
const days = ['2026-02-01', '2026-02-28', '2026-03-17', '2026-03-20', '2026-04-30', '2026-07-02']
const states = [
  'pending',
  'accepted',
  'denied',
  'cancelled',
  'completed',
  'failed_verification',
  'request_voided',
]

/** By the words of the vendor, from the reservation alone. */
const stateAt = (now: Date) => sql`case
  when r.status = 'confirmed' then case when r.completes_at <= ${now} then 'completed' else 'accepted' end
  when r.status = 'pending' then case when r.lapses_at <= ${now} then 'denied' else 'pending' end
  when r.status_detail in ('declined', 'request_expired') then 'denied'
  when r.status_detail = 'verification_failed' then 'failed_verification'
  when r.status_detail = 'request_voided' then 'request_voided' else 'cancelled' end`
const conditions: Record<string, (value: string) => RawBuilder<unknown>> = {
  status: (value) => sql`${stateAt(app.clock.now())} = ${value}`,
  listing_id: (value) => sql`r.listing_id = ${value}`,
  account_id: (value) => sql`c.external_account_id = ${value}`,
  start_date: (value) => sql`r.check_out >= ${value}::date`,
  end_date: (value) => sql`r.check_in <= ${value}::date`,
}

async function assertAsked(
  asked: Record<string, string>,
  { key = app.liveKey, where = sql`true` }: { key?: string; where?: RawBuilder<unknown> } = {},
) {
  const all = [...Object.entries(asked).map(([name, value]) => conditions[name]?.(value)), where]
  const { rows } = await sql<{ id: string }>`
    select r.id::text from reservations r
    join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active
    where r.workspace_id = ${app.workspace.id} and ${sql.join(all, sql` and `)} order by r.id`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const ask = async (paging: Record<string, string>) => {
    const query = new URLSearchParams({ ...asked, ...paging }).toString()
    const { status, body } = await app.get(`/v1/channels/airbnb/reservations?${query}`, { key })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Number(body['pagination']?.['total']), ids.length, `total of ${query}`)
    return { shown: rowsOf(body).map((row) => String(row['id'])), body }
  }
  const first = await ask({ limit: '7' })
  assert.deepEqual(first.shown, ids.slice(0, 7), JSON.stringify(asked))
  if (ids.length > 7) {
    const cursor = String(first.body['pagination']?.['nextCursor'])
    assert.deepEqual((await ask({ limit: '7', cursor })).shown, ids.slice(7, 14), JSON.stringify(asked))
  }
  assert.deepEqual((await ask({ limit: '4', offset: '3' })).shown, ids.slice(3, 7), JSON.stringify(asked))
}

it('shows and counts what matches after whatever was done', async () => {
  const make = makerOf(app.db, app.scope)
  const listings = [
    await make.listing(),
    await make.listing(),
    await make.listing({ active: false, inactive_reason: 'deactivated' }),
  ]
  const hosts = [await make.account('airbnb', '1'), await make.account('airbnb', '2')]
  const { connectionId: other } = await make.account('hostaway', '3')
  const connections = [...hosts.map(({ connectionId }) => connectionId), other]
  const mine = sql`workspace_id = ${app.workspace.id}`
  const written = (change: RawBuilder<unknown>) => () =>
    app.db.transaction().execute(async (tx) => {
      await openWrite(tx, app.scope, app.clock.now())
      await change.execute(tx)
    })
  await written(sql`
    insert into reservations (workspace_id, id, listing_id, connection_id, source, check_in, check_out, status, status_detail,
      pending_reason, respond_by, completes_at, lapses_at, confirmation_code)
    select ${app.workspace.id}, nextval('reservations_id'), (${listings}::bigint[])[1 + n % 3],
      (${[...connections, null]}::bigint[])[1 + n / 3 % 4], 'airbnb', day, day + 1 + n % 9, status,
      case status when 'cancelled' then (array['declined', 'request_voided', 'verification_failed', null])[1 + n % 4] end,
      case status when 'pending' then 'host_approval' end,
      case status when 'pending' then day::timestamptz end, (day + 2 + n % 9)::timestamptz,
      case status when 'pending' then day::timestamptz end, 'HM' || n
    from generate_series(1, 160) n
    cross join lateral (select date '2026-01-20' + n * 37 % 180 as day,
      (array['confirmed', 'pending', 'cancelled', 'confirmed'])[1 + n / 2 % 4] as status) made`)()
  const some = (n: number) => sql`${mine} and id % 11 = ${n}`
  const turned = written(sql`update listings set active = not active,
    inactive_reason = case when active then 'deactivated' end where ${mine} and id = ${listings[1]}`)
  const done: (() => Promise<unknown> | void)[] = [
    () => {},
    written(sql`update reservations set status = 'cancelled', status_detail = 'declined' where ${some(1)}`),
    written(
      sql`update reservations set check_in = check_in + 40, check_out = check_out + 41 where ${some(2)}`,
    ),
    written(sql`update reservations set merged_into = id + 1
      where ${some(3)} and id < (select max(id) from reservations where ${mine})`),
    written(sql`update reservations set connection_id = ${hosts[1]?.connectionId} where ${some(4)}`),
    written(sql`update reservations set connection_id = null, listing_id = ${listings[0]} where ${some(5)}`),
    turned,
    () => app.clock.advance(40 * 86_400_000),
    () => settleWorkspaces(app.services),
    turned,
    written(sql`update reservations set status = 'confirmed', status_detail = null where ${some(6)}`),
    written(sql`delete from reservations where ${some(7)}`),
    () => app.clock.advance(30 * 86_400_000),
  ]
  const values: Record<string, readonly string[]> = {
    status: states,
    listing_id: listings.slice(0, 1),
    account_id: ['1', '2'],
    start_date: days,
    end_date: days,
  }
  const names = Object.keys(values)
  const valueOf = (name: string) => any(values[name] ?? [])
  for (const act of done) {
    app.clock.advance(61_000)
    await act()
    await assertCountsKept(app.db, app.workspace.id)
    const { rows } = await sql`select * from airbnb_booking_differences(${app.workspace.id}::bigint)`.execute(
      app.db,
    )
    assert.deepEqual(rows, [])
    await assertAsked({})
    for (const name of names) await assertAsked({ [name]: valueOf(name) })
    for (const status of ['accepted', 'completed', 'pending', 'denied']) await assertAsked({ status })
    for (let n = 0; n < 6; n += 1) {
      const pair = [any(names), any(names), any(names)].slice(0, 2 + (n % 2))
      await assertAsked(Object.fromEntries(pair.map((name) => [name, valueOf(name)])))
    }
  }

  const keyFor = async (what: Record<string, readonly string[]>) => {
    const { body } = await app.post('/v1/keys', { name: 'Narrow', ...what })
    return String(body['secret'])
  }
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select ${app.workspace.id}, unnest(${hosts.map(({ connectionId }) => connectionId)}::bigint[]), '77', ${listings[0]}`.execute(
    app.db,
  )
  const ofListing = await keyFor({ listingIds: listings.slice(0, 1) })
  const ofHost = await keyFor({ connectionIds: [hosts[0]?.connectionId ?? ''] })
  for (const asked of [{}, { status: 'completed' }, { start_date: '2026-03-17' }]) {
    await assertAsked(asked, { key: ofHost, where: sql`c.id = ${hosts[0]?.connectionId}` })
    await assertAsked(asked, { key: ofListing, where: sql`r.listing_id = ${listings[0]}` })
  }
})
