/** Fills a workspace with a few records of every kind, under active listings and under an inactive one. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { contentSamples } from '../../src/contract/channel-content.examples.ts'
import { newSessionId } from '../../src/features/accounts/connect/session-id.ts'
import { beginRetention } from '../../src/features/tenancy/workspaces/queries.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { isSandbox, nextId, type Queryable, type Scope } from '../../src/platform/tenant.ts'
import { recordsOf } from '../reads/records.ts'

/** Kinds of records that an id in a route's path can name. */
export const recordKinds = [
  'listing',
  'reservation',
  'code',
  'thread',
  'threadMessage',
  'channelReview',
  'channelOffer',
  'alteration',
  'guest',
  'conversation',
  'message',
  'inquiry',
  'offer',
  'review',
  'webhook',
  'schema',
  'plan',
  'delivery',
  'connection',
  'run',
  'session',
  'migration',
  'apiKey',
  'member',
  'memberSession',
  'feed',
  'calendarAddress',
  'feedAccount',
] as const
export type RecordKind = (typeof recordKinds)[number]
export type Records = Record<RecordKind, string[]>

export interface Filled {
  active: Records
  /**
   * Under an inactive listing. Webhooks and connections belong to no listing, so the inactive delivery is one of the
   * first active webhook.
   */
  inactive: Records
  /** The connection of records that came from Airbnb itself. */
  airbnb: string
  /** The connection of records that came from Booking.com itself. */
  booking: string
}

/** Returns the k-th of a series of instants an hour apart. */
const hour = (k: number) => new Date(Date.UTC(2026, 4, 1, k)).toISOString()

async function one<T>(query: { execute(db: Queryable): Promise<{ rows: T[] }> }, db: Queryable): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (!row) throw new Error('no row came back')
  return row
}

/** Airbnb's booking codes have this form. */
const newCode = () => `HM${randomBytes(4).toString('hex').toUpperCase()}`

/** Makes rows whose order in their list follows a series of instants. */
export function makerOf(db: Queryable, scope: Scope) {
  const records = recordsOf(db, scope)
  let step = 0
  const next = () => hour((step += 1))
  const changed = () => {
    const at = next()
    return { created_at: at, updated_at: at }
  }

  async function feed(listingId: string): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into ical_feeds (workspace_id, listing_id, name, platform, platform_told, url, url_shown, closes,
                                interval_minutes, paused_at, created_at, updated_at)
        values (${scope.workspaceId}, ${listingId}, 'Owner', 'other', true, '\\x00', 'https://calendars.example/…', 'unit',
                15, ${next()}, ${next()}, ${next()}) returning id`,
      db,
    )
    return id
  }

  async function calendarAddress(listingId: string): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into ical_exports (workspace_id, listing_id, name, platform, token_hash, token_end, created_at)
        values (${scope.workspaceId}, ${listingId}, 'Owner', 'other', ${randomBytes(32)}, 'x7Qa', ${next()}) returning id`,
      db,
    )
    return id
  }

  /** Makes a listing in a city of its own and returns the city. */
  async function inCity(): Promise<string> {
    const city = `City ${randomBytes(6).toString('hex')}`
    await records.listing({ city, currency: 'EUR', default_nightly_price: '90.00' })
    return city
  }

  /** Makes a recommendation for the next night. */
  async function recommendation(listingId: string): Promise<string> {
    await sql`
      insert into priced_listings (workspace_id, listing_id, due_at) values (${scope.workspaceId}, ${listingId}, ${hour(0)})
      on conflict do nothing`.execute(db)
    const { date } = await one(
      sql<{ date: string }>`
        insert into price_recommendations (workspace_id, listing_id, date, status, currency, recommended_price, confidence,
                                           booking_probability, expected_revenue, factors, model_version, generated_at)
        select ${scope.workspaceId}, ${listingId}, coalesce(max(date) + 1, date '2026-06-16'), 'pending', 'EUR', 120, 0.5, 0.5, 60,
               '{"base":{"amount":"120.00","reason":"The usual price of the listing."}}', 'demand-1', ${hour(0)}
        from price_recommendations where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}
        returning date`,
      db,
    )
    return date
  }

  /** Makes an account of Vrbo whose password nobody knows. */
  async function feedAccount(): Promise<string> {
    const id = `lw${randomBytes(7).toString('hex')}`
    const { id: made } = await one(
      sql<{ id: string }>`
        insert into vrbo_accounts (workspace_id, id, name, password_hash, password_end, created_at)
        values (${scope.workspaceId}, ${id}, 'Seaside Stays', ${randomBytes(32)}, 'x7Qa', ${next()}) returning id`,
      db,
    )
    return made
  }

  /** Makes a listing sold at Vrbo with a booking from there. */
  async function atVrbo(listingId: string, guestId: string): Promise<string> {
    await sql`
      insert into channel_links (workspace_id, listing_id, platform, external_id)
      values (${scope.workspaceId}, ${listingId}, 'vrbo', ${listingId})`.execute(db)
    return records.reservation({
      listing_id: listingId,
      guest_id: guestId,
      source: 'vrbo',
      confirmation_code: newCode(),
      updated_at: next(),
    })
  }

  async function apiKey(): Promise<string> {
    const mode = isSandbox(scope) ? 'sandbox' : 'live'
    const { id } = await one(
      sql<{ id: string }>`
        insert into api_keys (workspace_id, mode, prefix, hash, name, created_at)
        values (${scope.workspaceId}, ${mode}, 'sk_', ${randomBytes(32)}, 'Price tool', ${next()}) returning id`,
      db,
    )
    return id
  }

  async function member(): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into members (workspace_id, id, email, role, created_at, created_by)
        values (${scope.workspaceId}, gen_random_uuid(), 'm' || gen_random_uuid() || '@example.com', 'manager', ${at}, 'cli')
        returning id`,
      db,
    )
    await sql`
      insert into member_links (workspace_id, id, member_id, purpose, locale, hash, created_at, expires_at, mail)
      values (${scope.workspaceId}, gen_random_uuid(), ${id}, 'invitation', 'en', ${randomBytes(32)}, ${at}, ${at}, 'sent')`.execute(
      db,
    )
    return id
  }

  async function memberSession(memberId: string): Promise<string> {
    const mode = isSandbox(scope) ? 'sandbox' : 'live'
    const { id } = await one(
      sql<{ id: string }>`
        insert into api_keys (workspace_id, member_id, mode, prefix, hash, scopes, expires_at, created_at)
        values (${scope.workspaceId}, ${memberId}, ${mode}, 'ms_', ${randomBytes(32)}, '{kv:read}', '2999-01-01', ${next()})
        returning id`,
      db,
    )
    return id
  }

  /** Makes requests of the last hours before the tests' time. */
  async function request(): Promise<string> {
    step += 1
    const at = new Date(Date.UTC(2026, 5, 15, 0, 0, step))
    const { id } = await one(
      sql<{ id: string }>`
        insert into request_log (workspace_id, id, request_id, key_id, method, path, operation_id, status, latency_ms,
                                 created_at)
        values (${scope.workspaceId}, gen_random_uuid(), ${filledRequestId}, 1, 'GET', '/v1/listings', 'listListings', 200, 2, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function webhook(): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into webhooks (workspace_id, url, events, api_version, secret, secret_key_id, secret_masked, created_at, updated_at)
        values (${scope.workspaceId}, 'https://receiver.example.com/hook', '{*}', '2026-04', '\\x00', '1', 'whsec_abc…wxyz', ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function schema(): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into response_schemas (workspace_id, id, name, mappings, created_at, updated_at)
        values (${scope.workspaceId}, gen_random_uuid(), 'filled-' || gen_random_uuid(), '{"ref":"id"}', ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function plan(listingId: string): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into agent_plans (workspace_id, id, key_id, kind, status, listing_id, token_hash, shown, basis, created_at, expires_at)
        values (${scope.workspaceId}, gen_random_uuid(), 1, 'closure', 'done', ${listingId}, sha256('filled'),
          '{"summary":"Close nights.","guests_told":[],"channels_touched":[],"changes":[],"warnings":[],"dry_run":null}', '{}', ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function auditLine(): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into audit_lines (workspace_id, id, at, actor, action, targets, outcome)
        values (${scope.workspaceId}, gen_random_uuid(), ${next()}, 'cli', 'cli.try', '{}', 'done') returning id`,
      db,
    )
    return id
  }

  async function delivery(webhookId: string, listingId: string): Promise<string> {
    const at = next()
    const { sequence } = await one(
      sql<{ sequence: string }>`
        with head as (
          insert into workspace_heads (workspace_id, sequence) values (${scope.workspaceId}, 1)
          on conflict (workspace_id) do update set sequence = workspace_heads.sequence + 1 returning sequence
        )
        insert into events (workspace_id, sequence, type, listing_id, data, created_at)
        select ${scope.workspaceId}, sequence, 'repull.ping', ${listingId}, '{"message":"Hello."}', ${at} from head
        returning sequence`,
      db,
    )
    const { id: deliveryId } = await one(
      sql<{ id: string }>`
        insert into deliveries (workspace_id, webhook_id, event_sequence, state, next_attempt_at, created_at)
        values (${scope.workspaceId}, ${webhookId}, ${sequence}, 'succeeded', ${at}, ${at}) returning id`,
      db,
    )
    const { id } = await one(
      sql<{ id: string }>`
        insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, outcome,
          status_code, response_time_ms, request_headers, response_headers, response_body, started_at, finished_at)
        values (${scope.workspaceId}, gen_random_uuid(), ${deliveryId}, ${webhookId}, ${sequence}, 1, 'accepted',
          204, 12, '{}', '{}', '', ${at}, ${at}) returning id`,
      db,
    )
    return id
  }

  /** Makes a connection that never had an account. */
  async function connection(externalAccountId: string, provider = 'hostaway'): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into connections (workspace_id, id, provider, external_account_id, write_policy)
        values (${scope.workspaceId}, ${nextId(scope, 'connections')}, ${provider}, ${externalAccountId},
          '{"calendar":{"availability":true,"rates":true,"restrictions":true},"reservations":{"website":true,"dashboard":true,"api":true}}')
        returning id`,
      db,
    )
    return id
  }

  /** Makes a listing on Airbnb that was read from there. */
  async function channelListing(listingId: string, connectionId: string): Promise<void> {
    const externalId = `5312${listingId}`
    await sql`
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${scope.workspaceId}, ${connectionId}, ${externalId}, ${listingId})`.execute(db)
    await channelContent(connectionId, externalId)
  }

  /** Makes stored content of a channel listing. */
  async function channelContent(connectionId: string, externalId: string): Promise<void> {
    for (const [section, content] of Object.entries(contentSamples)) {
      await sql`
        insert into channel_content (workspace_id, connection_id, external_id, section, content, read_at)
        values (${scope.workspaceId}, ${connectionId}, ${externalId}, ${section}, ${JSON.stringify(content)}::jsonb,
          ${next()})`.execute(db)
    }
  }

  async function offer(values: {
    conversation: string
    inquiry: string
    listing: string
    connection: string
  }) {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into special_offers (workspace_id, id, connection_id, external_id, conversation_id, inquiry_id, listing_id,
          channel, status, check_in, check_out, guests, price, currency, created_at, updated_at)
        values (${scope.workspaceId}, ${nextId(scope, 'special_offers')}, ${values.connection}, gen_random_uuid()::text,
          ${values.conversation}, ${values.inquiry}, ${values.listing}, 'airbnb', 'active', '2026-07-01', '2026-07-05',
          '{"adults":2}', '{"totalPrice":"480"}', 'EUR', ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function run(connectionId: string): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into sync_runs (workspace_id, id, connection_id, kind, strategy, state, entities, started_at, heartbeat_at,
          finished_at)
        values (${scope.workspaceId}, ${nextId(scope, 'sync_runs')}, ${connectionId}, 'incremental', 'updated-since',
          'completed', '{reservations}', ${at}, ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function intent(connectionId: string, listingId: string): Promise<void> {
    const at = next()
    await sql`
      insert into vendor_acts (workspace_id, key, kind, connection_id, listing_id, request_hash, state, asked_at,
        settles_at, created_at, updated_at)
      values (${scope.workspaceId}, ${filledIntentKey}, 'create_reservation', ${connectionId}, ${listingId}, '\\x00',
        'done', ${at}, ${at}, ${at}, ${at})`.execute(db)
  }

  async function kvEntry(): Promise<void> {
    await sql`
      insert into kv_entries (workspace_id, project_id, key, value, bytes, updated_at)
      values (${scope.workspaceId}, 'default', ${filledKvKey}, '1', ${filledKvKey.length + 1}, ${next()})`.execute(
      db,
    )
    await sql`insert into kv_spaces (workspace_id, bytes) values (${scope.workspaceId}, ${filledKvKey.length + 1})`.execute(
      db,
    )
  }

  /** Makes a requested change of the booking with this code. */
  async function alteration(code: string, connectionId: string): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into reservation_alterations (workspace_id, id, connection_id, external_id, reservation_id, status, initiator,
          original, source_status, requested_at, created_at, updated_at)
        select ${scope.workspaceId}, ${nextId(scope, 'reservation_alterations')}, ${connectionId}, gen_random_uuid()::text, id,
               'pending', 'guest', '{}', 'PENDING', ${at}, ${at}, ${at}
        from reservations where workspace_id = ${scope.workspaceId} and confirmation_code = ${code}
        returning id`,
      db,
    )
    return id
  }

  /** Makes a payout of Airbnb without lines and returns its id. */
  async function transaction(connectionId: string): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into airbnb_transactions (workspace_id, connection_id, id, status, type, is_payout, date, currency, payout_id,
          payout_id_synthetic, payout_date, paid_out_amount, synced_at)
        select ${scope.workspaceId}, ${connectionId}, id, 'COMPLETED', 'Payout', true, ${at}::timestamptz::date, 'EUR', id, false,
               ${at}::timestamptz::date, 0, ${at}
        from (select gen_random_uuid()::text as id) made
        returning id`,
      db,
    )
    return id
  }

  /** Adds a change to a record's history and returns its revision. */
  async function change(type: string, recordId: string): Promise<string> {
    const { revision } = await one(
      sql<{ revision: number }>`
        insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
        select ${scope.workspaceId}, ${type}, ${recordId}::bigint, coalesce(max(revision), 0) + 1, 'updated', '{}', 'made',
               ${next()}
        from record_history
        where workspace_id = ${scope.workspaceId} and record_type = ${type} and record_id = ${recordId}
        returning revision`,
      db,
    )
    // The record's next change must follow this one.
    if (type === 'reservation' || type === 'listing')
      await sql`update ${sql.table(`${type}s`)} set revision = ${revision}
        where workspace_id = ${scope.workspaceId} and id = ${recordId}`.execute(db)
    return String(revision)
  }

  async function failure(connectionId: string): Promise<string> {
    const at = next()
    const { id } = await one(
      sql<{ id: string }>`
        insert into sync_failures (workspace_id, connection_id, entity, external_id, message, first_at, last_at)
        values (${scope.workspaceId}, ${connectionId}, 'reservations', gen_random_uuid()::text, 'is no date', ${at}, ${at})
        returning id`,
      db,
    )
    return id
  }

  async function account(externalAccountId: string): Promise<string> {
    const connectionId = await connection(externalAccountId)
    const { id } = await one(
      sql<{ id: string }>`
        insert into accounts (workspace_id, id, connection_id, provider, external_account_id)
        values (${scope.workspaceId}, ${nextId(scope, 'accounts')}, ${connectionId}, 'hostaway', ${externalAccountId})
        returning id`,
      db,
    )
    return id
  }

  async function session(): Promise<string> {
    const id = newSessionId(scope)
    await sql`
      insert into connect_sessions (workspace_id, id_hash, purpose, redirect_url, created_at, expires_at)
      values (${scope.workspaceId}, ${hashApiKey(id)}, 'connect', 'https://app.example.com/', ${hour(0)}, '2100-01-01')`.execute(
      db,
    )
    return id
  }

  /** Makes a workspace that this one created. */
  async function migration(): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into workspaces (id, parent_id, name)
        select next_id(id, 'workspaces_id'), id,
               'Harbour homes'
        from workspaces where id = ${scope.workspaceId} returning id`,
      db,
    )
    await beginRetention(db, id)
    return id
  }

  return {
    account,
    connection,
    listing: (values: object = {}) => records.listing({ ...changed(), ...values }),
    guest: () => records.guest(changed()),
    reservation: (listingId: string, guestId: string, values: object = {}) =>
      records.reservation({
        listing_id: listingId,
        guest_id: guestId,
        source: 'airbnb',
        confirmation_code: newCode(),
        ...changed(),
        ...values,
      }),
    /** Makes a booking that came from Airbnb itself and returns its code. */
    async booking(listingId: string, guestId: string, connectionId: string) {
      const code = newCode()
      const came = { connection_id: connectionId, external_id: code, confirmation_code: code }
      await records.reservation({
        ...{ listing_id: listingId, guest_id: guestId, source: 'airbnb' },
        ...changed(),
        ...came,
      })
      return code
    },
    conversation: (values: object) => records.conversation({ last_message_at: next(), ...values }),
    message: (conversationId: string) => records.message(conversationId, next()),
    /** Makes a thread of Airbnb itself. */
    thread: (listingId: string, guestId: string, connectionId: string) =>
      records.conversation({
        ...{ listing_id: listingId, guest_id: guestId, connection_id: connectionId },
        ...{ external_id: newCode(), last_message_at: next() },
      }),
    channelContent,
    channelListing,
    offer,
    alteration,
    transaction,
    inquiry: (values: object) => records.inquiry({ ...changed(), ...values }),
    review: (values: object) => records.review({ submitted_at: next(), ...values }),
    webhook,
    schema,
    plan,
    auditLine,
    delivery,
    run,
    failure,
    change,
    intent,
    kvEntry,
    session,
    migration,
    apiKey,
    member,
    memberSession,
    feed,
    calendarAddress,
    recommendation,
    inCity,
    feedAccount,
    atVrbo,
    request,
  }
}
export type Maker = ReturnType<typeof makerOf>

/** Makes a record of each kind from Airbnb under this listing, and adds them to `records`. */
async function fillFromAirbnb(make: Maker, listingId: string, records: Records, connectionId: string) {
  const guestId = await make.guest()
  records.guest.push(guestId)
  records.code.push(await make.booking(listingId, guestId, connectionId))
  const thread = await make.thread(listingId, guestId, connectionId)
  records.thread.push(thread)
  records.threadMessage.push(await make.message(thread))
  const under = { listing_id: listingId, guest_id: guestId, connection_id: connectionId }
  records.channelReview.push(await make.review(under))
  const inquiry = await make.inquiry({ listing_id: listingId, conversation_id: thread })
  const about = { conversation: thread, inquiry, listing: listingId, connection: connectionId }
  records.channelOffer.push(await make.offer(about))
  await make.channelListing(listingId, connectionId)
  const code = records.code.at(-1) ?? ''
  await make.transaction(connectionId)
  records.alteration.push(await make.alteration(code, connectionId))
}

/** Makes a thread and a review that came from Booking.com itself. */
async function fillFromBooking(make: Maker, listingId: string, connectionId: string): Promise<void> {
  const guestId = await make.guest()
  const under = { listing_id: listingId, guest_id: guestId, connection_id: connectionId, platform: 'booking' }
  await make.conversation({ ...under, external_id: newCode() })
  await make.review(under)
}

/** Makes a record of each kind under this listing, and adds them to `records`. */
export async function fillListing(make: Maker, listingId: string, records: Records): Promise<void> {
  const guestId = await make.guest()
  const reservationId = await make.reservation(listingId, guestId)
  const under = { listing_id: listingId, guest_id: guestId, reservation_id: reservationId }
  const conversationId = await make.conversation(under)
  records.guest.push(guestId)
  records.reservation.push(reservationId)
  records.conversation.push(conversationId)
  records.message.push(await make.message(conversationId))
  const inquiryId = await make.inquiry({ listing_id: listingId, conversation_id: conversationId })
  records.inquiry.push(inquiryId)
  const [connectionId] = records.connection
  const about = { conversation: conversationId, inquiry: inquiryId, listing: listingId }
  if (connectionId !== undefined) records.offer.push(await make.offer({ ...about, connection: connectionId }))
  records.review.push(await make.review(under))
}

const none = (): Records => ({
  listing: [],
  reservation: [],
  code: [],
  thread: [],
  threadMessage: [],
  channelReview: [],
  channelOffer: [],
  alteration: [],
  guest: [],
  conversation: [],
  message: [],
  inquiry: [],
  offer: [],
  review: [],
  webhook: [],
  schema: [],
  plan: [],
  delivery: [],
  connection: [],
  run: [],
  session: [],
  migration: [],
  apiKey: [],
  member: [],
  memberSession: [],
  feed: [],
  calendarAddress: [],
  feedAccount: [],
})

/** A walk over several small pages needs this many of each kind. */
export const perKind = 7

/** Every filled workspace has this Booking.com property connected. */
export const filledHotel = '8122001'

/** Every filled workspace has written to a PMS once with this key. */
export const filledIntentKey = 'filled-intent'

/** Every filled workspace keeps something under this key. */
export const filledKvKey = 'filled-entry'

/** Every filled workspace has a logged request with this id. */
export const filledRequestId = 'made'

export async function fillWorkspace(db: Queryable, scope: Scope): Promise<Filled> {
  const make = makerOf(db, scope)
  const [active, inactive] = [none(), none()]
  const accountId = await make.account('64127')
  for (let i = 1; i < perKind - 2; i += 1) active.connection.push(await make.connection(`6412${7 + i}`))
  const booking = await make.connection(filledHotel, 'booking')
  // Ids of the kinds increase together, and the eighth of each is hidden, so this is the seventh.
  const airbnb = await make.connection('88123', 'airbnb')
  const [connectionId = ''] = active.connection
  for (let i = 0; i < perKind; i += 1) {
    active.run.push(await make.run(connectionId))
    active.session.push(await make.session())
    await make.failure(connectionId)
    active.migration.push(await make.migration())
    active.apiKey.push(await make.apiKey())
    active.member.push(await make.member())
    active.memberSession.push(await make.memberSession(active.member[0] ?? ''))
    await make.request()
  }
  inactive.connection.push(connectionId)
  inactive.session.push(active.session[0] ?? '')
  inactive.migration.push(active.migration[0] ?? '')
  inactive.apiKey.push(active.apiKey[0] ?? '')
  inactive.member.push(active.member[0] ?? '')
  inactive.memberSession.push(active.memberSession[0] ?? '')
  inactive.run.push(active.run[0] ?? '')
  for (let i = 0; i < perKind; i += 1) {
    const listingId = await make.listing({
      account_id: accountId,
      city: 'Split',
      currency: 'EUR',
      default_nightly_price: '90.00',
    })
    active.listing.push(listingId)
    await fillListing(make, listingId, active)
    active.webhook.push(await make.webhook())
    active.schema.push(await make.schema())
    active.plan.push(await make.plan(listingId))
    await make.auditLine()
  }
  await make.intent(connectionId, active.listing[0] ?? '')
  await make.kvEntry()
  const switchedOff = await make.listing({ active: false, inactive_reason: 'deactivated' })
  inactive.listing.push(switchedOff)
  await fillListing(make, switchedOff, inactive)
  // Lists of a single thread or webhook need as many rows as the other lists.
  const [conversationId = ''] = active.conversation
  const [webhookId = ''] = active.webhook
  for (let i = 1; i < perKind; i += 1) active.message.push(await make.message(conversationId))
  for (const listingId of active.listing) active.delivery.push(await make.delivery(webhookId, listingId))
  // Lists of the first listing are walked, so their records must belong to it.
  for (let i = 0; i < perKind; i += 1) {
    active.feed.push(await make.feed(active.listing[0] ?? ''))
    active.calendarAddress.push(await make.calendarAddress(active.listing[0] ?? ''))
    await make.recommendation(active.listing[0] ?? '')
  }
  active.feedAccount.push(await make.feedAccount())
  inactive.feedAccount.push(active.feedAccount[0] ?? '')
  inactive.feed.push(await make.feed(switchedOff))
  inactive.calendarAddress.push(await make.calendarAddress(switchedOff))
  await make.recommendation(switchedOff)
  inactive.webhook.push(webhookId)
  inactive.schema.push(active.schema[0] ?? '')
  inactive.plan.push(active.plan[0] ?? '')
  inactive.delivery.push(await make.delivery(webhookId, switchedOff))
  for (const listingId of active.listing) await fillFromAirbnb(make, listingId, active, airbnb)
  await fillFromAirbnb(make, switchedOff, inactive, airbnb)
  // Guests and conversations already have the change that says they were made.
  const changes = { reservation: perKind, listing: perKind, guest: perKind - 1, conversation: perKind - 1 }
  for (const [kind, count] of Object.entries(changes) as [keyof typeof changes, number][])
    for (let i = 0; i < count; i += 1) await make.change(kind, active[kind][0] ?? '')
  const [thread = ''] = active.thread
  for (let i = 1; i < perKind; i += 1) active.threadMessage.push(await make.message(thread))
  // A walk needs this many, and records after the last are hidden, since ids of the kinds increase together.
  for (const listingId of active.listing.slice(0, 5)) await fillFromBooking(make, listingId, booking)
  for (const [i, listingId] of active.listing.slice(0, 5).entries())
    active.reservation.push(await make.atVrbo(listingId, active.guest[i] ?? ''))
  inactive.reservation.push(await make.atVrbo(switchedOff, inactive.guest[0] ?? ''))
  return { active, inactive, airbnb, booking }
}
