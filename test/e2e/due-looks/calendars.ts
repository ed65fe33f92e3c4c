/** Pushed nights, followed feeds, and readers of ours. */
import { sql } from 'kysely'
import { nextFeedDue, nextKeeperLook } from '../../../src/features/calendar/ical/next-due-queries.ts'
import { duePushConnections } from '../../../src/features/calendar/selling/push-queries.ts'
import { claimDueFeeds } from '../../../src/features/calendar/ical/feed-reading-queries.ts'
import { dueKeeperListings } from '../../../src/features/calendar/ical/keeper-queries.ts'
import { claimDuePricing as claimPriced } from '../../../src/features/markets/pricing/due-queries.ts'
import { dueConnections } from '../../../src/features/calendar/selling/link-queries.ts'
import { dueReaders } from '../../../src/features/calendar/readers/look-queries.ts'
import {
  firstToTell,
  workspacesToTell,
} from '../../../src/features/calendar/selling/exposure-report-queries.ts'
import { freePlaces } from '../../../src/platform/fairness/turns-sql.ts'
import { minutesAfter, type DueLook } from './due-look.ts'

const holder = '00000000-0000-4000-8000-000000000000'

export const calendars: DueLook[] = [
  {
    name: 'accounts with nights to be sent',
    file: 'src/features/calendar/selling/push-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into calendar_push_turns (workspace_id, connection_id, wake_at)
        select workspace_id, connection_id, case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end from ${places} p`,
      sql`
        insert into calendar_pushes (workspace_id, listing_id, date, connection_id, state, next_attempt_at, settled_at, created_at, updated_at)
        select workspace_id, listing_id, ${now}::date + 3, connection_id, case when n % 2 = 0 then 'sent' else 'confirmed' end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end, case when n % 2 = 1 then ${now}::timestamptz end,
               ${now}, ${now}
        from ${places} p`,
    ],
    look: ({ db, clock }) => duePushConnections(db, clock.now(), freePlaces(8)),
  },
  {
    name: 'calendars to be read',
    file: 'src/platform/fairness/due-rows.ts',
    // Every other feed is paused.
    fill: ({ places, now }) => [
      sql`
        insert into ical_feeds (workspace_id, listing_id, name, platform, platform_told, url, url_shown, closes, interval_minutes,
                                paused_at, next_fetch_at, last_fetched_at, created_at, updated_at)
        select workspace_id, listing_id, 'f', 'airbnb', true, 'x', 'x', 'unit', 15, case when n % 2 = 1 then ${now}::timestamptz end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '10 minutes' end, ${now}, ${now}, ${now}
        from ${places} p`,
    ],
    look: ({ db, clock }) =>
      claimDueFeeds(db, { now: clock.now(), until: minutesAfter(clock.now(), 3), holder }, freePlaces(8)),
  },
  {
    name: 'listings whose nights were closed because of feeds',
    file: 'src/features/calendar/ical/keeper-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into ical_pms_nights (workspace_id, listing_id, date, look_at)
        select workspace_id, listing_id, ${now}::date + 3, ${now}::timestamptz + interval '10 minutes' from ${places} p`,
    ],
    look: ({ db, clock }) => dueKeeperListings(db, clock.now(), 20),
  },
  {
    name: 'listings to be priced',
    file: 'src/platform/fairness/due-rows.ts',
    fill: ({ places, now }) => [
      sql`
        insert into priced_listings (workspace_id, listing_id, due_at)
        select workspace_id, listing_id, ${now}::timestamptz + interval '1 hour' from ${places} p`,
    ],
    look: ({ db, clock }) =>
      claimPriced(
        db,
        { claim: holder, now: clock.now(), until: minutesAfter(clock.now(), 10) },
        freePlaces(8),
      ),
  },
  {
    name: 'channel listings that are sold',
    file: 'src/features/calendar/selling/link-queries.ts',
    fill: ({ places, now }) => [
      sql`
        insert into selling_links (workspace_id, connection_id, external_id, listing_id, since, wake_at, compared_at)
        select workspace_id, connection_id, 'due-' || n, listing_id, ${now}, ${now}::timestamptz + interval '1 hour', ${now}
        from ${places} p`,
    ],
    look: ({ db, clock }) => dueConnections(db, clock.now(), freePlaces(8)),
  },
  {
    name: 'sold nights that stay open on a channel',
    file: 'src/features/calendar/selling/exposure-report-queries.ts',
    // Exposed a moment ago, reported and still exposed, or closed everywhere.
    fill: ({ places, now }) => [
      sql`
        insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights, closed_to_arrival,
                                    closed_to_departure, stays, units_left, state, next_attempt_at, exposed_since, told_at)
        select workspace_id, connection_id, 'due-' || n, ${now}::date + 3, false, 0, 1, false, false, 1, 0,
               case when n % 2 = 0 then 'sent' else 'confirmed' end,
               case when n % 2 = 0 then ${now}::timestamptz + interval '1 hour' end,
               case n % 3 when 0 then ${now}::timestamptz when 1 then ${now}::timestamptz - interval '1 hour' end,
               case n % 3 when 1 then ${now}::timestamptz - interval '30 minutes' end
        from ${places} p`,
    ],
    look: async ({ db, clock }) => {
      await firstToTell(db)
      await workspacesToTell(db, minutesAfter(clock.now(), -1), 200)
    },
  },
  {
    name: 'when feeds are due, and what PMSs were told of them',
    file: 'src/features/calendar/ical/next-due-queries.ts',
    fill: () => [],
    look: async ({ db }) => {
      await nextFeedDue(db)
      await nextKeeperLook(db)
    },
  },
  {
    name: 'who reads feeds and calendar addresses',
    file: 'src/features/calendar/readers/look-queries.ts',
    // Looked at since the last change; every fourth reader did not come, which was reported.
    fill: ({ places, now }) => [
      sql`
        insert into reader_looks (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, seen_version, look_after,
                                  exposed_since, tell_at)
        select workspace_id, case when n % 2 = 0 then 'vrbo' else 'ical' end, 'r' || n, listing_id, 'vrbo', 'a', 30, ${now},
               ${now}::timestamptz - interval '10 minutes', case when n % 4 = 2 then ${now}::timestamptz - interval '2 hours' end,
               case when n % 8 = 6 then ${now}::timestamptz + interval '10 minutes' end
        from ${places} p`,
    ],
    look: ({ db, clock }) => dueReaders(db, { doors: ['ical', 'vrbo'], now: clock.now(), limit: 200 }),
    foreach: { one: 'workspace', of: 'workspaces', rows: 2 },
  },
]
