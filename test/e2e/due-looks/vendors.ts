/** Due accounts, received notices, and begun acts. */
import { sql } from 'kysely'
import { anyConnection } from '../../../src/features/sync/inbound/queries.ts'
import { claimDueAccounts } from '../../../src/features/recovery/account-queries.ts'
import { nextReceiptDue, takeDueReceipts } from '../../../src/features/sync/inbound/receipt-queries.ts'
import { claimWatches, endOverdueWatches } from '../../../src/features/migrations/watch/queries.ts'
import { anyQueueAccount, messageOwners } from '../../../src/features/sync/hint/message-queue-queries.ts'
import { dueConnections } from '../../../src/features/sync/state/schedule-queries.ts'
import { freePlaces } from '../../../src/platform/fairness/turns-sql.ts'
import { deleteEnded, nextActDue, takeDueActs } from '../../../src/upstream/acts/act-queries.ts'
import { daysBefore, minutesAfter, provider, type DueLook } from './due-look.ts'

const holder = '00000000-0000-4000-8000-000000000000'

export const vendors: DueLook[] = [
  {
    name: 'connections whose turn it is',
    file: 'src/features/sync/state/schedule-queries.ts',
    // Every other schedule is stopped.
    fill: ({ places, now }) => [
      sql`
        insert into sync_schedule (workspace_id, connection_id, wake_at)
        select workspace_id, connection_id, case when n % 2 = 0 then ${now}::timestamptz + interval '1 minute' end from ${places} p`,
    ],
    look: ({ db, clock }) => dueConnections(db, clock.now(), freePlaces(8)),
  },
  {
    name: 'accounts to be reconciled after a restore',
    file: 'src/features/recovery/account-queries.ts',
    // Every other account is open again.
    fill: ({ places, now }) => [
      sql`
        insert into recoveries (epoch, taken_at, restored_at, declared_at, revisions_ahead, numbers_ahead, pushes_dropped)
        values (2, ${now}, ${now}, ${now}, 1, 1, 0) on conflict do nothing`,
      sql`
        insert into recovery_accounts (workspace_id, connection_id, epoch, since, state, next_look_at)
        select workspace_id, connection_id, 2, ${now}, case when n % 2 = 0 then 'reading' else 'open' end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '1 minute' end from ${places} p`,
    ],
    look: ({ db, clock }) =>
      claimDueAccounts(db, { now: clock.now(), until: minutesAfter(clock.now(), 1), limit: 8 }),
  },
  {
    name: 'some account of a queue of messages',
    file: 'src/features/sync/hint/message-queue-queries.ts',
    fill: ({ places }) => [
      sql`
        insert into conversations (workspace_id, id, connection_id, external_id, listing_id)
        select workspace_id, live_id(nextval('conversations_id')), connection_id, 'thread ' || n, listing_id from ${places} p`,
    ],
    look: ({ db }) => anyQueueAccount(db, provider),
  },
  {
    name: 'the account by which an address is kept at a vendor',
    file: 'src/features/sync/inbound/queries.ts',
    fill: () => [],
    look: ({ db }) => anyConnection(db, provider),
  },
  {
    name: 'whose the messages of a queue are',
    file: 'src/features/sync/hint/message-queue-queries.ts',
    fill: () => [],
    look: ({ db }) =>
      messageOwners(db, provider, [{ accountId: 'due-7', conversationExternalId: 'thread 7' }]),
  },
  {
    name: 'whose a message is that does not tell its property',
    file: 'src/features/sync/hint/message-queue-queries.ts',
    fill: () => [],
    look: ({ db }) => messageOwners(db, provider, [{ accountId: null, conversationExternalId: 'thread 8' }]),
    // For an account with one conversation any index may be used: the second row is that one, filtered out.
    foreach: { one: 'account of the channel', of: 'places', rows: 2 },
  },
  {
    name: 'receipts of bookings',
    file: 'src/features/sync/inbound/receipt-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into booking_receipts (workspace_id, connection_id, external_id, token, action, told_at, next_attempt_at)
        select workspace_id, connection_id, 'r' || n, 't', 'BOOKED', ${now}, ${now}::timestamptz + interval '1 hour' from ${places} p`,
    ],
    look: async ({ db, clock }) => {
      await nextReceiptDue(db)
      await takeDueReceipts(db, { now: clock.now(), until: minutesAfter(clock.now(), 1) }, freePlaces(20))
    },
  },
  {
    name: 'watches that are over',
    file: 'src/platform/fairness/due-rows.ts',
    // Every other watch has ended.
    fill: ({ places, now }) => [
      sql`
        insert into migration_watches (workspace_id, connection_id, started_at, until, ended_at, ended_by, next_look_at)
        select workspace_id, connection_id, ${now}::timestamptz - interval '1 day',
               ${now}::timestamptz + case when n % 2 = 0 then 1 else -1 end * interval '1 hour',
               case when n % 2 = 1 then ${now}::timestamptz end, case when n % 2 = 1 then 'time' end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '5 minutes' end
        from ${places} p`,
    ],
    look: ({ db, clock }) => db.transaction().execute((tx) => endOverdueWatches(tx, clock.now(), 100)),
  },
  {
    name: 'accounts to be watched',
    file: 'src/platform/fairness/due-rows.ts',
    fill: () => [],
    look: ({ db, clock }) =>
      claimWatches(db, { now: clock.now(), leaseUntil: minutesAfter(clock.now(), 3), holder }, freePlaces(8)),
  },
  {
    name: 'acts to be looked for',
    file: 'src/platform/fairness/due-rows.ts',
    // Every other act is looked for later; half of the ended ones are kept forever.
    fill: ({ places, now }) => [
      sql`
        insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, asked_at, settles_at, next_look_at,
                                 created_at, updated_at)
        select workspace_id, 'k' || n, case when n % 4 = 1 then 'write_listing' else 'send_message' end, connection_id, 'x',
               case when n % 2 = 0 then 'unknown' else 'done' end, ${now}, ${now},
               case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end, ${now},
               ${now}::timestamptz - case when n % 4 = 1 then interval '200 days' else interval '1 day' end
        from ${places} p`,
    ],
    look: async ({ db, clock }) => {
      await nextActDue(db)
      await takeDueActs(db, clock.now(), { holder, until: minutesAfter(clock.now(), 1) }, freePlaces(16))
    },
  },
  {
    name: 'acts that ended long ago',
    file: 'src/upstream/acts/act-queries.ts',
    fill: () => [],
    look: ({ db, clock }) =>
      deleteEnded(db, ['send_message', 'create_reservation'], daysBefore(clock.now(), 90), 1000),
  },
]
