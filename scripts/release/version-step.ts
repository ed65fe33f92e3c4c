/** A version says what callers and operators have to expect, so what changed since the last release decides its step. */

const steps = ['patch', 'minor', 'major'] as const
type VersionStep = (typeof steps)[number]

export interface VersionReason {
  step: VersionStep
  text: string
}

export interface ChangesSinceRelease {
  /** Changes of the API that break callers, accepted ones as well. */
  breaking: readonly string[]
  newOperations: readonly string[]
  newMigrations: Readonly<Record<string, string>>
}

/** The release before cannot run on a database that lost one of these. */
const contractions =
  /\bdrop\s+(?:table|column|view|function)\b|\brename\s+(?:to|column)\b|\balter\s+column\s+\w+\s+(?:type|set\s+(?:data\s+type|not\s+null))\b/i

const withoutComments = (sql: string) => sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
export const isContracting = (sql: string): boolean => contractions.test(withoutComments(sql))

/** Before 1.0.0 a minor version may break; from 1.0.0 on only a major one may. */
const breakingStep = (last: string): VersionStep => (last.startsWith('0.') ? 'minor' : 'major')

export function versionReasons(last: string, changes: ChangesSinceRelease): VersionReason[] {
  const { breaking, newOperations, newMigrations } = changes
  const contracting = Object.keys(newMigrations).filter((file) => isContracting(newMigrations[file] ?? ''))
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  const found: [readonly string[], VersionStep, string][] = [
    [breaking, breakingStep(last), 'change of the API that breaks callers'],
    [contracting, breakingStep(last), 'migration that takes something away'],
    [newOperations, 'minor', 'new operation'],
    [Object.keys(newMigrations), 'minor', 'new migration'],
  ]
  return found.flatMap(([list, step, name]) =>
    list.length === 0 ? [] : [{ step, text: `${counted(list.length, name)}: ${list[0]}` }],
  )
}

const numbersOf = (version: string) => version.split('.').map(Number) as [number, number, number]

function nextVersion(last: string, step: VersionStep): string {
  const [major, minor, patch] = numbersOf(last)
  if (step === 'major') return `${major + 1}.0.0`
  return step === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

const isBefore = (a: string, b: string): boolean => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const at = left.findIndex((number, place) => number !== right[place])
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0)
}

/** Returns the smallest version that says everything that changed. */
export function deriveVersion(last: string, reasons: readonly VersionReason[]): string {
  const largest = reasons.reduce((found, { step }) => Math.max(found, steps.indexOf(step)), 0)
  return nextVersion(last, steps[largest] ?? 'patch')
}

export function assertVersionSays(last: string, version: string, reasons: readonly VersionReason[]): void {
  const least = deriveVersion(last, reasons)
  if (!isBefore(version, least)) return
  const why = reasons.map(({ step, text }) => `  ${step}: ${text}`).join('\n')
  throw new Error(`After ${last} comes ${least} or a later version, not ${version}:\n${why || '  patch'}`)
}
