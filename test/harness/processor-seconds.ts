/**
 * Seconds of processor that test files use. They are the same on a busy machine and on a machine at rest, unlike
 * lengths. What PostgreSQL uses for a file is not in them: it serves all files at once.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
/** Written by `WRITE_LENGTHS=1 npm run test:all`, like the lengths. */
export const processorFile = path.join(root, 'test/harness/processor-seconds.json')
/** Linux counts the time of ended children in these ticks on every machine that node supports. */
const ticksPerSecond = 100
const grown = { times: 5, seconds: 10 }

type Seconds = Readonly<Record<string, number>>

export interface GrownFile {
  file: string
  seconds: number
  before: number
}

/** Counts this process with its threads, and the children that have ended where the system tells it. */
export function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenSeconds()
}

function childrenSeconds(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'latin1')
    // A process's name may hold spaces and parentheses, so fields count from its end: the third of all comes first.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  } catch {
    return 0
  }
}

/** Tells the run; processes of one run append to one file. */
export function keepUsedSeconds(file: string, seconds: number): void {
  const runFile = process.env['RUN_PROCESSOR']
  if (runFile) appendFileSync(runFile, `${JSON.stringify([file, seconds])}\n`)
}

export function readUsedSeconds(runFile: string | undefined): Map<string, number> {
  if (!runFile || !existsSync(runFile)) return new Map()
  const lines = readFileSync(runFile, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line) as [string, number]))
}

export const readProcessorSeconds = () => JSON.parse(readFileSync(processorFile, 'utf8')) as Seconds

/** Names the files that use many times what was written down. Files under a second are not written down. */
export function grownFiles(used: ReadonlyMap<string, number>, known: Seconds): GrownFile[] {
  return [...used]
    .map(([file, seconds]) => ({ file, seconds, before: known[file] ?? 1 }))
    .filter(({ seconds, before }) => seconds >= before * grown.times && seconds - before >= grown.seconds)
}
