/** Whatever is done to bookings: guests are listed by every filter with the exact total, and what is kept of them is what their bookings add up to. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { guestStays } from '../../src/features/guests/figures-queries.ts'
import { settleWorkspaces } from '../../src/features/bookings/lapses/settle.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { rowsOf as makerOf } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { assertCountsKept } from './kept.ts'
import { rowsOf } from './lists.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const next = randomNumbers(5)
const any = <T>(values: readonly T[]) => anyOf(next, values)

const active = sql`exists (select from listings l where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active)`
const booked = (more: RawBuilder<unknown>) =>
  sql`exists (select from reservations r where r.workspace_id = g.workspace_id and r.guest_id = g.id and ${more})`
const shown = sql`(${booked(sql`r.merged_into is null and ${active}`)} or not ${booked(sql`true`)})`

const filters: Record<string, (value: string) => RawBuilder<unknown>> = {
  has_reservation: (value) =>
    value === 'true' ? booked(sql`r.merged_into is null and ${active}`) : sql`not ${booked(sql`true`)}`,
  listing_id: (value) => booked(sql`r.listing_id = ${value}`),
  q: (value) => sql`(concat_ws(' ', g.first_name, g.last_name) ilike '%' || ${value} || '%' or exists (
    select from guest_contacts c where c.workspace_id = g.workspace_id and c.guest_id = g.id
      and c.value ilike '%' || case c.type when 'phone' then replace(${value}, ' ', '') else ${value} end || '%'))`,
}

async function assertAsked(asked: Record<string, string>): Promise<void> {
  const matches = Object.entries(asked).map(([name, value]) => filters[name]?.(value) ?? sql`false`)
  const { rows } = await sql<{ id: string }>`
    select g.id from guests g where g.workspace_id = ${app.workspace.id} and ${shown}
      and ${sql.join([sql`true`, ...matches], sql` and `)} order by g.id`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ ...asked, limit: '9', ...(cursor ? { cursor } : {}) })
    const { status, body } = await app.get(`/v1/guests?${query.toString()}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Number(body['pagination']?.['total']), ids.length, `total of ${JSON.stringify(asked)}`)
    found.push(...rowsOf(body).map((row) => String(row['id'])))
    cursor = body['pagination']?.['nextCursor'] as unknown as string | null
  }
  assert.deepEqual(found, ids, JSON.stringify(asked))
}

async function assertFigures(guests: readonly string[], listings: readonly string[]): Promise<void> {
  const { rows } = await sql`select * from guest_figure_differences(${app.workspace.id}::bigint)`.execute(
    app.db,
  )
  assert.deepEqual(rows, [])
  const now = app.clock.now()
  const kept = await guestStays(app.db, app.scope, guests, now)
  // Who sees all listings and no more is told what their bookings add up to, one by one.
  const summed = await guestStays(app.db, { ...app.scope, listingIds: listings }, guests, now)
  const inOrder = (figures: typeof kept) =>
    [...figures.values()].toSorted((a, b) => Number(a.guest_id) - Number(b.guest_id))
  assert.deepEqual(inOrder(kept), inOrder(summed))
}

it('lists guests and adds up their bookings after whatever was done', async () => {
  const make = makerOf(app.db, app.scope)
  app.clock.set(new Date('2026-03-18T12:00:00Z'))
  const listings = [await make.listing(), await make.listing(), await make.listing()]
  const guests: string[] = []
  for (let n = 0; n < 25; n += 1) {
    const id = await make.guest({
      first_name: any(['Anna', 'Ben', 'José']),
      last_name: any(['Kowalski', 'Öz', null]),
    })
    await make.contact(id, 'email', `${any(['anna', 'ben'])}${n}@example.com`)
    if (n % 3 === 0) await make.contact(id, 'phone', `+49301234${100 + n}`)
    guests.push(id)
  }
  const stays: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const from = Temporal.PlainDate.from('2026-01-20').add({ days: Math.floor(next() * 120) })
    const status = any(['confirmed', 'confirmed', 'pending', 'cancelled'] as const)
    const price = any([null, '100', '249.90'])
    stays.push(
      await make.stay({
        listing_id: any(listings),
        guest_id: any([null, ...guests.slice(0, 20)]),
        check_in: from.toString(),
        check_out: from.add({ days: 1 + Math.floor(next() * 9) }).toString(),
        status,
        total_price: price,
        currency: price === null ? null : any(['EUR', 'EUR', 'PLN']),
        ...(status === 'pending'
          ? { pending_reason: 'host_approval', respond_by: `${any(['2026-03-10', '2026-04-20'])}T12:00:00Z` }
          : {}),
      }),
    )
  }
  const mine = sql`workspace_id = ${app.workspace.id}`
  const some = () => sql`${mine} and id = any(${[any(stays), any(stays), any(stays), any(stays)]}::bigint[])`
  const written = (of: () => RawBuilder<unknown>) => () =>
    app.db.transaction().execute(async (tx) => {
      await openWrite(tx, app.scope, app.clock.now())
      await of().execute(tx)
    })
  const turned = written(
    () => sql`update listings set active = not active,
      inactive_reason = case when active then 'deactivated' end where ${mine} and id = ${listings[1]}`,
  )
  const days = (count: number) => () => Promise.resolve(app.clock.advance(count * 86_400_000))
  const done: (() => Promise<unknown>)[] = [
    days(0),
    written(() => sql`update reservations set status = 'cancelled' where ${some()}`),
    written(() => sql`update reservations set guest_id = ${guests[21]} where ${some()}`),
    written(
      () =>
        sql`update reservations set total_price = 33.5, currency = 'PLN', check_in = check_in - 3 where ${some()}`,
    ),
    written(() => sql`update reservations set merged_into = ${stays[0]} where ${mine} and id = ${stays[7]}`),
    turned,
    days(40),
    () => settleWorkspaces(app.services),
    turned,
    written(() => sql`update reservations set guest_id = null where ${some()}`),
    days(60),
    written(() => sql`delete from reservations where ${mine} and merged_into is not null`),
    written(() => sql`delete from guests where ${mine} and id = ${guests[24]}`),
  ]
  for (const act of done) {
    await act()
    await assertCountsKept(app.db, app.workspace.id)
    await assertFigures(guests, listings)
    await assertAsked({})
    for (const value of ['true', 'false']) await assertAsked({ has_reservation: value })
    await assertAsked({ listing_id: listings[0] ?? '', q: 'kowal' })
    await assertAsked({ listing_id: listings[2] ?? '', has_reservation: any(['true', 'false']) })
    for (const q of ['kOWAL', 'na Kow', 'öz', 'b', '+49 30 1234', 'ben1', 'a%b', 'nobody'])
      await assertAsked({ q, ...any([{}, { has_reservation: 'true' }]) })
  }
})

it('are made anew when they are wrong', async () => {
  const mine = sql`workspace_id = ${app.workspace.id}`
  await sql`update record_counts set n = n + 1 where ${mine}`.execute(app.db)
  await sql`delete from reservation_counts where ${mine} and counted_by = 'all'`.execute(app.db)
  await sql`update guest_figures set shown = 7, revenue = '{"EUR": 1}' where ${mine} and shown > 0`.execute(
    app.db,
  )
  const differences = async () => {
    const found = []
    for (const checker of ['record_count', 'reservation_count', 'guest_figure']) {
      const { rows } =
        await sql`select * from ${sql.raw(`${checker}_differences`)}(${app.workspace.id}::bigint)`.execute(
          app.db,
        )
      found.push(rows.length > 0)
    }
    return found
  }
  assert.deepEqual(await differences(), [true, true, true])
  await sql`select count_anew(${app.workspace.id}::bigint)`.execute(app.db)
  assert.deepEqual(await differences(), [false, false, false])
})
