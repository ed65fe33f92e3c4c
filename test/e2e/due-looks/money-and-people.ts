/** Subscriptions, guests after their retention, e-mails, stays and requests. */
import { sql } from 'kysely'
import { freePlaces } from '../../../src/platform/fairness/turns-sql.ts'
import { dueAccounts, deleteNotices } from '../../../src/features/tenancy/billing/queries.ts'
import { claimRetentionLook } from '../../../src/features/guests/retention/queries.ts'
import { settleWorkspaces } from '../../../src/features/bookings/lapses/settle.ts'
import {
  deleteOldMailRows,
  hasSignInRequests,
  takeDueMails,
  takeSignInRequests,
} from '../../../src/features/tenancy/members/mail-queries.ts'
import { daysBefore, minutesAfter, type DueLook } from './due-look.ts'
import { lapsedWorkspaces } from '../../../src/records/stays/lapse-queries.ts'

export const moneyAndPeople: DueLook[] = [
  {
    name: 'accounts at the payment service',
    file: 'src/features/tenancy/billing/queries.ts',
    // Every second one has no customer and stays due forever.
    fill: ({ workspaces, now }) => [
      sql`
        insert into billing_accounts (workspace_id, customer_id, due_at)
        select workspace_id, case when n % 2 = 0 then 'customer ' || n end,
               ${now}::timestamptz + case when n % 2 = 0 then 1 else -1 end * interval '1 hour' from ${workspaces} w`,
    ],
    look: ({ db, clock }) => dueAccounts(db, { now: clock.now(), limit: 20 }),
  },
  {
    name: 'notices of the payment service that are old',
    file: 'src/features/tenancy/billing/queries.ts',
    fill: ({ places, now }) => [
      sql`insert into billing_events (workspace_id, id, type, received_at) select workspace_id, 'e' || n, 'invoice.paid', ${now} from ${places} p`,
    ],
    look: ({ db, clock }) => deleteNotices(db, daysBefore(clock.now(), 30)),
  },
  {
    name: 'workspaces whose guests are to be looked through',
    file: 'src/features/guests/retention/queries.ts',
    // There is one row for each workspace, and here for each place. Histories with another retention were checked
    // earlier.
    fill: ({ places, now }) => [
      sql`
        insert into retention (workspace_id, guest_months, next_look_at, history_days, history_looked_at, audit_from)
        select -1 - n, case when n % 2 = 0 then 12 end, case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end,
               case when n % 4 < 2 then 365 end, ${now}::timestamptz - case when n % 4 < 2 then 0 else 5 end * interval '1 day',
               ${now}::timestamptz - n % 100 * interval '1 day'
        from ${places} p`,
    ],
    look: ({ db, clock }) => claimRetentionLook(db, clock.now(), minutesAfter(clock.now(), 5)),
  },
  {
    name: 'requests and inquiries that lapsed',
    file: 'src/records/stays/lapse-queries.ts',
    // In the future, reported, merged before it lapsed, and answered.
    fill: ({ places, now }) => [
      sql`
        insert into reservations (workspace_id, id, listing_id, source, check_in, check_out, status, completes_at, lapses_at,
                                  lapse_told_at, merged_into, listed_as, confirmation_code)
        select workspace_id, live_id(nextval('reservations_id')), listing_id, 'airbnb', day, day + 2, status, (day + 3)::timestamptz,
               case when status = 'pending' then lapses_at end,
               case when n % 4 = 1 then lapses_at + interval '1 minute' end, case when n % 4 = 2 then -1 - n end,
               case n % 4 when 1 then 'cancelled' when 2 then null else status end, 'S' || n
        from (
          select p.*, case n % 4 when 3 then 'confirmed' else 'pending' end as status, ${now}::date + 10 + n % 60 as day,
                 ${now}::timestamptz + case when n % 4 = 0 then 1 else -1 end * interval '2 days' as lapses_at
          from ${places} p) made`,
      sql`
        insert into inquiries (workspace_id, id, listing_id, channel, status, lapses_at, lapse_told_at, listed_as)
        select workspace_id, live_id(nextval('inquiries_id')), listing_id, 'airbnb', case when n % 3 = 2 then 'booked' else 'open' end,
               case when n % 3 = 0 then ${now}::timestamptz + interval '2 days' else ${now}::timestamptz - interval '2 days' end,
               case when n % 3 = 1 then ${now}::timestamptz - interval '1 day' end, '{open}'
        from ${places} p`,
    ],
    look: ({ db, clock }) => lapsedWorkspaces(db, clock.now(), 200),
  },
  {
    name: 'stays that are over and requests that lapsed, to be listed anew',
    file: 'src/records/stays/settle-queries.ts',
    // In the future; the others among them are requests that lapse.
    fill: ({ places, now }) => [
      sql`
        insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at, listed_as)
        select workspace_id, live_id(nextval('reservations_id')), connection_id, listing_id,
               case when n % 2 = 0 then 'accepted' else 'pending' end, ${now}::date + 10, ${now}::date + 12,
               ${now}::timestamptz + interval '12 days', case when n % 2 = 1 then ${now}::timestamptz + interval '1 day' end, '{}'
        from ${places} p`,
    ],
    look: ({ services }) => settleWorkspaces(services),
    // The workspace's row of `retention`, which each place has here, and its first row of each kind that ends by time.
    foreach: { one: 'workspace', of: 'places', rows: 5 },
  },
  {
    name: 'people who asked for a link',
    file: 'src/features/tenancy/members/mail-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into mail_requests (address, locale, asked_at, waits)
        select n || '@example.com', 'en', ${now}, false from ${places} p`,
    ],
    look: async ({ db }) => {
      await hasSignInRequests(db)
      await db.transaction().execute((tx) => takeSignInRequests(tx, 20))
    },
  },
  {
    name: 'mails to be sent',
    file: 'src/platform/fairness/due-rows.ts',
    // Every other one is retried later; invitations are kept forever.
    fill: ({ places, now }) => [
      sql`
        insert into members (workspace_id, id, email, role, created_at, created_by)
        select workspace_id, gen_random_uuid(), n || '@example.com', 'owner', ${now}, 'test' from ${places} p`,
      sql`
        insert into member_links (workspace_id, id, member_id, purpose, locale, hash, created_at, expires_at, mail, secret, next_attempt_at)
        select workspace_id, gen_random_uuid(), gen_random_uuid(), case when n % 4 < 2 then 'invitation' else 'sign_in' end, 'en',
               int4send(n), ${now}::timestamptz - case when n % 4 < 2 then interval '100 days' else interval '1 day' end, ${now},
               case when n % 2 = 0 then 'pending' else 'sent' end, case when n % 2 = 0 then 'x'::bytea end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end
        from ${places} p`,
      sql`
        insert into api_keys (workspace_id, mode, prefix, hash, member_id, expires_at)
        select workspace_id, 'live', 'lws_', int4send(n), case when n % 2 = 0 then gen_random_uuid() end,
               ${now}::timestamptz + case when n % 2 = 0 then 10 else -100 end * interval '1 day' from ${places} p`,
    ],
    look: ({ db, clock }) =>
      takeDueMails(db, { now: clock.now(), leaseUntil: minutesAfter(clock.now(), 1) }, freePlaces(20)),
  },
  {
    name: 'mails, links and sessions that are old',
    file: 'src/features/tenancy/members/mail-queries.ts',
    fill: () => [],
    look: ({ db, clock }) =>
      deleteOldMailRows(db, { requests: daysBefore(clock.now(), 1), others: daysBefore(clock.now(), 30) }),
  },
]
