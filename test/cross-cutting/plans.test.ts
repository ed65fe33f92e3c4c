/** Every list reads its page from an index in its order, even if its tables are large. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../src/platform/tenant.ts'
import { statementsOf } from '../harness/asked-statements.ts'
import { lists as allLists, makeWorld, queryOf, type AnyRoute } from './world.ts'

const world = await makeWorld()
const { t, ask, own, foreign } = world
after(() => t.close())

const copies = 3_000

/**
 * One listing has at most fifty, or one for each night of a year. Markets are the listings' cities; loaded ones are few
 * and indexed: `test/markets/pages.test.ts`. The rota comes off an index by day and sorts the departures of a day.
 */
const short: readonly string[] = [
  'listIcalFeeds',
  'listIcalExports',
  'listPricingHistory',
  'listMarkets',
  'browseMarkets',
  'getCleaningRota',
]
const lists = allLists.filter(({ id }) => !short.includes(id))

/** Columns that must differ between rows, with a copy's values; `n` counts the copies. */
const copied: Record<string, RawBuilder<unknown>> = {
  listings: sql`jsonb_build_object('id', nextval('listings_id'), 'updated_at', x.updated_at + n * interval '1 second')`,
  guests: sql`jsonb_build_object('id', nextval('guests_id'), 'first_name', 'Copy ' || n)`,
  reservations: sql`jsonb_build_object('id', nextval('reservations_id'), 'external_id', 'copy-' || n, 'updated_at', x.updated_at + n * interval '1 second')`,
  conversations: sql`jsonb_build_object('id', nextval('conversations_id'), 'external_id', 'copy-' || n, 'last_message_at', x.last_message_at + n * interval '1 minute')`,
  messages: sql`jsonb_build_object('id', nextval('messages_id'), 'sent_at', x.sent_at + n * interval '1 minute')`,
  inquiries: sql`jsonb_build_object('id', nextval('inquiries_id'), 'created_at', x.created_at + n * interval '1 minute')`,
  reviews: sql`jsonb_build_object('id', nextval('reviews_id'), 'external_id', 'copy-' || n, 'submitted_at', x.submitted_at + n * interval '1 minute')`,
  connections: sql`jsonb_build_object('id', nextval('connections_id'), 'external_account_id', 'copy-' || n)`,
  airbnb_transactions: sql`jsonb_build_object('id', 'copy-' || n, 'payout_id', 'copy-' || n, 'payout_date', x.payout_date + n)`,
  sync_runs: sql`jsonb_build_object('id', nextval('sync_runs_id'), 'heartbeat_at', x.heartbeat_at + n * interval '1 minute')`,
  sync_failures: sql`jsonb_build_object('id', gen_random_uuid(), 'external_id', 'copy-' || n, 'last_at', x.last_at + n * interval '1 minute')`,
  workspaces: sql`jsonb_build_object('id', nextval('workspaces_id'), 'name', 'Copy ' || n)`,
  request_log: sql`jsonb_build_object('id', gen_random_uuid(), 'created_at', x.created_at + n * interval '1 second')`,
  webhooks: sql`jsonb_build_object('id', gen_random_uuid(), 'created_at', x.created_at + n * interval '1 minute')`,
  api_keys: sql`jsonb_build_object('id', nextval('api_keys_id'), 'hash', sha256((x.id || '-' || n)::bytea))`,
  agent_plans: sql`jsonb_build_object('id', gen_random_uuid(), 'created_at', x.created_at + n * interval '1 minute')`,
  response_schemas: sql`jsonb_build_object('id', gen_random_uuid(), 'name', 'copy-' || n, 'created_at', x.created_at + n * interval '1 minute')`,
  audit_lines: sql`jsonb_build_object('id', gen_random_uuid(), 'at', x.at + n * interval '1 minute')`,
  members: sql`jsonb_build_object('id', gen_random_uuid(), 'email', 'copy-' || n || '@example.com', 'created_at', x.created_at + n * interval '1 minute')`,
  record_history: sql`jsonb_build_object('revision', 1000 + n)`,
  delivery_attempts: sql`jsonb_build_object('id', gen_random_uuid(), 'started_at', x.started_at + n * interval '1 minute')`,
}

/** The large table that a list reads, by the last segment of its path; add a line for a new list. */
const tables: Record<string, string> = {
  plans: 'agent_plans',
  listings: 'listings',
  properties: 'listings',
  reservations: 'reservations',
  guests: 'guests',
  conversations: 'conversations',
  messages: 'messages',
  messaging: 'conversations',
  inquiries: 'inquiries',
  reviews: 'reviews',
  transactions: 'airbnb_transactions',
  connect: 'connections',
  runs: 'sync_runs',
  failures: 'sync_failures',
  migrations: 'workspaces',
  logs: 'request_log',
  webhooks: 'webhooks',
  audit: 'audit_lines',
  keys: 'api_keys',
  custom: 'response_schemas',
  deliveries: 'delivery_attempts',
  history: 'record_history',
  members: 'members',
  sessions: 'api_keys',
  calendar: 'listings',
}

/** For these the last segment would name the wrong table. */
const tablesOfRoutes: Record<string, string> = { listVrboListings: 'channel_links' }

const tableOf = (route: AnyRoute) =>
  tablesOfRoutes[route.id] ??
  tables[route.url.split('/').at(-1) ?? ''] ??
  assert.fail(`say in plans.test.ts which table ${route.url} reads`)

const ofAirbnb = sql`connection_id in (select id from connections where provider = 'airbnb')`

/** Tables that a channel's lists read too, with the condition for the channel's rows. */
const fromAirbnb: Record<string, RawBuilder<unknown>> = {
  reservations: ofAirbnb,
  conversations: ofAirbnb,
  reviews: ofAirbnb,
  messages: sql`conversation_id in (select id from conversations where ${ofAirbnb})`,
}

/** Changes of the first record that has enough for a walk. */
const ofKind = (kind: string) => sql`(workspace_id, record_type, record_id) in (
  select workspace_id, record_type, record_id from record_history where record_type = ${kind}
  group by 1, 2, 3 having count(*) >= 7)`

/** Deliveries of the requested webhook about active listings. */
const thatIsShown = sql`webhook_id = ${own.active.webhook[0]} and event_sequence in (
  select e.sequence from events e join listings l on l.workspace_id = e.workspace_id and l.id = e.listing_id and l.active
  where e.workspace_id = ${own.id})`

const ofVrbo = sql`source = 'vrbo'`
const fromVrbo: Record<string, RawBuilder<unknown>> = { reservations: ofVrbo }

const ofBooking = sql`connection_id in (select id from connections where provider = 'booking')`
const fromBooking: Record<string, RawBuilder<unknown>> = { conversations: ofBooking, reviews: ofBooking }

/** Ids of these tables increase in order of creation. */
const isCounted = (table: string) =>
  ![
    'sync_failures',
    'request_log',
    'webhooks',
    'delivery_attempts',
    'audit_lines',
    'record_history',
    'response_schemas',
    'members',
  ].includes(table)

/** Copies the first of these rows many times. */
async function grow(
  db: Queryable,
  workspaceId: string,
  table: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
    select copy.*
    from (select * from ${sql.table(table)} where ${sql.ref(table === 'workspaces' ? 'parent_id' : 'workspace_id')} = ${workspaceId} and ${which} ${isCounted(table) ? sql`order by id` : sql``} limit 1) x,
         generate_series(1, ${copies}::int) n,
         jsonb_populate_record(null::${sql.table(table)}, to_jsonb(x) || ${copied[table]}) copy`.execute(db)
}

/** Adds an invitation for each copied member, since one list shows both. */
async function invite(db: Queryable, workspaceId: string): Promise<void> {
  await sql`
    insert into member_links
    select copy.*
    from members m, (select * from member_links where workspace_id = ${workspaceId} and purpose = 'invitation' limit 1) x,
         jsonb_populate_record(null::member_links, to_jsonb(x) || jsonb_build_object(
           'id', gen_random_uuid(), 'member_id', m.id, 'hash', sha256(m.id::text::bytea))) copy
    where m.workspace_id = ${workspaceId} and m.email like 'copy-%'`.execute(db)
}

/** Returns the statements that a request sends. */
const statementsSent = (route: AnyRoute, query: Record<string, string>) =>
  statementsOf(async () => {
    const answer = await ask(route, { query })
    assert.equal(answer.status, 200, answer.text)
  })

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** The plan's nodes for the page itself; a row's subqueries may sort their few rows. */
function* mainNodes(plan: Plan): Generator<Plan> {
  yield plan
  for (const part of plan.Plans ?? []) {
    if (!['SubPlan', 'InitPlan'].includes(part['Parent Relationship'] ?? '')) yield* mainNodes(part)
  }
}

/** Returns the plan of the statement with order and limit on the list's table. */
async function pagePlan(route: AnyRoute, query: Record<string, string>): Promise<Plan> {
  const statements = (await statementsSent(route, query)).filter(
    (statement) =>
      / order by [\s\S]* limit /.test(statement.sql) && statement.sql.includes(`"${tableOf(route)}"`),
  )
  assert.equal(statements.length, 1, `${statements.length} statements bring the page of ${route.id}`)
  const [statement] = statements
  const { rows } = await t.services.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) ${statement?.sql}`,
    [...(statement?.parameters ?? [])],
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail('no plan')
}

function assertIndexed(route: AnyRoute, plan: Plan): void {
  const nodes = [...mainNodes(plan)]
  const about = `${route.id}: ${JSON.stringify(plan, null, 1)}`
  // A merged page has its ids from ranges of indexes; constant-cost.test.ts checks their cost.
  const isMerged = nodes.some((node) => /\bid = ANY \(\(InitPlan/.test(node['Index Cond'] ?? ''))
  assert.ok(isMerged || !nodes.some((node) => node['Node Type'].includes('Sort')), about)
  // A partition's name begins with its table's.
  const scans = nodes.filter((node) => `${node['Relation Name']}_`.startsWith(`${tableOf(route)}_`))
  assert.ok(scans.length > 0, about)
  for (const scan of scans) assert.match(scan['Node Type'], /^Index (Only )?Scan$/, about)
}

describe('plans of lists', () => {
  before(async () => {
    for (const table of new Set(lists.map(tableOf).filter((name) => name !== 'channel_links'))) {
      for (const workspaceId of [own.id, foreign.id]) {
        await grow(t.db, workspaceId, table, table === 'record_history' ? ofKind('reservation') : undefined)
        if (table === 'delivery_attempts') await grow(t.db, workspaceId, table, thatIsShown)
        if (table === 'record_history')
          for (const kind of ['listing', 'guest', 'conversation'])
            await grow(t.db, workspaceId, table, ofKind(kind))
        if (table === 'members') await invite(t.db, workspaceId)
        if (table === 'api_keys') await grow(t.db, workspaceId, table, sql`member_id is not null`)
        if (fromAirbnb[table]) await grow(t.db, workspaceId, table, fromAirbnb[table])
        if (fromVrbo[table]) await grow(t.db, workspaceId, table, fromVrbo[table])
        if (fromBooking[table]) await grow(t.db, workspaceId, table, fromBooking[table])
      }
    }
    // Every listing is sold at Vrbo.
    await sql`
      insert into channel_links (workspace_id, listing_id, platform, external_id)
      select workspace_id, id, 'vrbo', id::text from listings where workspace_id in (${own.id}, ${foreign.id})
      on conflict do nothing`.execute(t.db)
    // Native listings are on Airbnb.
    await sql`
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      select l.workspace_id, (select min(id) from connections c
                              where c.workspace_id = l.workspace_id and c.provider = 'airbnb'), 'copy-' || l.id, l.id
      from listings l where l.workspace_id = ${own.id} and l.connection_id is null`.execute(t.db)
    await sql`analyze`.execute(t.db)
  })

  for (const route of lists) {
    it(`${route.id} reads its first page off an index`, async () => {
      assertIndexed(route, await pagePlan(route, {}))
    })

    it(`${route.id} reads a page in the middle off an index`, async () => {
      const middle = await ask(route, { query: { limit: '1', offset: '1500' } })
      const cursor = (middle.body['pagination'] as unknown as { nextCursor: string }).nextCursor
      assertIndexed(route, await pagePlan(route, { cursor }))
    })

    if ('updated_since' in queryOf(route)) {
      it(`${route.id} reads changes off an index`, async () => {
        assertIndexed(route, await pagePlan(route, { updated_since: '2026-05-01' }))
      })
    }
  }
})
