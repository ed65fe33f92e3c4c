/** Whatever is done to reservations: lists by every filter show what matches, in order, with the exact total, and the kept counts are those of the rows. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { openWrite } from '../../src/platform/outbox.ts'
import { settleWorkspaces } from '../../src/features/bookings/lapses/settle.ts'
import { rowsOf as makerOf } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { rowsOf } from './lists.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface Kept {
  id: string
  listing_id: string
  status: string
  source: string | null
  account: string | null
  check_in: string
  check_out: string
  updated_at: string
  shown: boolean
}

/** All rows, as the database has them, with the status time gives them: no count, no listed_as. */
async function allRows(): Promise<Kept[]> {
  const now = app.clock.now()
  const { rows } = await sql<Kept>`
    select r.id, r.listing_id, r.source, r.check_in::text, r.check_out::text, r.updated_at::text,
           a.provider || ':' || a.external_account_id as account, r.merged_into is null and l.active as shown,
           case when r.status = 'confirmed' and r.completes_at <= ${now} then 'completed'
                when r.status = 'pending' and r.lapses_at <= ${now} then 'cancelled' else r.status end as status
    from reservations r join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where r.workspace_id = ${app.workspace.id} order by r.id`.execute(app.db)
  return rows
}

type Filter = (row: Kept, value: string) => boolean
const filters: Record<string, Filter> = {
  listing_id: (row, value) => row.listing_id === value,
  status: (row, value) => row.status === value,
  platform: (row, value) => row.source === value,
  account: (row, value) => row.account === value,
  check_in_after: (row, value) => row.check_in >= value,
  check_in_before: (row, value) => row.check_in <= value,
  check_out_after: (row, value) => row.check_out >= value,
  check_out_before: (row, value) => row.check_out <= value,
  updated_since: (row, value) => new Date(row.updated_at) >= new Date(value),
}

const days = [
  '2026-01-31',
  '2026-02-01',
  '2026-03-17',
  '2026-03-20',
  '2026-04-30',
  '2026-05-31',
  '2026-07-02',
]

async function assertAsked(asked: Record<string, string>): Promise<void> {
  const expected = (await allRows()).filter(
    (row) => row.shown && Object.entries(asked).every(([name, value]) => filters[name]?.(row, value)),
  )
  const ids = expected.map(({ id }) => id)
  if (asked['updated_since']) {
    expected.sort((a, b) => +new Date(a.updated_at) - +new Date(b.updated_at) || Number(a.id) - Number(b.id))
    ids.splice(0, ids.length, ...expected.map(({ id }) => id))
  }
  const about = JSON.stringify(asked)
  const found: string[] = []
  let cursor: string | null = ''
  for (let page = 0; page < 3 && cursor !== null; page += 1) {
    const query = new URLSearchParams({ ...asked, limit: '7', ...(cursor ? { cursor } : {}) })
    const { status, body } = await app.get(`/v1/reservations?${query.toString()}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Number(body['pagination']?.['total']), ids.length, `total of ${about}`)
    found.push(...rowsOf(body).map((row) => String(row['id'])))
    cursor = body['pagination']?.['nextCursor'] as unknown as string | null
  }
  assert.deepEqual(found, ids.slice(0, 21), about)
  const skipped = await app.get(
    `/v1/reservations?${new URLSearchParams({ ...asked, limit: '4', offset: '3' }).toString()}`,
  )
  assert.deepEqual(
    rowsOf(skipped.body).map((row) => String(row['id'])),
    ids.slice(3, 7),
    `offset of ${about}`,
  )
}

async function assertKept(): Promise<void> {
  const { rows } =
    await sql`select * from reservation_count_differences(${app.workspace.id}::bigint)`.execute(app.db)
  assert.deepEqual(rows, [])
}

it('shows and counts what matches after whatever was done', async () => {
  const next = randomNumbers(7)
  const make = makerOf(app.db, app.scope)
  const listings = [
    await make.listing(),
    await make.listing(),
    await make.listing({ active: false, inactive_reason: 'deactivated' }),
  ]
  const accounts = [await make.account('hostaway', '1'), await make.account('airbnb', '2')]
  const sources = ['airbnb', 'booking.com', 'direct']
  const stays: string[] = []
  for (let n = 0; n < 120; n += 1) {
    const from = Temporal.PlainDate.from('2026-01-20').add({ days: Math.floor(next() * 180) })
    const status = anyOf(next, ['confirmed', 'confirmed', 'pending', 'cancelled'] as const)
    stays.push(
      await make.stay({
        listing_id: anyOf(next, listings),
        account_id: anyOf(next, [null, ...accounts.map(({ id }) => id)]),
        source: anyOf(next, sources),
        check_in: from.toString(),
        check_out: from.add({ days: Math.floor(next() * 9) }).toString(),
        status,
        ...(status === 'pending'
          ? { pending_reason: 'host_approval', respond_by: `${anyOf(next, days)}T12:00:00Z` }
          : {}),
        updated_at: `${anyOf(next, days)}T${anyOf(next, ['09', '10', '23'])}:30:00.000Z`,
      }),
    )
  }
  const values: Record<string, () => string> = {
    listing_id: () => anyOf(next, listings.slice(0, 2)),
    status: () => anyOf(next, ['confirmed', 'completed', 'pending', 'cancelled']),
    platform: () => anyOf(next, [...sources, 'owner']),
    account: () => anyOf(next, ['hostaway:1', 'airbnb:2', 'airbnb:9']),
    updated_since: () => `${anyOf(next, days)}T10:${anyOf(next, ['00', '30'])}:00.000Z`,
  }
  const names = Object.keys(filters)
  const value = (name: string) => (values[name] ?? (() => anyOf(next, days)))()
  const mine = sql`workspace_id = ${app.workspace.id}`
  /** A write takes the head row, as every change of what is shown does. */
  const written = (of: () => RawBuilder<unknown>) => () =>
    app.db.transaction().execute(async (tx) => {
      await openWrite(tx, app.scope, app.clock.now())
      await of().execute(tx)
    })
  const three = () =>
    sql`${mine} and id = any(${[anyOf(next, stays), anyOf(next, stays), anyOf(next, stays)]}::bigint[])`
  const turned = written(
    () => sql`update listings set active = not active,
      inactive_reason = case when active then 'deactivated' end where ${mine} and id = ${listings[1]}`,
  )
  const done: (() => Promise<unknown> | void)[] = [
    () => {},
    written(() => sql`update reservations set status = 'cancelled' where ${three()}`),
    written(
      () => sql`update reservations set check_in = check_in + 40, check_out = check_out + 41,
        updated_at = ${app.clock.now()} where ${three()}`,
    ),
    written(
      () => sql`update reservations set merged_into = ${stays[0]}
        where ${mine} and id = ${anyOf(next, stays)} and id <> ${stays[0]}`,
    ),
    turned,
    () => app.clock.advance(40 * 86_400_000),
    () => settleWorkspaces(app.services),
    turned,
    written(() => sql`update reservations set status = 'confirmed', source = null where ${three()}`),
    () => app.clock.advance(30 * 86_400_000),
  ]
  app.clock.set(new Date('2026-03-18T12:00:00Z'))
  for (const act of done) {
    await act()
    await assertKept()
    const [hidden] = await sql<{ id: string }>`select id from listings where ${mine} and not active`
      .execute(app.db)
      .then(({ rows }) => rows)
    values['listing_id'] = () => anyOf(next, listings.filter((id) => id !== hidden?.id).slice(0, 1))
    for (const name of names) await assertAsked({ [name]: value(name) })
    for (let n = 0; n < 9; n += 1) {
      const two = [anyOf(next, names), anyOf(next, names), anyOf(next, names)].slice(0, 1 + (n % 3))
      await assertAsked(Object.fromEntries(two.map((name) => [name, value(name)])))
    }
    // Who is there on a day.
    const day = anyOf(next, days)
    await assertAsked({ check_in_before: day, check_out_after: day })
    await assertAsked({})
  }
  await sql`update reservations set merged_into = null where ${mine}`.execute(app.db)
  await sql`delete from reservations where ${mine}`.execute(app.db)
  const { rows } = await sql`select from reservation_counts where ${mine}`.execute(app.db)
  assert.equal(rows.length, 0, 'counts of nothing')
})
