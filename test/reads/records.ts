/** Rows for the tests of the guest-side reads: each call makes one record with what the test does not care about filled in. */
import { sql } from 'kysely'
import { renderReservations } from '../../src/records/reservations/shown.ts'
import type { Database } from '../../src/platform/schema.ts'
import { newId, type NumberedTable, type Queryable, type Scope } from '../../src/platform/tenant.ts'

type ColumnValues<T extends NumberedTable> = Partial<Record<keyof Database[T] & string, unknown>>

let counter = 0
const unique = (what: string) => `${what}-${(counter += 1)}`
const writePolicy = { calendar: {}, reservations: {} }

async function insert<T extends NumberedTable>(
  db: Queryable,
  scope: Scope,
  table: T,
  values: ColumnValues<T>,
): Promise<string> {
  const id = await newId(db, scope, table)
  const row = { workspace_id: scope.workspaceId, id, ...values }
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(
    db,
  )
  return id
}

/** The listing is kept by the connection from now on. */
export async function keepBy(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { connectionId, externalId }: { connectionId: string; externalId: string },
): Promise<void> {
  await sql`
    with linked as (
      insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${scope.workspaceId}, ${connectionId}, ${externalId}, ${listingId})
    )
    update listings set connection_id = ${connectionId}, external_id = ${externalId}
    where workspace_id = ${scope.workspaceId} and id = ${listingId}`.execute(db)
}

export function recordsOf(db: Queryable, scope: Scope) {
  return {
    async account(provider: string, externalAccountId: string) {
      const connectionId = await insert(db, scope, 'connections', {
        provider,
        external_account_id: externalAccountId,
        write_policy: writePolicy,
        ...defaults.connections,
      })
      const id = await insert(db, scope, 'accounts', {
        connection_id: connectionId,
        provider,
        external_account_id: externalAccountId,
        ...defaults.accounts,
      })
      return { id, connectionId }
    },
    /** With a connection: kept by it. */
    async listing({
      connection_id: connectionId,
      external_id: given,
      ...values
    }: ColumnValues<'listings'> = {}) {
      const id = await insert(db, scope, 'listings', {
        name: unique('Listing'),
        ...defaults.listings,
        ...values,
      })
      if (typeof connectionId === 'string') {
        const externalId = typeof given === 'string' ? given : unique('listing')
        await keepBy(db, scope, id, { connectionId, externalId })
      }
      return id
    },
    guest: (values: ColumnValues<'guests'> = {}) =>
      insert(db, scope, 'guests', { first_name: unique('Guest'), ...defaults.guests, ...values }),
    async contact(guestId: string, type: 'email' | 'phone', value: string, isPrimary = false) {
      await sql`insert into guest_contacts (workspace_id, guest_id, type, value, is_primary)
        values (${scope.workspaceId}, ${guestId}, ${type}, ${value}, ${isPrimary})`.execute(db)
    },
    async reservation(values: ColumnValues<'reservations'>) {
      const checkOut = String(values.check_out ?? '2026-07-05')
      const id = await insert(db, scope, 'reservations', {
        check_in: '2026-07-01',
        check_out: checkOut,
        status: 'confirmed',
        completes_at: `${Temporal.PlainDate.from(checkOut).add({ days: 1 })}T00:00:00Z`,
        confirmation_code: unique('CODE'),
        ...defaults.reservations,
        ...values,
      })
      await renderReservations(db, scope, [id], new Date())
      return id
    },
    conversation: (values: ColumnValues<'conversations'> = {}) =>
      insert(db, scope, 'conversations', { platform: 'airbnb', ...defaults.conversations, ...values }),
    message: (conversationId: string, sentAt: string, values: ColumnValues<'messages'> = {}) =>
      insert(db, scope, 'messages', {
        conversation_id: conversationId,
        direction: 'inbound',
        body: 'Hello',
        sent_at: sentAt,
        ...defaults.messages,
        ...values,
      }),
    inquiry: (values: ColumnValues<'inquiries'> = {}) =>
      insert(db, scope, 'inquiries', { channel: 'airbnb', status: 'open', ...defaults.inquiries, ...values }),
    review: (values: ColumnValues<'reviews'> = {}) =>
      insert(db, scope, 'reviews', {
        external_id: unique('review'),
        platform: 'airbnb',
        reviewer_role: 'guest',
        ...defaults.reviews,
        ...values,
      }),
  }
}

export type Records = ReturnType<typeof recordsOf>

// A row made from JSON has no column defaults.
const at = { created_at: '2026-06-01T08:00:00.000Z' }
const changed = { ...at, updated_at: '2026-06-01T08:00:00.000Z' }
const defaults = {
  connections: {
    ...changed,
    status: 'active',
    watermarks: {},
    connected_at: at.created_at,
    deactivated_listings: [],
  },
  accounts: at,
  listings: {
    ...changed,
    model: 'home',
    active: true,
    unit_count: 1,
    amenities: [],
    photos: [],
    revision: 1,
  },
  guests: { ...changed, is_blacklisted: false, flags: [], notes: [] },
  reservations: { ...changed, revision: 1, doc: '{}' },
  conversations: { ...changed, unread_count: 0, status: 'open' },
  messages: { ...at, attachments: [], is_automated: false, ai_generated: false },
  inquiries: { ...changed, revision: 1 },
  reviews: { ...changed, categories: [], hidden: false },
}
