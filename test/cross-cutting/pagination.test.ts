/** Every list pages the same way: bounds, cursors, offsets, totals, and walks while rows come and go. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changedByHand } from '../harness/changed-by-hand.ts'
import type { TestAnswer } from '../harness/app.ts'
import { makerOf, type Maker } from '../harness/fixtures.ts'
import { assertEnvelope, lists, makeWorld, pathParams, queryOf, type AnyRoute } from './world.ts'

const world = await makeWorld()
const { t, ask, own, foreign } = world
after(() => t.close())
// A walk over markets needs several cities, and the filled listings are all in one.
for (const scope of [t.scope, foreign.live, own.sandbox])
  for (let at = 0; at < 6; at += 1) await makerOf(t.db, scope).inCity()

const idsOf = (answer: TestAnswer) =>
  [...(answer.body['data'] ?? [])].map((row) =>
    String(row['id'] ?? row['workspaceId'] ?? row['date'] ?? row['city']),
  )
const pagingOf = (answer: TestAnswer) =>
  answer.body['pagination'] as unknown as { nextCursor: string | null; hasMore: boolean; total?: number }

async function page(route: AnyRoute, query: Record<string, string>): Promise<TestAnswer> {
  const answer = await ask(route, { query })
  assert.equal(answer.status, 200, `${route.id}: ${answer.text}`)
  return answer
}

/** Returns all ids in order from one page. */
const everything = async (route: AnyRoute, query: Record<string, string> = {}) =>
  idsOf(await page(route, { ...query, limit: '100' }))

const firstCursor = async (route: AnyRoute, query: Record<string, string> = {}) =>
  pagingOf(await page(route, { ...query, limit: '1' })).nextCursor ??
  assert.fail('the list has one page only')

/** A cursor stays good while rows come and go, so each list gives one for the tests of all others. */
const cursors = new Map<AnyRoute, string>()
async function cursorOf(route: AnyRoute): Promise<string> {
  const cursor = cursors.get(route) ?? (await firstCursor(route))
  cursors.set(route, cursor)
  return cursor
}

/** Walks page by page; `between` runs after each page with its ids. */
async function walk(
  route: AnyRoute,
  query: Record<string, string>,
  between: (ids: string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 200; pages += 1) {
    const answer: TestAnswer = await page(route, { ...query, ...(cursor === null ? {} : { cursor }) })
    const { nextCursor, hasMore } = pagingOf(answer)
    assert.equal(hasMore, nextCursor !== null)
    seen.push(...idsOf(answer))
    if (nextCursor === null) return seen
    cursor = nextCursor
    await between(idsOf(answer))
  }
  return assert.fail(`the walk over ${route.id} does not end`)
}

const paging = ['cursor', 'offset', 'limit', 'include_total']

/** Returns a filter of the list with an accepted value. */
function someFilter(route: AnyRoute): Record<string, string> | undefined {
  for (const [name, schema] of Object.entries(queryOf(route)).filter(([known]) => !paging.includes(known))) {
    if (schema.enum) return { [name]: String(schema.enum[0]) }
    if (schema.type === 'boolean') return { [name]: 'true' }
  }
  return undefined
}

async function assertRefused(route: AnyRoute, query: Record<string, string>, status: number, field: string) {
  const answer = await ask(route, { query })
  const error = assertEnvelope(answer, status, 'invalid_params', `${route.id} ${JSON.stringify(query)}`)
  assert.equal(error['field'], field)
}

for (const route of lists) {
  describe(`pages of ${route.id}`, () => {
    it('keep to the limit and refuse one out of bounds', async () => {
      assert.equal(idsOf(await page(route, { limit: '1' })).length, 1)
      assert.equal((await page(route, { limit: '100' })).status, 200)
      await assertRefused(route, { limit: '0' }, 400, 'limit')
      const { maximum = 100 } = (queryOf(route)['limit'] ?? {}) as { maximum?: number }
      await assertRefused(route, { limit: String(maximum + 1) }, 422, 'limit')
      await assertRefused(route, { limit: '1000000' }, 422, 'limit')
    })

    it('refuse an offset that is too deep, negative, or together with a cursor', async () => {
      assert.deepEqual(idsOf(await page(route, { offset: '10000' })), [])
      await assertRefused(route, { offset: '10001' }, 400, 'offset')
      await assertRefused(route, { offset: '-1' }, 400, 'offset')
      await assertRefused(route, { offset: '0', cursor: await firstCursor(route) }, 422, 'offset')
    })

    it('walked by cursor or by offset show every row once, in one order', async () => {
      const all = await everything(route)
      assert.ok(all.length > 4, `only ${all.length} rows`)
      assert.equal(new Set(all).size, all.length)
      for (const limit of ['1', '2', '3', String(all.length)]) {
        assert.deepEqual(await walk(route, { limit }), all, `limit ${limit}`)
      }
      const byOffset: string[] = []
      for (let offset = 0; offset < all.length; offset += 2) {
        byOffset.push(...idsOf(await page(route, { limit: '2', offset: String(offset) })))
      }
      assert.deepEqual(byOffset, all)
    })

    it('lead from an offset over to cursors', async () => {
      const all = await everything(route)
      const answer = await page(route, { limit: '2', offset: '1' })
      assert.deepEqual(idsOf(answer), all.slice(1, 3))
      const rest = await page(route, { limit: '100', cursor: pagingOf(answer).nextCursor ?? '' })
      assert.deepEqual(idsOf(rest), all.slice(3))
    })

    it('count everything unless told not to', async () => {
      const all = await everything(route)
      for (const query of [
        { limit: '1' },
        { limit: '100' },
        { include_total: 'true' },
        { offset: '10000' },
      ]) {
        assert.equal(pagingOf(await page(route, query as Record<string, string>)).total, all.length)
      }
      const cursor = await firstCursor(route)
      assert.equal(pagingOf(await page(route, { cursor })).total, all.length)
      assert.ok(!('total' in pagingOf(await page(route, { include_total: 'false' }))))
    })

    it('refuse a cursor that was altered or made up', async () => {
      const cursor = await firstCursor(route)
      for (let at = 0; at < cursor.length; at += 7) {
        const other = cursor[at] === 'A' ? 'B' : 'A'
        const altered = cursor.slice(0, at) + other + cursor.slice(at + 1)
        // The last characters of base64 can hold bits that do not count.
        if (Buffer.from(altered, 'base64url').equals(Buffer.from(cursor, 'base64url'))) continue
        await assertRefused(route, { cursor: altered }, 400, 'cursor')
      }
      for (const made of [
        'AAAA',
        'MTIz',
        cursor.slice(0, -4),
        `${cursor}AAAA`,
        btoa('[1]'),
        'null',
        '%',
        '',
      ]) {
        await assertRefused(route, { cursor: made }, 400, 'cursor')
      }
    })

    it('refuse a cursor of another list, workspace, space or record', async () => {
      for (const other of lists.filter(({ id }) => id !== route.id)) {
        await assertRefused(route, { cursor: await cursorOf(other) }, 400, 'cursor')
      }
      const theirs = await ask(route, {
        records: foreign.active,
        query: { limit: '1' },
        call: { key: foreign.liveKey },
      })
      await assertRefused(route, { cursor: pagingOf(theirs).nextCursor ?? '' }, 400, 'cursor')
      const sandbox = await ask(route, {
        records: own.sandboxRecords.active,
        query: { limit: '1' },
        call: { key: t.sandboxKey },
      })
      await assertRefused(route, { cursor: pagingOf(sandbox).nextCursor ?? '' }, 400, 'cursor')
    })

    if (pathParams(route).length > 0) {
      it('refuse a cursor of the same list under another record', async () => {
        const cursor = await firstCursor(route)
        const ids = (kind: keyof typeof own.active) => own.active[kind][1]
        const answer = await ask(route, { ids, query: { cursor } })
        assert.ok([400, 422].includes(answer.status), answer.text)
        const error = assertEnvelope(answer, answer.status, 'invalid_params', route.id)
        assert.equal(error['field'], 'cursor')
      })
    }

    const filter = someFilter(route)
    if (filter) {
      it('refuse a cursor from a walk with other filters', async () => {
        await assertRefused(route, { ...filter, cursor: await firstCursor(route) }, 422, 'cursor')
      })
    }

    if ('updated_since' in queryOf(route)) {
      it('refuse a cursor of the other ordering, both ways', async () => {
        const since = { updated_since: '2020-01-01' }
        await assertRefused(route, { ...since, cursor: await firstCursor(route) }, 422, 'cursor')
        await assertRefused(route, { cursor: await firstCursor(route, since) }, 422, 'cursor')
      })

      it('show every row at least once while rows change', async () => {
        const since = { updated_since: '2020-01-01', limit: '2' }
        const all = await everything(route, since)
        const [changing = ''] = all.slice(3)
        let changes = 0
        const seen = await walk(route, since, async () => {
          if (changes >= 3) return
          changes += 1
          await sql`update ${sql.table(tableOf(route))} set updated_at = ${new Date(Date.UTC(2027, 0, changes))}
            where workspace_id = ${t.scope.workspaceId} and id = ${changing}`.execute(t.db)
          await changedByHand(t.db, t.scope)
        })
        assert.deepEqual([...new Set(seen)].toSorted(), all.toSorted())
        const stable = seen.filter((id) => id !== changing)
        assert.equal(new Set(stable).size, stable.length)
        assert.deepEqual(
          stable,
          all.filter((id) => id !== changing),
        )
      })
    }

    it('neither skip nor repeat a row that stays, while others come and go', async () => {
      const stable = await everything(route)
      const passing: string[] = []
      for (let i = 0; i < 4; i += 1) passing.push(await makeRow(route))
      const seen = await walk(route, { limit: '1' }, async ([last = '']) => {
        // Removes the cursor's row if it may go, or one that was not shown yet.
        const going = passing.includes(last) ? last : passing.find((id) => !stable.includes(id))
        if (going) await removeRow(route, passing.splice(passing.indexOf(going), 1)[0] ?? '')
        if (passing.length > 1) await makeRow(route)
      })
      assert.deepEqual(
        seen.filter((id) => stable.includes(id)),
        stable,
      )
      assert.equal(new Set(seen).size, seen.length)
    })
  })
}

/** What a list's rows are, by the last segment of its path; add a line for a new list. */
const rowKinds: Record<
  string,
  {
    table: string
    owner?: string
    /** The column that identifies a row in the answer; `id` by default. */
    key?: string
    kind?: 'reservation' | 'listing' | 'guest' | 'conversation'
    make(maker: Maker): Promise<string>
  }
> = {
  listings: { table: 'listings', make: (make) => make.listing() },
  properties: { table: 'listings', make: (make) => make.listing() },
  calendar: { table: 'listings', make: (make) => make.listing() },
  reservations: {
    table: 'reservations',
    make: (make) => make.reservation(own.active.listing[0] ?? '', own.active.guest[0] ?? ''),
  },
  rota: {
    table: 'reservations',
    make: (make) => make.reservation(own.active.listing[0] ?? '', own.active.guest[0] ?? ''),
  },
  plans: { table: 'agent_plans', make: (make) => make.plan(own.active.listing[0] ?? '') },
  guests: { table: 'guests', make: (make) => make.guest() },
  conversations: {
    table: 'conversations',
    make: (make) => make.conversation({ listing_id: own.active.listing[0] }),
  },
  messages: { table: 'messages', make: (make) => make.message(own.active.conversation[0] ?? '') },
  inquiries: { table: 'inquiries', make: (make) => make.inquiry({ listing_id: own.active.listing[0] }) },
  reviews: { table: 'reviews', make: (make) => make.review({ listing_id: own.active.listing[0] }) },
  connect: { table: 'connections', make: (make) => make.connection(randomUUID()) },
  runs: { table: 'sync_runs', make: (make) => make.run(own.active.connection[0] ?? '') },
  failures: { table: 'sync_failures', make: (make) => make.failure(own.active.connection[0] ?? '') },
  migrations: { table: 'workspaces', owner: 'parent_id', make: (make) => make.migration() },
  logs: { table: 'request_log', make: (make) => make.request() },
  webhooks: { table: 'webhooks', make: (make) => make.webhook() },
  keys: { table: 'api_keys', make: (make) => make.apiKey() },
  members: { table: 'members', make: (make) => make.member() },
  sessions: { table: 'api_keys', make: (make) => make.memberSession(own.active.member[0] ?? '') },
  'ical-feeds': { table: 'ical_feeds', make: (make) => make.feed(own.active.listing[0] ?? '') },
  'ical-exports': {
    table: 'ical_exports',
    make: (make) => make.calendarAddress(own.active.listing[0] ?? ''),
  },
  custom: { table: 'response_schemas', make: (make) => make.schema() },
  audit: { table: 'audit_lines', make: (make) => make.auditLine() },
  deliveries: {
    table: 'delivery_attempts',
    make: (make) => make.delivery(own.active.webhook[0] ?? '', own.active.listing[0] ?? ''),
  },
}

/** The same by whole path, for lists of a channel and for histories. */
const [listing = ''] = own.active.listing
const [guest = ''] = own.active.guest
const changesOf = (
  kind: 'reservation' | 'listing' | 'guest' | 'conversation',
): (typeof rowKinds)[string] => ({
  table: 'record_history',
  kind,
  make: (make) => make.change(kind, own.active[kind][0] ?? ''),
})
const ofPaths: typeof rowKinds = {
  '/v1/channels/airbnb/reservations': {
    table: 'reservations',
    make: async (make) => {
      const code = await make.booking(listing, guest, own.airbnb)
      const { rows } = await sql<{ id: string }>`
        select id from reservations where workspace_id = ${own.id} and confirmation_code = ${code}`.execute(
        t.db,
      )
      return rows[0]?.id ?? assert.fail('no booking was made')
    },
  },
  '/v1/channels/airbnb/messaging': {
    table: 'conversations',
    make: (make) => make.thread(listing, guest, own.airbnb),
  },
  '/v1/listings/:id/pricing/history': {
    table: 'price_recommendations',
    key: 'date',
    make: (make) => make.recommendation(listing),
  },
  '/v1/markets': { table: 'listings', key: 'city', make: (make) => make.inCity() },
  '/v1/markets/browse': { table: 'listings', key: 'city', make: (make) => make.inCity() },
  '/v1/reservations/:id/history': changesOf('reservation'),
  '/v1/listings/:id/history': changesOf('listing'),
  '/v1/guests/:id/history': changesOf('guest'),
  '/v1/conversations/:id/history': changesOf('conversation'),
  '/v1/channels/airbnb/transactions': {
    table: 'airbnb_transactions',
    make: (make) => make.transaction(own.airbnb),
  },
  '/v1/channels/airbnb/reviews': {
    table: 'reviews',
    make: (make) => make.review({ listing_id: listing, connection_id: own.airbnb }),
  },
  '/v1/channels/booking/messaging': {
    table: 'conversations',
    make: (make) => make.conversation({ listing_id: listing, connection_id: own.booking }),
  },
  '/v1/channels/booking/reviews': {
    table: 'reviews',
    make: (make) => make.review({ listing_id: listing, connection_id: own.booking }),
  },
  '/v1/channels/vrbo/listings': {
    table: 'channel_links',
    key: 'listing_id',
    make: async (make) => {
      const id = await make.listing()
      await sql`
        insert into channel_links (workspace_id, listing_id, platform, external_id)
        values (${own.id}, ${id}, 'vrbo', ${id})`.execute(t.db)
      return id
    },
  },
  '/v1/channels/vrbo/reservations': {
    table: 'reservations',
    make: async (make) => {
      const id = await make.reservation(listing, guest)
      await sql`update reservations set source = 'vrbo' where workspace_id = ${own.id} and id = ${id}`.execute(
        t.db,
      )
      return id
    },
  },
  '/v1/channels/airbnb/messaging/:threadId/messages': {
    table: 'messages',
    make: (make) => make.message(own.active.thread[0] ?? ''),
  },
}

function rowKindOf(route: AnyRoute) {
  const segment = route.url.split('/').at(-1) ?? ''
  return (
    ofPaths[route.url] ??
    rowKinds[segment] ??
    assert.fail(`say in pagination.test.ts what the rows of ${route.url} are`)
  )
}

const tableOf = (route: AnyRoute) => rowKindOf(route).table

/** The new row falls among existing ones, since its instants start from the first again. */
async function makeRow(route: AnyRoute): Promise<string> {
  const id = await rowKindOf(route).make(makerOf(t.db, t.scope))
  await changedByHand(t.db, t.scope)
  return id
}

async function removeRow(route: AnyRoute, id: string): Promise<void> {
  const { table, owner = 'workspace_id', key = 'id', kind } = rowKindOf(route)
  // A change is identified by its revision in the record's history.
  const row = kind
    ? sql`record_type = ${kind} and record_id = ${own.active[kind][0]} and revision = ${id}`
    : sql`${sql.ref(key)} = ${id}`
  const { numAffectedRows } = await t.db.transaction().execute(async (tx) => {
    // Audit lines can be deleted only at the end of their retention.
    await sql`select set_config('lodgewire.forgets_audit_lines', 'yes', true)`.execute(tx)
    return sql`delete from ${sql.table(table)}
      where ${sql.ref(owner)} = ${t.scope.workspaceId} and ${row}`.execute(tx)
  })
  assert.equal(numAffectedRows, 1n)
  await changedByHand(t.db, t.scope)
}
