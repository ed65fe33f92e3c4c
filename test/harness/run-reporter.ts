/**
 * Prints failures as they come, progress, and at the end the slowest files. `RUN_FILES` names the files as JSON, and
 * the result goes into the file `RUN_REPORT`.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { lengthsFile, readLengths, secondsOf } from './groups.ts'
import { grownFiles, processorFile, readProcessorSeconds, readUsedSeconds } from './processor-seconds.ts'
import { progressLine } from './progress.ts'
import type { RunReport } from './run-report.ts'

const shown = 10
/** Shorter files do not change the grouping. */
const keptSeconds = 1
/** In a file or log each line is new, so there are few. */
const quietMs = 20_000

type Complete = Extract<TestEvent, { type: 'test:complete' }>['data']

export default async function* reportRun(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const { RUN_FILES: runFiles = '[]', RUN_LANE: lane, RUN_REPORT: reportFile } = process.env
  const files = JSON.parse(runFiles) as string[]
  const lengths = readLengths()
  const known = (file: string) => secondsOf(file, lengths)
  const seconds = files.reduce((sum, file) => sum + known(file), 0)
  const took = new Map<string, number>()
  const report = { tests: 0, failed: 0, skipped: 0 }
  const failedFiles = new Set<string | null>()
  const begun = performance.now()
  const { isTTY } = process.stdout
  const wipe = isTTY ? '\r\u001B[K' : ''
  let saidAt = begun

  const sayProgress = (): string => {
    const now = performance.now()
    if (!isTTY && now - saidAt < quietMs) return ''
    saidAt = now
    const done = [...took.keys()].reduce((sum, file) => sum + known(file), 0)
    const finished = { files: took.size, seconds: done, failed: failedFiles.size }
    const line = progressLine({ lane, files: files.length, seconds, finished, elapsedMs: now - begun })
    return isTTY ? `${wipe}${line}` : `${line}\n`
  }

  for await (const { type, data } of events) {
    if (type === 'test:complete') {
      if (!data.details.passed && data.todo === undefined && !isFailedInside(data)) {
        const file = [data.file, data.name].find(isTestFile)
        failedFiles.add(file === undefined ? null : relative(file))
        yield wipe + failureText(data)
      }
      // A file alone, or the suite of a file in a group.
      if (data.nesting === 0 && isTestFile(data.name)) {
        took.set(relative(data.name), data.details.duration_ms / 1000)
        yield sayProgress()
      }
    }
    if (type === 'test:stderr' || type === 'test:stdout') yield wipe + data.message
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts
      Object.assign(report, { tests, failed: tests - passed - skipped - todo, skipped })
    }
  }
  const used = readUsedSeconds(process.env['RUN_PROCESSOR'])
  const grown = grownFiles(used, { ...lengths, ...readProcessorSeconds() })
  const found: RunReport = {
    ...report,
    failedFiles: [...failedFiles],
    processorSeconds: Object.fromEntries(used),
  }
  if (reportFile) writeFileSync(reportFile, JSON.stringify(found))
  if (process.env['WRITE_LENGTHS'] === '1') {
    writeSeconds(lengthsFile, lengths, took)
    writeSeconds(processorFile, readProcessorSeconds(), used)
  }
  yield wipe
  yield* mostOf(took, 'what took longest')
  yield* mostOf(used, 'what used most of the processor, PostgreSQL not counted,')
  for (const { file, seconds: now, before } of grown)
    yield `# DEARER: ${file} uses ${now.toFixed(1)} s of processor; written down are ${before}\n`
}

function* mostOf(seconds: ReadonlyMap<string, number>, title: string): Generator<string> {
  const most = [...seconds].sort(([, a], [, b]) => b - a).slice(0, shown)
  if (most.length < 2) return
  yield `# ${title} of ${seconds.size} files\n`
  for (const [file, s] of most) yield `#  ${s.toFixed(1).padStart(6)} s  ${file}\n`
}

/** A suite or file that failed only because of a test inside it, which is reported itself. */
function isFailedInside({ details }: Complete): boolean {
  return (details.error as { failureType?: string } | undefined)?.failureType === 'subtestsFailed'
}

function failureText({ name, file, line, details }: Complete): string {
  const { error } = details
  const cause = error?.cause ?? error
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const place = file ? ` (${file}${line ? `:${line}` : ''})` : ''
  return `not ok ${name}${place}\n${text.replace(/^/gm, '    ')}\n`
}

const isTestFile = (name: string | undefined): name is string => name?.endsWith('.test.ts') ?? false

const relative = (name: string) => path.relative(process.cwd(), path.resolve(name))

/** Files that did not run keep their seconds. */
function writeSeconds(
  jsonFile: string,
  before: Readonly<Record<string, number>>,
  seconds: ReadonlyMap<string, number>,
): void {
  const known = Object.entries(before).filter(([file]) => !seconds.has(file) && existsSync(file))
  const found = [...seconds].filter(([, s]) => s >= keptSeconds).map(([file, s]) => [file, Math.round(s)])
  const all = Object.fromEntries([...known, ...found].toSorted())
  writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`)
}
