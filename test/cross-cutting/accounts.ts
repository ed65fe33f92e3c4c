/** Fills accounts with one record of every kind, and helps loops over routes with them. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestAnswer, TestApp } from '../harness/app.ts'
import { fillListing, makerOf, type RecordKind, type Records } from '../harness/fixtures.ts'
import { keepBy } from '../reads/records.ts'
import { randomId, type AnyRoute, type World } from './world.ts'

export interface Account extends Records {
  id: string
  externalId: string
}

const owned = ['listings', 'reservations', 'guests', 'conversations', 'inquiries', 'reviews'] as const
const kindOf: Record<(typeof owned)[number], RecordKind> = {
  listings: 'listing',
  reservations: 'reservation',
  guests: 'guest',
  conversations: 'conversation',
  inquiries: 'inquiry',
  reviews: 'review',
}

/** Makes a connected account with a record of every kind. */
export function accountFiller(t: TestApp, own: World['own']) {
  return async (externalId: string, provider = 'hostaway'): Promise<Account> => {
    const make = makerOf(t.db, own.live)
    const id = await make.connection(externalId, provider)
    const account = emptyAccount(own, id, externalId)
    account.run.push(await make.run(id))
    await make.failure(id)
    await fillHome(t, own, account, `home-${externalId}`)
    return account
  }
}

const emptyAccount = (own: World['own'], id: string, externalId: string): Account => ({
  ...(Object.fromEntries(Object.keys(own.active).map((kind) => [kind, []])) as unknown as Records),
  id,
  externalId,
  connection: [id],
})

/** Makes another listing of the account with a record of every kind, and returns only these. */
export async function addHome(
  t: TestApp,
  own: World['own'],
  { id, externalId, run }: Account,
): Promise<Account> {
  const home = { ...emptyAccount(own, id, externalId), run }
  await fillHome(t, own, home, `other-home-${externalId}`)
  return home
}

async function fillHome(t: TestApp, own: World['own'], account: Account, home: string): Promise<void> {
  const make = makerOf(t.db, own.live)
  const { id, externalId } = account
  const priced = { city: 'Split', currency: 'EUR', default_nightly_price: '90.00' }
  const listingId = await make.listing(priced)
  account.listing.push(listingId)
  await fillListing(make, listingId, account)
  account.feed.push(await make.feed(listingId))
  account.plan.push(await make.plan(listingId))
  account.calendarAddress.push(await make.calendarAddress(listingId))
  await sql`
    insert into vendor_acts (workspace_id, key, kind, connection_id, listing_id, request_hash, state, asked_at,
      settles_at, created_at, updated_at)
    values (${own.id}, ${home.replace(/home-/, 'key-')}, 'create_reservation', ${id}, ${listingId}, '\\x00', 'done', now(),
      now(), now(), now())`.execute(t.db)
  await keepBy(t.db, own.live, listingId, { connectionId: id, externalId: home })
  await make.channelContent(id, home)
  for (const table of owned.filter((name) => name !== 'listings')) {
    await sql`
      update ${sql.table(table)} set connection_id = ${id}
      where workspace_id = ${own.id} and id = any(${account[kindOf[table]]}::bigint[])`.execute(t.db)
  }
  const { rows: booked } = await sql<{ code: string }>`
    select confirmation_code as code from reservations
    where workspace_id = ${own.id} and id = any(${account.reservation}::bigint[])`.execute(t.db)
  account.code.push(...booked.map(({ code }) => code))
  account.thread.push(...account.conversation)
  account.threadMessage.push(...account.message)
  account.channelReview.push(...account.review)
  account.channelOffer.push(...account.offer)
  await make.transaction(id)
  account.alteration.push(await make.alteration(account.code[0] ?? '', id))
  await sql`
    with head as (
      update workspace_heads set sequence = sequence + 1 where workspace_id = ${own.id} returning sequence
    )
    insert into events (workspace_id, sequence, type, listing_id, account, data, created_at)
    select ${own.id}, sequence, 'repull.ping', ${listingId},
           jsonb_build_object('id', ${id}::text, 'provider', 'hostaway', 'externalAccountId', ${externalId}::text),
           '{"message":"Hello."}', now() from head`.execute(t.db)
}

/** Records of an account; webhooks and their deliveries belong to the workspace. */
export const isOfAccount = (kind: RecordKind) =>
  !['webhook', 'schema', 'delivery', 'session', 'migration', 'apiKey', 'member', 'memberSession'].includes(
    kind,
  )

/** Body fields that name records; fields that name nothing of an account stand only in account-gate/names.ts. */
const inBody: Record<string, { kind: RecordKind; many?: true }> = {
  listingId: { kind: 'listing' },
  listingIds: { kind: 'listing', many: true },
  propertyIds: { kind: 'listing', many: true },
  guestId: { kind: 'guest' },
  reviewId: { kind: 'review' },
  thread_id: { kind: 'thread' },
  conversation_id: { kind: 'conversation' },
  review_id: { kind: 'review' },
}
export const bodyIds = (route: AnyRoute) =>
  Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {}).flatMap((field) => {
    // On other routes the field holds a channel's id.
    const isOurs = field === 'listing_id' && /^\/v1\/(channels\/plumguide\/|plans$)/.test(route.url)
    const named = isOurs ? { kind: 'listing' as const } : inBody[field]
    return named ? [{ field, ...named }] : []
  })

/** What a list's rows are; `events` have no record id. */
export const listed: Record<string, RecordKind> = {
  listListings: 'listing',
  listProperties: 'listing',
  listCalendars: 'listing',
  listReservations: 'reservation',
  getCleaningRota: 'reservation',
  listGuests: 'guest',
  listConversations: 'conversation',
  listMessages: 'message',
  listInquiries: 'inquiry',
  listReviews: 'review',
  listConnections: 'connection',
  listSyncRuns: 'run',
  listAirbnbListings: 'listing',
  listAirbnbReservations: 'reservation',
  listAirbnbThreads: 'conversation',
  listAirbnbMessages: 'message',
  listAirbnbReviews: 'review',
  listBookingThreads: 'conversation',
  listBookingReviews: 'review',
  listIcalFeeds: 'feed',
  listIcalExports: 'calendarAddress',
  listPlans: 'plan',
}

export const withoutId = ({ status, text }: TestAnswer, id: string) => ({
  status,
  text: text
    .replaceAll(/"request_id":"[^"]+"/g, '')
    .replaceAll(new RegExp(`(?<![\\w+:-])${id}(?![\\w:-])`, 'g'), '<id>'),
})

export async function assertMissing(at: (id: string) => Promise<TestAnswer>, id: string, kind: RecordKind) {
  const unknown = randomId(kind)
  const [found, missing] = [await at(id), await at(unknown)]
  assert.equal(missing.status, 404, missing.text)
  assert.equal(missing.body['error']?.['code'], 'not_found', missing.text)
  assert.deepEqual(withoutId(found, id), withoutId(missing, unknown))
}

/** Returns every row of other accounts. */
export async function rowsOf(t: TestApp, own: World['own'], others: readonly Records[]): Promise<string> {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select c.table_name as name, min(c.column_name) as column from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.column_name in ('connection_id', 'conversation_id', 'guest_id', 'listing_id')
    group by 1 order by 1`.execute(t.db)
  const of = (kind: RecordKind) => others.flatMap((records) => records[kind])
  const idsOf: Record<string, string[]> = {
    connection_id: of('connection'),
    conversation_id: of('conversation'),
    guest_id: of('guest'),
    listing_id: of('listing'),
  }
  const parts = [{ name: 'connections', column: 'id' }, ...tables].map(
    ({ name, column }) => sql`
      select ${name}::text as name, coalesce(md5(string_agg(r::text, '' order by r::text)), '') as held
      from ${sql.table(name)} r
      where workspace_id = ${own.id} and ${sql.ref(`r.${column}`)} = any(${idsOf[column] ?? of('connection')}::bigint[])`,
  )
  return JSON.stringify((await sql`${sql.join(parts, sql` union all `)} order by 1`.execute(t.db)).rows)
}
