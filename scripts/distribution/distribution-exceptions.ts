/**
 * The statements that a Citus coordinator could not plan, or would send to every shard, by file and kind, with why they stand and how often they
 * run. A place leaves this list when its statement is mended; a new one needs a reason here.
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
    fault: 'fan out',
    why: 'They also read rows of the child workspaces or of the parent, which lie on other shards and whose numbers the statement looks up.',
    files: {
      'each request': { 'src/features/webhooks/attempt-queries.ts': 2 },
      rarely: { 'src/records/guests/forget-queries.ts': 1 },
    },
  },
]

export const distributionExceptions: readonly DistributionException[] = groups.flatMap(({ fault, files }) =>
  Object.values(files).flatMap((named) =>
    Object.entries(named).map(([file, sites]) => ({ file, fault, sites })),
  ),
)
