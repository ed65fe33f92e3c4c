/** Reads what Stryker found, and takes away the faults that `accepted-survivors.json` explains. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface StrykerMutant {
  mutatorName: string
  replacement: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored'
  location: Record<'start' | 'end', { line: number; column: number }>
}

export interface StrykerReport {
  files: Record<string, { source: string; mutants: StrykerMutant[] }>
}

/** A fault that no test can notice, or need not. It is known by its text, since lines move. */
interface AcceptedSurvivor {
  file: string
  original: string
  replacement: string
  reason: string
}

export interface Survivor {
  file: string
  line: number
  original: string
  replacement: string
}

export interface MutationScore {
  noticed: number
  accepted: number
  survivors: Survivor[]
}

const accepted = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'accepted-survivors.json'), 'utf8'),
) as AcceptedSurvivor[]

export function scoreOf(report: StrykerReport): MutationScore {
  const score: MutationScore = { noticed: 0, accepted: 0, survivors: [] }
  for (const [file, { source, mutants }] of Object.entries(report.files))
    for (const mutant of mutants) {
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') score.noticed += 1
      if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue
      const survivor = {
        file,
        line: mutant.location.start.line,
        original: textAt(source, mutant.location),
        replacement: mutant.replacement,
      }
      if (isAccepted(survivor)) score.accepted += 1
      else score.survivors.push(survivor)
    }
  return score
}

/** Of the faults that are not explained away, the part that a test notices; all, when there are none. */
export function noticedShare({ noticed, survivors }: MutationScore): number {
  return survivors.length === 0 ? 1 : noticed / (noticed + survivors.length)
}

function isAccepted(survivor: Survivor): boolean {
  return accepted.some(
    ({ file, original, replacement }) =>
      file === survivor.file && original === survivor.original && replacement === survivor.replacement,
  )
}

/** Lines and columns of Stryker's report begin at 1. */
function textAt(source: string, { start, end }: StrykerMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}
