/**
 * `npm test [-- <file, folder or part of a path> … | --test-…]`: brings a PostgreSQL, runs the tests, takes everything
 * away again and fails if a test left something behind.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { startPrivatePostgres, stopLeftPostgres } from '../src/platform/embedded-postgres/index.ts'
import { createLog } from '../src/platform/log.ts'
import { entriesOf } from './harness/groups.ts'
import { leftDatabases, leftFiles, leftProcesses } from './harness/leftovers.ts'
import { runPlace, runPlaces } from './harness/run-place.ts'
import { buildTemplate } from './harness/template.ts'

const root = path.resolve(import.meta.dirname, '..')
const patterns = ['src/**/*.test.ts', 'simulators/**/*.test.ts', 'test/**/*.test.ts']
/** Whole servers that are killed and watched, minutes of it: only when asked for (`npm run test:e2e`). */
const endToEnd = path.join('test', 'e2e', path.sep)
/** More than a small machine has processors: files wait for time limits, for PostgreSQL and for processes they start. */
const concurrency = 3
/** Of whole servers that are watched with limits of time. */
const endToEndConcurrency = 2
const prefix = 'lodgewire-test-'
/** A run this young may not have locked its folder yet. */
const youngRunMs = 60_000
const log = createLog({ level: 'warn' })

const interruption = new AbortController()
const interrupted = interruption.signal
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('--'))
  const wanted = args
    .filter((arg) => !arg.startsWith('--'))
    .map((arg) => path.relative(root, path.resolve(arg)))
  const all = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const files = wanted.length
    ? all.filter((file) => wanted.some((part) => matches(file, part)))
    : all.filter((file) => !file.startsWith(endToEnd))
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
  const folder = realpathSync(mkdtempSync(path.join(runPlace(), prefix)))
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
      .filter((name) => name.startsWith(prefix))
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

async function runIn(folder: string, files: string[], options: string[]): Promise<number> {
  const postgres = await startPrivatePostgres({ dataDir: path.join(folder, 'data'), log, mode: 'test' })
  try {
    await buildTemplate(postgres.url, log)
    const temporary = path.join(folder, 'tmp')
    mkdirSync(temporary)
    chmodSync(temporary, 0o711)
    // Every process loads the product: the first ones leave to the others what they made of its sources.
    const compiled = path.join(folder, 'compiled')
    mkdirSync(compiled)
    const mark = `LODGEWIRE_TEST_RUN=${randomBytes(8).toString('hex')}`
    const groups = path.join(folder, 'groups')
    mkdirSync(groups)
    // Options of node's own, such as a pattern of names, are about the files themselves.
    const entries = options.length > 0 ? files : entriesOf(files, groups)
    const atOnce = files.some((file) => file.startsWith(endToEnd)) ? endToEndConcurrency : concurrency
    const code = await runTests(entries, options, { atOnce, mark, temporary, compiled, url: postgres.url })
    const left = [
      ...(await leftProcesses(mark, temporary)),
      ...(await leftDatabases(postgres.url)),
      ...leftFiles(temporary),
    ]
    for (const line of left) console.error(`left behind by a test: ${line}`)
    return left.length > 0 ? code || 1 : code
  } finally {
    await postgres.stop()
    // Not inside the run's own folder when PostgreSQL's user could not get there.
    rmSync(postgres.folder, { recursive: true, force: true })
  }
}

type Run = { atOnce: number; mark: string; temporary: string; compiled: string; url: string }

function runTests(
  files: string[],
  options: string[],
  { atOnce, mark, temporary, compiled, url }: Run,
): Promise<number> {
  const [markName = '', markValue] = mark.split('=')
  const reporter = process.stdout.isTTY ? 'spec' : path.join(root, 'test/harness/compact-reporter.ts')
  const reporting = options.some((option) => option.startsWith('--test-reporter'))
    ? []
    : [reporter, path.join(root, 'test/harness/slowest-files.ts')].flatMap((name) => [
        `--test-reporter=${name}`,
        '--test-reporter-destination=stdout',
      ])
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${atOnce}`, ...reporting, ...options, ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_DATABASE_URL: url,
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: compiled,
        [markName]: markValue,
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
