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
    why: 'A change computes JSON of the row that it changes. It would have to be read and computed before.',
    files: {
      rarely: { 'src/upstream/deprecation-queries.ts': 1 },
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
