/** Whatever is done to what has kept counts: lists by every filter show what matches, in order, with the exact total, and the counts are those of the rows. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { recordLapsed } from '../../src/features/bookings/lapses/lapses.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { assertCountsKept } from './kept.ts'
import { rowsOf } from './lists.ts'
import { keepBy, recordsOf, type Records } from './records.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const next = randomNumbers(11)
const any = <T>(values: readonly T[]) => anyOf(next, values)
const day = () => `2026-0${1 + Math.floor(next() * 5)}-1${Math.floor(next() * 9)}T08:00:00.000Z`

interface World {
  workspace: TestWorkspace
  make: Records
  listings: string[]
  accounts: { id: string; connectionId: string }[]
  conversation: string
}

interface Kind {
  path: string
  table: 'reviews' | 'inquiries' | 'conversations'
  make(world: World): Promise<string>
  /** Of a row `t`, what it is to be in the order of the list. */
  order: string
  /** Of a row `t`, whether it matches the value. */
  filters: Record<
    string,
    { values(world: World): readonly string[]; matches(value: string): RawBuilder<unknown> }
  >
  /** What is asked without saying so. */
  byDefault?: Record<string, string>
  changes: readonly (() => RawBuilder<unknown>)[]
}

const accountFilter = {
  values: () => ['hostaway:1', 'airbnb:2', 'airbnb:9'],
  matches: (value: string) =>
    sql`t.account_id = (select id from accounts a where a.workspace_id = t.workspace_id and a.provider || ':' || a.external_account_id = ${value})`,
}
const listingFilter = {
  values: ({ listings }: World) => listings.slice(0, 1),
  matches: (value: string) => sql`t.listing_id = ${value}`,
}
const platformFilter = {
  values: () => ['airbnb', 'booking', 'vrbo'],
  matches: (value: string) => sql`t.platform = ${value}`,
}
const from = ({ listings, accounts }: World) => {
  const account = any([undefined, ...accounts])
  return {
    listing_id: any([null, ...listings]),
    account_id: account?.id ?? null,
    connection_id: account?.connectionId ?? null,
  }
}
const shownStatus = () => sql`case when t.status in ('open', 'pre_approved', 'special_offer_sent')
  and t.lapses_at <= ${app.clock.now()} then 'expired' else t.status end`
const statuses = ['open', 'pre_approved', 'special_offer_sent', 'booked', 'expired', 'declined']

const kinds: Kind[] = [
  {
    path: '/v1/reviews',
    table: 'reviews',
    order: `coalesce(t.submitted_at, '-infinity') desc, t.id desc`,
    make: (world) =>
      world.make.review({
        ...from(world),
        platform: any([null, 'airbnb', 'booking']),
        reviewer_role: any(['guest', 'guest', 'host']),
        rating: any([null, '5', '4.5', '3.25', '1']),
        response_body: any([null, 'Thanks']),
        submitted_at: any([null, day()]),
      }),
    byDefault: { reviewer_role: 'guest' },
    filters: {
      account: accountFilter,
      platform: platformFilter,
      listing_id: listingFilter,
      rating_min: {
        values: () => ['0', '3.2', '4.5'],
        matches: (value) => sql`t.rating >= ${value}::numeric`,
      },
      rating_max: { values: () => ['4.5', '4.99'], matches: (value) => sql`t.rating <= ${value}::numeric` },
      status: {
        values: () => ['responded', 'unanswered', 'all'],
        matches: (value) => sql`(${value} = 'all' or (t.response_body is null) = (${value} = 'unanswered'))`,
      },
      reviewer_role: {
        values: () => ['guest', 'host', 'all'],
        matches: (value) => sql`${value} in ('all', t.reviewer_role)`,
      },
    },
    changes: [
      () => sql`response_body = case when response_body is null then 'Thanks' end`,
      () => sql`rating = 2.75, platform = 'vrbo', submitted_at = ${day()}`,
    ],
  },
  {
    path: '/v1/inquiries',
    table: 'inquiries',
    order: 't.created_at desc, t.id desc',
    make: (world) =>
      world.make.inquiry({
        ...from(world),
        conversation_id: any([null, world.conversation]),
        status: any(statuses),
        lapses_at: any([null, day()]),
        created_at: any([day(), '2026-01-01T08:00:00.000Z']),
      }),
    byDefault: { status: 'open' },
    filters: {
      listing_id: listingFilter,
      conversation_id: {
        values: ({ conversation }) => [conversation],
        matches: (value) => sql`t.conversation_id = ${value}`,
      },
      status: {
        values: () => [...statuses, 'all'],
        matches: (value) => sql`(${value} = 'all' or ${shownStatus()} = ${value})`,
      },
    },
    changes: [
      () => sql`status = 'booked'`,
      () => sql`status = 'open', lapses_at = ${app.clock.now()}::timestamptz + interval '10 days'`,
    ],
  },
  {
    path: '/v1/conversations',
    table: 'conversations',
    order: `coalesce(t.last_message_at, '-infinity') desc, t.id desc`,
    make: (world) =>
      world.make.conversation({
        ...from(world),
        platform: any(['airbnb', 'booking', 'vrbo']),
        last_message_at: any([null, day()]),
      }),
    filters: {
      account: accountFilter,
      platform: platformFilter,
      status: { values: () => ['open', 'archived'], matches: (value) => sql`${value} = 'open'` },
    },
    changes: [
      () => sql`last_message_at = ${day()}, unread_count = unread_count + 1`,
      () => sql`platform = 'website', account_id = null`,
    ],
  },
]

interface Narrowed {
  key: string
  /** Of a row `t` and its listing `l`. */
  within: RawBuilder<unknown>
}

async function assertAsked(
  world: World,
  kind: Kind,
  asked: Record<string, string>,
  { key, within }: Narrowed = { key: world.workspace.liveKey, within: sql`true` },
): Promise<void> {
  const all = { ...kind.byDefault, ...asked }
  const matches = Object.entries(all).map(([name, value]) => kind.filters[name]?.matches(value) ?? sql`true`)
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(kind.table)} t left join listings l on l.workspace_id = t.workspace_id and l.id = t.listing_id
    where t.workspace_id = ${world.workspace.id} and (t.listing_id is null or l.active) and ${within}
      and ${sql.join(matches.length > 0 ? matches : [sql`true`], sql` and `)}
    order by ${sql.raw(kind.order)}`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const about = `${kind.path} ${JSON.stringify(asked)}`
  const found: string[] = []
  let cursor: string | null = ''
  for (let page = 0; page < 3 && cursor !== null; page += 1) {
    const query = new URLSearchParams({ ...asked, limit: '7', ...(cursor ? { cursor } : {}) })
    const { status, body } = await app.get(`${kind.path}?${query.toString()}`, { key })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Number(body['pagination']?.['total']), ids.length, `total of ${about}`)
    found.push(...rowsOf(body).map((row) => String(row['id'])))
    cursor = body['pagination']?.['nextCursor'] as unknown as string | null
  }
  assert.deepEqual(found, ids.slice(0, 21), about)
}

for (const kind of kinds) {
  describe(`lists and counts of ${kind.table}`, () => {
    let world: World
    let made: string[]
    before(async () => {
      app.clock.set(new Date('2026-03-18T12:00:00Z'))
      const workspace = await app.addWorkspace()
      const make = recordsOf(app.db, workspace.live)
      world = {
        workspace,
        make,
        listings: [await make.listing(), await make.listing(), await make.listing()],
        accounts: [await make.account('hostaway', '1'), await make.account('airbnb', '2')],
        conversation: await make.conversation(),
      }
      made = []
      for (let n = 0; n < 60; n += 1) made.push(await kind.make(world))
    })

    const written = (statement: RawBuilder<unknown>) =>
      app.db.transaction().execute(async (tx) => {
        await openWrite(tx, world.workspace.live, app.clock.now())
        await statement.execute(tx)
      })
    const mine = () => sql`workspace_id = ${world.workspace.id}`
    const kept = (listing = '', { connectionId = '' }: { connectionId?: string } = {}) =>
      keepBy(app.db, world.workspace.live, listing, { connectionId, externalId: `kept-${listing}` })
    const turned = () =>
      written(sql`update listings set active = not active,
        inactive_reason = case when active then 'deactivated' end where ${mine()} and id = ${world.listings[1]}`)

    it('are right after whatever was done', async () => {
      const some = () => sql`${mine()} and id = any(${[any(made), any(made), any(made)]}::bigint[])`
      const done: (() => Promise<unknown>)[] = [
        () => Promise.resolve(),
        ...kind.changes.map(
          (change) => () => written(sql`update ${sql.table(kind.table)} set ${change()} where ${some()}`),
        ),
        turned,
        () => Promise.resolve(app.clock.advance(40 * 86_400_000)),
        () => recordLapsed(app.services),
        turned,
        () =>
          written(
            sql`update listings set connection_id = null where ${mine()} and id = ${world.listings[2]}`,
          ),
        () => written(sql`delete from ${sql.table(kind.table)} where ${some()}`),
      ]
      const names = Object.keys(kind.filters)
      const valueOf = (name: string) => any(kind.filters[name]?.values(world) ?? [])
      for (const act of done) {
        await act()
        await assertCountsKept(app.db, world.workspace.id)
        await assertAsked(world, kind, {})
        for (const name of names) await assertAsked(world, kind, { [name]: valueOf(name) })
        for (let n = 0; n < 4; n += 1) {
          const two = [any(names), any(names)]
          await assertAsked(world, kind, Object.fromEntries(two.map((name) => [name, valueOf(name)])))
        }
      }
    })

    it('are those of an account, and of listings, for who may see no more', async () => {
      const { listings, accounts, workspace } = world
      const keyFor = async (what: Record<string, readonly string[]>) => {
        const { status, body } = await app.post(
          '/v1/keys',
          { name: 'Narrow', ...what },
          { key: workspace.liveKey },
        )
        assert.equal(status, 201, JSON.stringify(body))
        return String(body['secret'])
      }
      const [account] = accounts
      await kept(listings[0], account)
      const narrowed: Narrowed[] = [
        {
          key: await keyFor({ connectionIds: [account?.connectionId ?? ''] }),
          within: sql`coalesce(t.connection_id, l.connection_id) = ${account?.connectionId}`,
        },
        {
          key: await keyFor({ listingIds: listings.slice(0, 2) }),
          within: sql`t.listing_id = any(${listings.slice(0, 2)}::bigint[])`,
        },
      ]
      await assertCountsKept(app.db, workspace.id)
      for (const who of narrowed) {
        await assertAsked(world, kind, {}, who)
        for (const [name, { values }] of Object.entries(kind.filters).filter(
          ([of]) => of !== 'conversation_id',
        ))
          await assertAsked(world, kind, { [name]: any(values(world)) }, who)
      }
    })

    it('are none of nothing', async () => {
      await sql`delete from ${sql.table(kind.table)} where ${mine()}`.execute(app.db)
      const { rows } = await sql`select from record_counts where ${mine()} and list = ${kind.table}`.execute(
        app.db,
      )
      assert.equal(rows.length, 0)
    })
  })
}
