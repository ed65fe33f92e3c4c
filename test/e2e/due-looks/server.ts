/** What the server asks about itself. */
import { sql } from 'kysely'
import { repairDueTimes } from '../../../src/features/observability/clock-repair/repair-due-times.ts'
import {
  channelCounts,
  pushCounts,
  renewalCounts,
  stalledWebhookCounts,
} from '../../../src/features/observability/health/parts-queries.ts'
import {
  accountFigures,
  openWriteFigures,
  recoveryFigures,
  workFigures,
} from '../../../src/features/observability/conditions/condition-queries.ts'
import { queueDepths } from '../../../src/features/observability/metrics/queries.ts'
import { daysBefore, minutesAfter, provider, type DueLook } from './due-look.ts'

export const server: DueLook[] = [
  {
    // Everything waiting is checked once before, as every hour.
    name: 'whether a clock was set back',
    file: 'src/features/observability/clock-repair/queries.ts',
    fill: () => [],
    look: ({ services }) => repairDueTimes(services),
  },
  {
    name: 'what waits, as the metrics tell it',
    file: 'src/features/observability/metrics/queries.ts',
    fill: () => [],
    look: ({ db, clock }) => queueDepths(db, clock.now()),
    foreach: { one: 'thing that waits, up to 100,000 of a queue', of: 'places', rows: 2 },
  },
  {
    name: 'what alarms rest on',
    file: 'src/features/observability/conditions/condition-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => workFigures(db, clock.now()),
    foreach: { one: 'endpoint', of: 'workspaces', rows: 4 },
  },
  {
    name: 'how accounts are read, as alarms ask',
    file: 'src/features/observability/conditions/condition-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => accountFigures(db, clock.now(), 3),
    foreach: { one: 'account', of: 'places', rows: 4 },
  },
  {
    name: 'writes without a known outcome, as alarms ask',
    file: 'src/features/observability/conditions/condition-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => openWriteFigures(db, clock.now()),
    foreach: { one: 'write', of: 'places', rows: 1 },
  },
  {
    name: 'accounts that wait after a restore, as alarms ask',
    file: 'src/features/observability/conditions/condition-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => recoveryFigures(db, clock.now()),
  },
  {
    name: 'the health of webhooks',
    file: 'src/features/observability/health/parts-queries.ts',
    fill: () => [],
    look: ({ db, clock }) => stalledWebhookCounts(db, minutesAfter(clock.now(), -5)),
    foreach: { one: 'endpoint', of: 'workspaces', rows: 4 },
  },
  {
    name: 'the health of a channel',
    file: 'src/features/observability/health/parts-queries.ts',
    fill: ({ places }) => [
      sql`
        insert into access_renewals (provider, hour, attempts, rejections)
        select 'p' || n % 10, timestamptz '2026-01-01' + n * interval '1 hour', 1, 0 from ${places} p on conflict do nothing`,
    ],
    look: async ({ db, clock }) => {
      await channelCounts(db, provider, 3)
      await renewalCounts(db, provider, daysBefore(clock.now(), 1))
      await renewalCounts(db, null, daysBefore(clock.now(), 1))
      await pushCounts(db, provider, daysBefore(clock.now(), 1))
    },
    foreach: { one: 'account of the channel', of: 'places', rows: 4 },
  },
]
