/** Every kind of due rows that workers of several servers claim, with rows of it that are due. */
import { sql, type RawBuilder } from 'kysely'
import { claimDueFeeds } from '../../src/features/calendar/ical/feed-reading-queries.ts'
import { claimDuePricing } from '../../src/features/markets/pricing/due-queries.ts'
import { claimRetentionLook } from '../../src/features/guests/retention/queries.ts'
import { claimWatches, endOverdueWatches } from '../../src/features/migrations/watch/queries.ts'
import { claimDueAccounts } from '../../src/features/recovery/account-queries.ts'
import { takeDueReceipts } from '../../src/features/sync/inbound/receipt-queries.ts'
import { takeDueMails } from '../../src/features/tenancy/members/mail-queries.ts'
import { freePlaces } from '../../src/platform/fairness/turns-sql.ts'
import type { Queryable } from '../../src/platform/tenant.ts'
import { takeDueActs } from '../../src/upstream/acts/act-queries.ts'

export interface ClaimKind {
  name: string
  /** The file whose statement claims. */
  file: string
  /** How many rows `fill` makes due: one for each of `places` if absent. */
  rows?: number
  /** Makes rows of all `places` due. */
  fill(places: RawBuilder<unknown>): RawBuilder<unknown>[]
  /** Claims at most four rows and names them, each with its workspace. */
  claim(db: Queryable, lease: ClaimLease): Promise<string[]>
}

export interface ClaimLease {
  now: Date
  until: Date
  holder: string
}

const places = freePlaces(4)
const named = (workspaceId: string, key: string) => `${workspaceId}/${key}`
const past = sql`timestamptz '2026-04-01'`

const watches = (until: string) => (at: RawBuilder<unknown>) => [
  sql`
    insert into migration_watches (workspace_id, connection_id, started_at, until, next_look_at)
    select workspace_id, connection_id, ${past}, ${until}, ${past} from ${at} p`,
]

export const claimKinds: readonly ClaimKind[] = [
  {
    name: 'acts at vendors',
    file: 'src/upstream/acts/act-queries.ts',
    fill: (at) => [
      sql`
        insert into vendor_acts (workspace_id, id, key, kind, connection_id, request_hash, state, asked_at, settles_at,
                                 next_look_at, created_at, updated_at)
        select workspace_id, lpad(n::text, 32, '0')::uuid, 'k' || n, 'send_message', connection_id, 'x', 'unknown', ${past}, ${past}, ${past}, ${past},
               ${past} from ${at} p`,
    ],
    claim: async (db, { now, holder, until }) =>
      (await takeDueActs(db, now, { holder, until }, places)).map((row) => named(row.workspace_id, row.id)),
  },
  {
    name: 'mails',
    file: 'src/features/tenancy/members/mail-queries.ts',
    fill: (at) => [
      sql`
        insert into members (workspace_id, id, email, role, created_at, created_by)
        select workspace_id, lpad(n::text, 32, '0')::uuid, n || '@example.com', 'owner', ${past}, 'test' from ${at} p`,
      sql`
        insert into member_links (workspace_id, id, member_id, purpose, locale, hash, created_at, expires_at, mail, secret,
                                  next_attempt_at)
        select workspace_id, lpad(n::text, 32, '0')::uuid, lpad(n::text, 32, '0')::uuid, 'sign_in', 'en', int4send(n), ${past},
               ${past}, 'pending', 'x'::bytea, ${past} from ${at} p`,
    ],
    claim: async (db, { now, until }) =>
      (await takeDueMails(db, { now, leaseUntil: until }, places)).map((row) =>
        named(row.workspaceId, row.id),
      ),
  },
  {
    name: 'listings to be priced',
    file: 'src/features/markets/pricing/due-queries.ts',
    fill: (at) => [
      sql`
        insert into priced_listings (workspace_id, listing_id, due_at) select workspace_id, listing_id, ${past} from ${at} p`,
    ],
    claim: async (db, { holder, now, until }) =>
      (await claimDuePricing(db, { claim: holder, now, until }, places)).map((row) =>
        named(row.workspace_id, row.listing_id),
      ),
  },
  {
    name: 'accounts watched after a cutover',
    file: 'src/features/migrations/watch/queries.ts',
    fill: watches('2030-01-01'),
    claim: async (db, { holder, now, until }) =>
      (await claimWatches(db, { now, leaseUntil: until, holder }, places)).map((row) =>
        named(row.workspace_id, row.connection_id),
      ),
  },
  {
    name: 'watches that are over',
    file: 'src/features/migrations/watch/queries.ts',
    fill: watches('2026-04-02'),
    claim: async (db, { now }) =>
      (await endOverdueWatches(db, now, 4)).map((row) => named(row.workspace_id, row.connection_id)),
  },
  {
    name: 'receipts of bookings',
    file: 'src/features/sync/inbound/receipt-queries.ts',
    fill: (at) => [
      sql`
        insert into booking_receipts (workspace_id, connection_id, external_id, token, action, told_at, next_attempt_at)
        select workspace_id, connection_id, 'r,"' || n, 't', 'BOOKED', ${past}, ${past} from ${at} p`,
    ],
    claim: async (db, { now, until }) =>
      (await takeDueReceipts(db, { now, until }, places)).map((row) =>
        named(row.workspaceId, row.externalId),
      ),
  },
  {
    name: 'accounts to be reconciled after a restore',
    file: 'src/features/recovery/account-queries.ts',
    fill: (at) => [
      sql`
        insert into recoveries (epoch, taken_at, restored_at, declared_at, revisions_ahead, numbers_ahead, pushes_dropped)
        values (2, ${past}, ${past}, ${past}, 1, 1, 0)`,
      sql`
        insert into recovery_accounts (workspace_id, connection_id, epoch, since, state, next_look_at)
        select workspace_id, connection_id, 2, ${past}, 'reading', ${past} from ${at} p`,
    ],
    claim: async (db, { now, until }) =>
      (await claimDueAccounts(db, { now, until, limit: 4 })).map((row) =>
        named(row.workspace_id, row.connection_id),
      ),
  },
  {
    name: 'guests past their retention',
    file: 'src/features/guests/retention/queries.ts',
    rows: 4,
    fill: (at) => [
      sql`
        insert into retention (workspace_id, guest_months, next_look_at)
        select distinct workspace_id, 12, ${past} from ${at} p`,
    ],
    claim: async (db, { now, until }) => {
      const look = await claimRetentionLook(db, now, until)
      return look ? [named(look.workspace_id, '')] : []
    },
  },
  {
    name: 'calendars to be read',
    file: 'src/features/calendar/ical/feed-reading-queries.ts',
    fill: (at) => [
      sql`
        insert into ical_feeds (workspace_id, id, listing_id, name, platform, platform_told, url, url_shown, closes,
                                interval_minutes, next_fetch_at, created_at, updated_at)
        select workspace_id, lpad(n::text, 32, '0')::uuid, listing_id, 'f', 'airbnb', true, 'x', 'x', 'unit', 15, ${past}, ${past},
               ${past} from ${at} p`,
    ],
    claim: async (db, lease) =>
      (await claimDueFeeds(db, lease, places)).map((row) => named(row.workspaceId, row.id)),
  },
]
