/**
 * `npm test [-- <file, folder or part of a path> … | --test-…]`: brings a PostgreSQL, runs the tests, takes everything
 * away again and fails if a test left something behind. Without names it runs what is quick; `--all` (`npm run test:all`) runs
 * everything that is not end to end.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { stopLeftPostgres } from '../src/platform/embedded-postgres/index.ts'
import { createLog } from '../src/platform/log.ts'
import { entriesOf, readLengths, separateLong } from './harness/groups.ts'
import { isEndToEnd, lanesOf } from './harness/lanes.ts'
import { isQuick } from './harness/levels.ts'
import { leftDatabases, leftFiles, leftProcesses } from './harness/leftovers.ts'
import { readProcessorSeconds } from './harness/processor-seconds.ts'
import './harness/moved-clock.ts'
import { lengthOf } from './harness/progress.ts'
import { runPlace, runPlaces } from './harness/run-place.ts'
import { readRunReport, totalsLine } from './harness/run-report.ts'
import { openTestServer } from './harness/test-server.ts'

const root = path.resolve(import.meta.dirname, '..')
const patterns = ['src/**/*.test.ts', 'simulators/**/*.test.ts', 'test/**/*.test.ts']
/** Megabytes for what is young: with node's 16 a twentieth more of the processor's time goes to collecting it. */
const semiSpace = '--max-semi-space-size=64'
/**
 * Where the product keeps what it made of its sources: every process loads it, and one that finds it made needs half as much of
 * a processor for that. Kept from one run to the next.
 */
const compiled = path.join(root, 'node_modules/.cache/lodgewire')
const prefix = 'lodgewire-test-'
/** Asks for every file that is not end to end. */
const everything = '--all'
/** A run on Citus has no PostgreSQL whose lock tells whether it still goes on, so its process is named. */
const citusPrefix = 'lodgewire-citus-'
/**
 * On a shared machine a limit of time can be missed once. There so few files get a second try, alone, and are named as
 * unsteady; at a developer's desk none does.
 */
const mostSecondTries = process.env['CI'] === 'true' ? 8 : 0
/** A run this young may not have locked its folder yet. */
const youngRunMs = 60_000
/**
 * A process of tests that takes this long hangs: it is ended, named as failed, and the run goes on. Files take minutes at most, also on a
 * machine that does much else; long forms of end-to-end tests take hours.
 */
const longestMinutes = Number(process.env['TEST_FILE_MINUTES'] ?? 0)
const mostMinutes = { usual: longestMinutes || 25, endToEnd: longestMinutes || 240 }
/** Files that take so many seconds are left out and named, where a machine is too slow for them. */
const leaveOutFromSeconds = Number(process.env['TEST_LEAVE_OUT_FROM_SECONDS'] ?? 0) || Infinity
const log = createLog({ level: 'warn' })

const interruption = new AbortController()
const interrupted = interruption.signal
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('--') && arg !== everything)
  const named = args
    .filter((arg) => !arg.startsWith('--'))
    .map((arg) => path.relative(root, path.resolve(arg)))
  // `npm run test:e2e -- <file>` names the folder as well, and means the file.
  const wanted = named.filter((part) => !named.some((other) => other.startsWith(`${part}/`)))
  const all = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const seconds = readProcessorSeconds()
  const unasked = all.filter((file) => !isEndToEnd(file))
  const usual = args.includes(everything) ? unasked : unasked.filter((file) => isQuick(file, seconds))
  const chosen = wanted.length ? all.filter((file) => wanted.some((part) => matches(file, part))) : usual
  if (chosen === usual && usual.length < unasked.length)
    console.log(
      `# ${usual.length} of ${unasked.length} files; npm run test:all, as CI does, runs the others too`,
    )
  const { long, others: files } = separateLong(chosen, readLengths(), leaveOutFromSeconds)
  if (long.length > 0) console.log(`!!! NOT RUN, for lack of time: ${long.join(', ')}`)
  if (files.length === 0) {
    console.error(
      wanted.length > 0 ? `No test file matches ${wanted.join(', ')}.` : 'There are no test files.',
    )
    return 1
  }
  return withFolder((folder) => runIn(folder, files, options))
}

function matches(file: string, part: string): boolean {
  return file === part || file.startsWith(`${part}/`) || file.includes(part)
}

async function withFolder(work: (folder: string) => Promise<number>): Promise<number> {
  await clearKilledRuns()
  const folder = realpathSync(
    mkdtempSync(path.join(runPlace(), process.env['CITUS_URL'] ? `${citusPrefix}${process.pid}-` : prefix)),
  )
  // PostgreSQL may run as another user, who has to get through.
  chmodSync(folder, 0o711)
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A run that was killed could not take its database away. */
async function clearKilledRuns(): Promise<void> {
  const left = runPlaces().flatMap((place) =>
    readdirSync(place)
      .filter((name) => name.startsWith(prefix) || isOfEndedRun(name))
      .map((name) => path.join(place, name)),
  )
  for (const folder of left) {
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age < youngRunMs) continue
    try {
      if (existsSync(path.join(folder, 'data'))) await stopLeftPostgres(path.join(folder, 'data'), log)
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // In use by a run that is still going, or another user's.
    }
  }
}

function isOfEndedRun(folder: string): boolean {
  if (!folder.startsWith(citusPrefix)) return false
  try {
    process.kill(Number(folder.slice(citusPrefix.length).split('-')[0]), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function runIn(folder: string, files: string[], options: string[]): Promise<number> {
  const server = await openTestServer(folder, log)
  try {
    const temporary = path.join(folder, 'tmp')
    mkdirSync(temporary)
    chmodSync(temporary, 0o711)
    const mark = `LODGEWIRE_TEST_RUN=${randomBytes(8).toString('hex')}`
    const minutes = files.some(isEndToEnd) ? mostMinutes.endToEnd : mostMinutes.usual
    const run = { mark, temporary, minutes, url: server.url, serverEnv: server.env }
    const begun = performance.now()
    const lanes = lanesOf(files).map(({ name, files: ofLane, atOnce }, index) => {
      const groups = path.join(folder, `groups-${index}`)
      mkdirSync(groups)
      // Options of node's own, such as a pattern of names, are about the files themselves.
      const entries = options.length > 0 ? ofLane : entriesOf(ofLane, groups)
      return { name, files: ofLane, entries, atOnce, report: path.join(folder, `report-${index}.json`) }
    })
    const codes = await Promise.all(
      lanes.map(({ entries, ...lane }) => runTests(entries, options, { ...run, ...lane })),
    )
    const first = Math.max(...codes)
    const reports = lanes.map(({ report }, index) => readRunReport(report, codes[index] ?? 1))
    const failed = reports.flatMap(({ failedFiles }) => failedFiles)
    const passedAlone = first === 1 && (await passAlone(failed, options, { ...run, folder }))
    const code = passedAlone ? 0 : first
    const left = [
      ...(await leftProcesses(mark, temporary)),
      ...(await leftDatabases(server.url, server.prefix)),
      ...leftFiles(temporary),
    ]
    for (const line of left) console.error(`left behind by a test: ${line}`)
    // A file whose first try was cut short may not have come to its clean-up; its second try says whether it passes.
    const leftCode = left.length > 0 && !passedAlone ? 1 : 0
    // A reporter that somebody chose says its own.
    if (!interrupted.aborted && !hasOwnReporter(options)) {
      const processor = reports.flatMap(({ processorSeconds }) => Object.values(processorSeconds))
      const used = processor.reduce((sum, seconds) => sum + seconds, 0)
      const took = lengthOf(performance.now() - begun)
      console.log(
        `# ${files.length} files in ${took}, ${Math.round(used)} s of processor without PostgreSQL's`,
      )
      console.log(totalsLine(reports, { passedAlone }))
    }
    return code || leftCode
  } finally {
    await server.stop()
  }
}

interface TestRun {
  /** Said where several run beside each other. */
  name?: string | undefined
  files: readonly string[]
  atOnce: number
  /** How long a process of tests may take. */
  minutes: number
  mark: string
  temporary: string
  /** Where what was found is written down. */
  report: string
  url: string
  /** What the harness reads besides, when the server is a cluster. */
  serverEnv: Record<string, string>
}

/** Whether the files that failed are few and pass when nothing runs beside them. */
async function passAlone(
  failed: (string | null)[],
  options: string[],
  {
    folder,
    ...run
  }: Pick<TestRun, 'mark' | 'temporary' | 'minutes' | 'url' | 'serverEnv'> & { folder: string },
): Promise<boolean> {
  const files = failed.filter((file) => file !== null)
  if (files.length < failed.length || files.length > mostSecondTries) return false
  console.log(`# a second try, alone: ${files.join(', ')}`)
  const report = path.join(folder, 'report-alone.json')
  const passed = (await runTests(files, options, { ...run, files, report, atOnce: 1 })) === 0
  if (passed) console.log(`# UNSTEADY, passed only alone: ${files.join(', ')}`)
  return passed
}

function hasOwnReporter(options: readonly string[]): boolean {
  return options.some((option) => option.startsWith('--test-reporter'))
}

function runTests(
  entries: string[],
  options: string[],
  { name, files, atOnce, minutes, mark, temporary, report, url, serverEnv }: TestRun,
): Promise<number> {
  const [markName = '', markValue] = mark.split('=')
  const reporting = hasOwnReporter(options)
    ? []
    : [
        `--test-reporter=${path.join(root, 'test/harness/run-reporter.ts')}`,
        '--test-reporter-destination=stdout',
      ]
  const child = spawn(
    process.execPath,
    [
      '--import',
      path.join(root, 'test/harness/moved-clock.ts'),
      '--import',
      path.join(root, 'test/harness/end-when-hanging.ts'),
      '--import',
      path.join(root, 'test/harness/count-processor.ts'),
      '--import',
      path.join(root, 'test/harness/property-seed.ts'),
      '--test',
      `--test-concurrency=${atOnce}`,
      ...reporting,
      ...options,
      ...entries,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_OPTIONS: [process.env['NODE_OPTIONS'], semiSpace].filter(Boolean).join(' '),
        TEST_DATABASE_URL: url,
        ...serverEnv,
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: compiled,
        [markName]: markValue,
        RUN_FILES: JSON.stringify(files),
        RUN_REPORT: report,
        RUN_PROCESSOR: `${report}.processor`,
        ...(name === undefined ? {} : { RUN_LANE: name }),
        TEST_FILE_MINUTES: String(minutes),
        NODE_ENV: 'test',
      },
    },
  )
  // The tests end first, then what was started for them.
  if (interrupted.aborted) child.kill('SIGINT')
  interrupted.addEventListener('abort', () => child.kill('SIGINT'))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(interrupted.aborted ? 130 : (code ?? 1)))
  })
}
