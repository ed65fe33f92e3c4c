import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { isFailedInside } from './compact-reporter.ts'
import { lengthsFile, readLengths } from './groups.ts'

const shown = 10
/** Shorter ones make no difference to who shares a process. */
const keptSeconds = 1

/**
 * At the end, which files took longest; those that failed go into the file named by `FAILED_FILES`, as JSON. A file of a
 * group is a suite named after it.
 */
export default async function* filesReport(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  const failed = new Set<string | null>()
  const took = (name: string, ms: number) => {
    if (isTestFile(name)) seconds.set(relative(name), ms / 1000)
  }
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0)
      took(data.name, data.details.duration_ms)
    if (type === 'test:summary' && data.file !== undefined) took(data.file, data.duration_ms)
    if (type === 'test:fail' && !isFailedInside(data)) {
      const file = [data.file, data.name].find(isTestFile)
      failed.add(file === undefined ? null : relative(file))
    }
  }
  const failedList = process.env['FAILED_FILES']
  if (failedList) writeFileSync(failedList, JSON.stringify([...failed]))
  if (process.env['WRITE_LENGTHS'] === '1') writeLengths(seconds)
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, shown)
  if (slowest.length < 2) return
  yield `# what took longest of ${seconds.size} files\n`
  for (const [file, s] of slowest) yield `#  ${s.toFixed(1).padStart(6)} s  ${file}\n`
}

const isTestFile = (name: string | undefined): name is string => name?.endsWith('.test.ts') ?? false

const relative = (name: string) => path.relative(process.cwd(), path.resolve(name))

/** What was not run keeps its length. */
function writeLengths(seconds: ReadonlyMap<string, number>): void {
  const known = Object.entries(readLengths()).filter(([file]) => !seconds.has(file) && existsSync(file))
  const found = [...seconds].filter(([, s]) => s >= keptSeconds).map(([file, s]) => [file, Math.round(s)])
  const all = Object.fromEntries([...known, ...found].toSorted())
  writeFileSync(lengthsFile, `${JSON.stringify(all, null, 2)}\n`)
}
