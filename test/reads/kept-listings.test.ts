/** Whatever is done to listings and their links: lists of them show what matches, in order, with the exact total, and counts are those of the rows. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { assertCountsKept } from './kept.ts'
import { rowsOf } from './lists.ts'
import { keepBy, recordsOf } from './records.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-03-18T12:20:00Z'))
})
after(() => app.close())

const next = randomNumbers(5)
const any = <T>(values: readonly T[]) => anyOf(next, values)

type Filters = Record<string, { values: readonly string[]; matches(value: string): RawBuilder<unknown> }>

const onChannel = (
  value: string,
) => sql`exists (select from channel_links c where c.workspace_id = t.workspace_id
  and c.listing_id = t.id and c.platform = ${value} and c.active)`
const ofAccount = (matches: RawBuilder<unknown>) =>
  sql`exists (select from accounts a where a.workspace_id = t.workspace_id and a.id = t.account_id and ${matches})`
const onHost = (matches: RawBuilder<unknown>) => sql`exists (select from listing_links k join connections n
  on n.workspace_id = k.workspace_id and n.id = k.connection_id and n.provider = 'airbnb' and ${matches}
  where k.workspace_id = t.workspace_id and k.listing_id = t.id)`
const channel = { values: ['airbnb', 'booking', 'vrbo'], matches: onChannel }
const q = {
  values: ['even', 'eVEn', 'nobody', 'o'],
  matches: (value: string) => sql`t.name ilike ${`%${value}%`}`,
}
const isActive = (value: string) => (value === 'all' ? sql`true` : sql`t.active = ${value === 'active'}`)

const lists: { path: string; filters: Filters; always?: RawBuilder<unknown> }[] = [
  {
    path: '/v1/listings',
    filters: {
      channel,
      q,
      status: {
        values: ['active', 'inactive', 'archived', 'all'],
        matches: (value) =>
          value === 'archived'
            ? sql`t.archived_at is not null`
            : sql`${isActive(value)} and (${value} = 'all' or t.archived_at is null)`,
      },
    },
  },
  {
    path: '/v1/properties',
    filters: {
      channel,
      q,
      status: { values: ['active', 'inactive', 'all'], matches: isActive },
      account: {
        values: ['hostaway:1', 'guesty:2', 'guesty:9'],
        matches: (value) => ofAccount(sql`a.provider || ':' || a.external_account_id = ${value}`),
      },
      provider: { values: ['guesty', 'mews'], matches: (value) => ofAccount(sql`a.provider = ${value}`) },
      lifecycle_status: {
        values: ['live', 'archived', 'all', 'draft'],
        matches: (value) =>
          value === 'archived'
            ? sql`(t.archived_at is not null or t.lifecycle_status = 'archived')`
            : sql`(${value} = 'all' or t.archived_at is null and t.lifecycle_status = ${value})`,
      },
      updated_since: {
        values: [
          '2026-03-18T12:10:00Z',
          '2026-03-17T23:59:00Z',
          '2026-01-31T00:00:00Z',
          '2026-03-01T00:00:00Z',
        ],
        matches: (value) => sql`t.updated_at >= ${value}::timestamptz`,
      },
    },
  },
  {
    path: '/v1/channels/airbnb/listings',
    always: sql`t.archived_at is null and ${onHost(sql`true`)}`,
    filters: {
      status: { values: ['active', 'inactive', 'all'], matches: isActive },
      account_id: { values: ['3', '4'], matches: (value) => onHost(sql`n.external_account_id = ${value}`) },
    },
  },
]

async function assertAsked(
  { path, filters, always = sql`true` }: (typeof lists)[number],
  asked: Record<string, string>,
) {
  const all: Record<string, string> = { status: 'active', ...asked }
  const conditions = Object.entries(all).map(([name, value]) => filters[name]?.matches(value) ?? sql`true`)
  const { rows } = await sql<{ id: string }>`
    select id::text from listings t where workspace_id = ${app.workspace.id} and ${always} and ${sql.join(conditions, sql` and `)}
    order by ${asked['updated_since'] ? sql`t.updated_at, t.id` : sql`t.id`}`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const about = `${path} ${JSON.stringify(asked)}`
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ ...asked, limit: '9', ...(cursor ? { cursor } : {}) })
    const { status, body } = await app.get(`${path}?${query.toString()}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(Number(body['pagination']?.['total']), ids.length, `total of ${about}`)
    found.push(...rowsOf(body).map((row) => String(row['id'])))
    cursor = body['pagination']?.['nextCursor'] as unknown as string | null
  }
  assert.deepEqual(found, ids, about)
  const skipped = await app.get(
    `${path}?${new URLSearchParams({ ...asked, limit: '4', offset: '3' }).toString()}`,
  )
  assert.equal(skipped.status, 200, JSON.stringify(skipped.body))
  assert.deepEqual(
    rowsOf(skipped.body).map((row) => String(row['id'])),
    ids.slice(3, 7),
    `offset of ${about}`,
  )
}

async function assertVrbo(): Promise<void> {
  for (const status of [undefined, 'active', 'inactive']) {
    const { rows } = await sql<{ id: string }>`
      select c.external_id as id from channel_links c join listings l on l.workspace_id = c.workspace_id and l.id = c.listing_id
      where c.workspace_id = ${app.workspace.id} and c.platform = 'vrbo' and l.active and l.archived_at is null
        and ${status === undefined ? sql`true` : sql`c.active = ${status === 'active'}`}
      order by c.listing_id, c.external_id`.execute(app.db)
    const { body } = await app.get(`/v1/channels/vrbo/listings?limit=100${status ? `&status=${status}` : ''}`)
    assert.equal(Number(body['pagination']?.['total']), rows.length)
    assert.deepEqual(
      rowsOf(body).map((row) => row['id']),
      rows.map(({ id }) => id),
    )
  }
}

it('shows and counts what matches after whatever was done', async () => {
  const make = recordsOf(app.db, app.scope)
  const accounts = [await make.account('hostaway', '1'), await make.account('guesty', '2')]
  const hosts = [await make.account('airbnb', '3'), await make.account('airbnb', '4')]
  const mine = sql`workspace_id = ${app.workspace.id}`
  const made: string[] = []
  for (let n = 0; n < 40; n += 1) {
    const isShown = next() < 0.8
    made.push(
      await make.listing({
        name: n % 2 ? 'Odd' : 'Even',
        account_id: any([null, ...accounts.map(({ id }) => id)]),
        active: isShown,
        inactive_reason: isShown ? null : 'deactivated',
        archived_at: any([null, null, null, '2026-01-01T00:00:00Z']),
        lifecycle_status: any(['live', 'draft', 'archived', null]),
        updated_at: any([
          '2026-03-18T12:15:00Z',
          '2026-03-18T09:00:00Z',
          '2026-03-02T10:00:00Z',
          '2026-01-30T10:00:00Z',
        ]),
      }),
    )
  }
  const some = () => sql`${mine} and id = any(${[any(made), any(made), any(made)]}::bigint[])`
  const links = sql`
    insert into channel_links (workspace_id, listing_id, platform, external_id, active)
    select ${app.workspace.id}, id, platform, id || '-' || n, (id + n) % 3 > 0
    from listings, unnest(array['airbnb', 'booking', 'vrbo', 'vrbo']) with ordinality x (platform, n)
    where ${mine} and (id + n) % 4 > 0`
  const onHosts = sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id)
    select ${app.workspace.id}, host, id || '-' || host, id
    from listings, unnest(${hosts.map(({ connectionId }) => connectionId)}::bigint[]) with ordinality x (host, n)
    where ${mine} and (id + n) % 3 > 0`
  const of = (column: string) =>
    sql`${mine} and ${sql.ref(column)} = any(${[any(made), any(made), any(made)]}::bigint[])`
  const changes: RawBuilder<unknown>[] = [
    sql`select 1`,
    links,
    onHosts,
    sql`update channel_links set active = not active where ${of('listing_id')}`,
    sql`update listings set active = not active, inactive_reason = case when active then 'deactivated' end where ${some()}`,
    sql`update listings set archived_at = case when archived_at is null then ${app.clock.now()}::timestamptz end, updated_at = ${app.clock.now()} where ${some()}`,
    sql`update listings set lifecycle_status = 'draft', account_id = ${accounts[1]?.id} where ${some()}`,
    sql`update listing_links set listing_id = ${any(made)} where ${of('listing_id')}`,
    sql`delete from listing_links where ${of('listing_id')}`,
    sql`delete from channel_links where ${of('listing_id')}`,
  ]
  for (const change of changes) {
    // A key may ask so often in a minute.
    app.clock.advance(61_000)
    await change.execute(app.db)
    await assertCountsKept(app.db, app.workspace.id)
    const { rows } = await sql`select * from sold_where_differences(${app.workspace.id}::bigint)`.execute(
      app.db,
    )
    assert.deepEqual(rows, [])
    await assertVrbo()
    for (const list of lists) {
      const names = Object.keys(list.filters)
      const valueOf = (name: string) => any(list.filters[name]?.values ?? [])
      await assertAsked(list, {})
      for (const name of names) await assertAsked(list, { [name]: valueOf(name) })
      for (let n = 0; n < 2; n += 1)
        await assertAsked(
          list,
          Object.fromEntries([any(names), any(names)].map((name) => [name, valueOf(name)])),
        )
    }
  }

  const keyFor = async (what: Record<string, readonly string[]>) => {
    const { body } = await app.post('/v1/keys', { name: 'Narrow', ...what })
    return String(body['secret'])
  }
  const single = made.slice(0, 9)
  const within = new Map([
    [await keyFor({ listingIds: single }), sql`id = any(${single}::bigint[])`],
    [
      await keyFor({ connectionIds: [hosts[0]?.connectionId ?? ''] }),
      sql`connection_id = ${hosts[0]?.connectionId}`,
    ],
  ])
  for (const id of made.slice(4, 7))
    await keepBy(app.db, app.scope, id, {
      connectionId: hosts[0]?.connectionId ?? '',
      externalId: `kept-${id}`,
    })
  await assertCountsKept(app.db, app.workspace.id)
  for (const [key, those] of within)
    for (const path of ['/v1/listings?status=all', '/v1/properties?status=all&lifecycle_status=live']) {
      const { rows } = await sql<{ id: string }>`select id::text from listings where ${mine} and ${those}
        and (${!path.includes('live')} or archived_at is null and lifecycle_status = 'live') order by listings.id`.execute(
        app.db,
      )
      const { body } = await app.get(`${path}&limit=100`, { key })
      assert.deepEqual(
        rowsOf(body).map((row) => String(row['id'])),
        rows.map(({ id }) => id),
      )
      assert.equal(Number(body['pagination']?.['total']), rows.length)
    }
})
