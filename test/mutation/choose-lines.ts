/** Chooses by seed which lines of an area's files faults are put into. */
import { readFileSync } from 'node:fs'
import { randomNumbers } from '../harness/random-numbers.ts'

/** A fault has to lie in a window whole, so it is longer than most statements. */
const windowLines = 8

/** Returns ranges as Stryker takes them, `src/platform/decimal.ts:9-16`, of about as many lines as wanted, or whole files. */
export function chooseLines(
  files: readonly string[],
  { seed, lines }: { seed: number; lines: number | 'all' },
): string[] {
  if (lines === 'all') return [...files]
  const windows = files.flatMap((file) => {
    const count = readFileSync(file, 'utf8').split('\n').length
    return Array.from({ length: Math.ceil(count / windowLines) }, (_, index) => {
      const from = index * windowLines + 1
      return `${file}:${from}-${from + windowLines - 1}`
    })
  })
  const next = randomNumbers(seed)
  return windows
    .map((window) => ({ window, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, Math.ceil(lines / windowLines))
    .map(({ window }) => window)
}
