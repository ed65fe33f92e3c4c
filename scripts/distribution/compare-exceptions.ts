import type { DistributionFault } from './find-distribution-faults.ts'

/** A place that sends at least one statement that cannot be planned. */
export interface FaultySite {
  file: string
  line: string
  fault: DistributionFault
}

export interface DistributionException {
  file: string
  fault: DistributionFault
  /** How many places of the file send such statements. */
  sites: number
}

/** Sentences about faults that no exception names, and about exceptions that are not needed. */
export function compareWithExceptions(
  found: readonly FaultySite[],
  exceptions: readonly DistributionException[],
): string[] {
  const lines = new Map<string, Set<string>>()
  for (const { file, line, fault } of found) {
    const key = `${file} ${fault}`
    lines.set(key, (lines.get(key) ?? new Set()).add(line))
  }
  const declared = new Map(exceptions.map(({ file, fault, sites }) => [`${file} ${fault}`, sites]))
  return [...new Set([...lines.keys(), ...declared.keys()])].toSorted().flatMap((key) => {
    const [there, expected] = [[...(lines.get(key) ?? [])], declared.get(key) ?? 0]
    if (there.length === expected) return []
    return [
      `${key}: ${there.length} places (lines ${there.join(', ')}) send statements that Citus cannot plan, and ${expected} are declared in scripts/distribution/distribution-exceptions.ts.`,
    ]
  })
}
