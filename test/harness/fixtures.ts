/** A workspace with a few of everything, under active listings and under an inactive one. */
import { sql } from 'kysely'
import { newSessionId } from '../../src/features/connect/session-id.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { nextId, type Queryable, type Scope } from '../../src/platform/tenant.ts'
import { recordsOf } from '../reads/records.ts'

/** What the id in the path of a route can name. */
export const recordKinds = [
  'listing',
  'reservation',
  'guest',
  'conversation',
  'message',
  'inquiry',
  'offer',
  'review',
  'webhook',
  'delivery',
  'connection',
  'run',
  'session',
] as const
export type RecordKind = (typeof recordKinds)[number]
export type Records = Record<RecordKind, string[]>

export interface Filled {
  active: Records
  /** Under an inactive listing. Webhooks and connections belong to no listing: the inactive delivery is one of the first active webhook. */
  inactive: Records
}

/** The k-th of a series of instants an hour apart. */
const hour = (k: number) => new Date(Date.UTC(2026, 4, 1, k)).toISOString()

async function one<T>(query: { execute(db: Queryable): Promise<{ rows: T[] }> }, db: Queryable): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (!row) throw new Error('no row came back')
  return row
}

/** Every row made in a list of its own kind, with the next of the instants that decide about its place there. */
export function makerOf(db: Queryable, scope: Scope) {
  const records = recordsOf(db, scope)
  let step = 0
  const next = () => hour((step += 1))
  const changed = () => {
    const at = next()
    return { created_at: at, updated_at: at }
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

  /** Without an account of its own, as one that never connected. */
  async function connection(externalAccountId: string): Promise<string> {
    const { id } = await one(
      sql<{ id: string }>`
        insert into connections (workspace_id, id, provider, external_account_id, write_policy)
        values (${scope.workspaceId}, ${nextId(scope, 'connections')}, 'hostaway', ${externalAccountId},
          '{"calendar":{"availability":true,"rates":true,"restrictions":true},"reservations":{"website":true,"dashboard":true,"api":true}}')
        returning id`,
      db,
    )
    return id
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
        ...changed(),
        ...values,
      }),
    conversation: (values: object) => records.conversation({ last_message_at: next(), ...values }),
    message: (conversationId: string) => records.message(conversationId, next()),
    offer,
    inquiry: (values: object) => records.inquiry({ ...changed(), ...values }),
    review: (values: object) => records.review({ submitted_at: next(), ...values }),
    webhook,
    delivery,
    run,
    failure,
    intent,
    session,
  }
}
export type Maker = ReturnType<typeof makerOf>

/** One of each kind under this listing, into `records`. */
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
  guest: [],
  conversation: [],
  message: [],
  inquiry: [],
  offer: [],
  review: [],
  webhook: [],
  delivery: [],
  connection: [],
  run: [],
  session: [],
})

/** As many of each kind as a walk over several small pages needs. */
export const perKind = 7

/** Every filled workspace has written to a PMS once, with this key. */
export const filledIntentKey = 'filled-intent'

export async function fillWorkspace(db: Queryable, scope: Scope): Promise<Filled> {
  const make = makerOf(db, scope)
  const [active, inactive] = [none(), none()]
  const accountId = await make.account('64127')
  for (let i = 1; i < perKind; i += 1) active.connection.push(await make.connection(`6412${7 + i}`))
  const [connectionId = ''] = active.connection
  for (let i = 0; i < perKind; i += 1) {
    active.run.push(await make.run(connectionId))
    active.session.push(await make.session())
    await make.failure(connectionId)
  }
  inactive.connection.push(connectionId)
  inactive.session.push(active.session[0] ?? '')
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
  }
  await make.intent(connectionId, active.listing[0] ?? '')
  const switchedOff = await make.listing({ active: false, inactive_reason: 'deactivated' })
  inactive.listing.push(switchedOff)
  await fillListing(make, switchedOff, inactive)
  // Threads and webhooks whose own lists are walked need as many rows as the other lists.
  const [conversationId = ''] = active.conversation
  const [webhookId = ''] = active.webhook
  for (let i = 1; i < perKind; i += 1) active.message.push(await make.message(conversationId))
  for (const listingId of active.listing) active.delivery.push(await make.delivery(webhookId, listingId))
  inactive.webhook.push(webhookId)
  inactive.delivery.push(await make.delivery(webhookId, switchedOff))
  return { active, inactive }
}
