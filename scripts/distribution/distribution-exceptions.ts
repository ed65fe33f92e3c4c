/**
 * The statements that a Citus coordinator could not plan, by file and kind, with why they stand and how often they run. A place leaves this list when
 * its statement is mended; a new one needs a reason here.
 */
import type { DistributionException } from './compare-exceptions.ts'
import type { DistributionFault } from './find-distribution-faults.ts'

/** How often a statement is sent. */
type Frequency =
  'each change' | 'each request' | 'each delivery' | 'each turn of a worker' | 'each minute' | 'rarely'

/** Files with the number of places that send such statements. */
type FilesByFrequency = Partial<Record<Frequency, Record<string, number>>>

interface ExceptionGroup {
  fault: DistributionFault
  why: string
  files: FilesByFrequency
}

const groups: readonly ExceptionGroup[] = [
  {
    fault: 'mutable',
    why: 'A change computes moments, random ids or JSON of other rows. It would have to be given them, or read them later.',
    files: {
      'each request': {
        'src/features/calendar/ical/export-queries.ts': 1,
        'src/features/calendar/vrbo-feeds/document-queries.ts': 1,
        'src/records/guests/write-queries.ts': 1,
        'src/upstream/session-queries.ts': 1,
      },
      'each turn of a worker': {
        'src/features/calendar/selling/link-queries.ts': 1,
        'src/features/markets/pricing/queries.ts': 1,
        'src/features/sync/state/fetch-queries.ts': 1,
        'src/features/tenancy/billing/queries.ts': 1,
        'src/records/stays/inquiry-queries.ts': 1,
      },
      'each minute': {
        'src/features/observability/clock-repair/queries.ts': 3,
        'src/features/observability/processes/process-queries.ts': 2,
      },
      rarely: {
        'src/features/markets/pricing/recommendation-queries.ts': 1,
        'src/features/tenancy/workspaces/queries.ts': 1,
        'src/platform/replicas/queries.ts': 1,
        'src/upstream/deprecation-queries.ts': 1,
      },
    },
  },
  {
    fault: 'shared outer',
    why: 'It looks from tables that every machine has into those of workspaces, row by row.',
    files: {
      'each turn of a worker': {
        'src/records/stays/settle-queries.ts': 1,
        'src/features/tenancy/usage/queries.ts': 2,
      },
      'each minute': { 'src/features/observability/health/parts-queries.ts': 1 },
      rarely: { 'src/features/tenancy/plans/queries.ts': 1 },
    },
  },
  {
    fault: 'untied',
    why: 'An event may come from a child workspace, whose listing lies elsewhere.',
    files: {
      'each request': { 'src/features/webhooks/attempt-queries.ts': 1 },
    },
  },
  {
    fault: 'lateral',
    why: 'For each row of a list it takes the first rows of workspaces.',
    files: {
      'each turn of a worker': { 'src/features/sync/hint/message-queue-queries.ts': 2 },
    },
  },
  {
    fault: 'recursive',
    why: 'It walks an index of all workspaces in steps.',
    files: {
      'each request': { 'src/features/webhooks/attempt-queries.ts': 1 },
    },
  },
]

export const distributionExceptions: readonly DistributionException[] = groups.flatMap(({ fault, files }) =>
  Object.values(files).flatMap((named) =>
    Object.entries(named).map(([file, sites]) => ({ file, fault, sites })),
  ),
)
