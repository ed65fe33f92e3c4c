import type { DistributionFault } from './find-distribution-faults.ts'

/** A place that sends at least one statement that cannot be planned, or that asks every shard for one workspace. */
export interface FaultySite {
  file: string
  line: string
  fault: DistributionFault
  /** What to write instead. */
  advice?: string
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
  const advice = new Map<string, Set<string>>()
  for (const site of found) {
    const key = `${site.file} ${site.fault}`
    lines.set(key, (lines.get(key) ?? new Set()).add(site.line))
    if (site.advice !== undefined)
      advice.set(key, (advice.get(key) ?? new Set()).add(`\n  line ${site.line}: ${site.advice}`))
  }
  const declared = new Map(exceptions.map(({ file, fault, sites }) => [`${file} ${fault}`, sites]))
  return [...new Set([...lines.keys(), ...declared.keys()])].toSorted().flatMap((key) => {
    const [there, expected] = [[...(lines.get(key) ?? [])], declared.get(key) ?? 0]
    if (there.length === expected) return []
    return [
      `${key}: ${there.length} places (lines ${there.join(', ')}) send statements that ${harmOf(key)}, and ${expected} are declared in scripts/distribution/distribution-exceptions.ts.${[...(advice.get(key) ?? [])].join('')}`,
    ]
  })
}

const harmOf = (key: string): string =>
  key.endsWith(' fan out') ? 'name a workspace but ask every shard of Citus' : 'Citus cannot plan'
