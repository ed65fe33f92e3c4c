/**
 * `npm run mutate [-- --seed S --lines N|all --area money --at src/x.ts:9-16 --jobs 1]`: puts faults into rules, one at a time, and fails
 * when tests notice less than 85 of 100 in an area. The same seed chooses the same lines; `--at`, which repeats, names them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { installTools } from '../harness/registry.ts'
import { mutationAreas, type MutationArea } from './areas.ts'
import { chooseLines } from './choose-lines.ts'
import { noticedShare, scoreOf, type MutationScore, type StrykerReport } from './survivors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const wantedShare = 0.85

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lines: { type: 'string', default: '64' },
    area: { type: 'string' },
    at: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '2' },
  },
})
const seed = wholeNumber('--seed', values.seed)
const lines = values.lines === 'all' ? 'all' : wholeNumber('--lines', values.lines)
const areas = mutationAreas.filter(({ name }) => values.area === undefined || name === values.area)
if (areas.length === 0)
  throw new Error(`--area takes one of ${mutationAreas.map(({ name }) => name).join(', ')}`)

console.log(`mutate: seed ${seed}, ${lines === 'all' ? 'all lines' : `${lines} lines an area`}`)
const tools = await installTools('mutation-tools')
const folder = mkdtempSync(path.join(tmpdir(), 'lodgewire-mutation-'))
try {
  for (const area of areas) printScore(area.name, scoreOf(mutate(area)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`${option} takes a whole number, not "${text}"`)
  return number
}

function mutate(area: MutationArea): StrykerReport {
  const report = path.join(folder, `${area.name}.json`)
  const settings = path.join(folder, `${area.name}-settings.json`)
  writeFileSync(settings, JSON.stringify({ ...strykerSettings(area), jsonReporter: { fileName: report } }))
  const program = path.join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'run', settings], {
    cwd: root,
    encoding: 'utf8',
  })
  if (!existsSync(report))
    throw new Error(`Stryker did not run: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
  return JSON.parse(readFileSync(report, 'utf8')) as StrykerReport
}

function strykerSettings({ name, files, tests = [] }: MutationArea): Record<string, unknown> {
  const beside = files.map((file) => file.replace(/\.ts$/, '.test.ts')).filter((file) => existsSync(file))
  return {
    mutate:
      values.at?.filter((place) => files.some((file) => place.startsWith(file))) ??
      chooseLines(files, { seed, lines }),
    testRunner: 'tap',
    tap: {
      testFiles: [...beside, ...tests.flatMap((pattern) => globSync(pattern))],
      nodeArgs: ['--import', path.join(root, 'test/harness/property-seed.ts'), '--test-reporter=tap'],
    },
    plugins: [path.join(tools, 'node_modules/@stryker-mutator/tap-runner/dist/src/index.js')],
    coverageAnalysis: 'perTest',
    concurrency: wholeNumber('--jobs', values.jobs),
    // Only what these tests read is copied to where the faults are made.
    ignorePatterns: [
      '**/*',
      '!src/**',
      '!simulators/**',
      '!test/harness/**',
      '!docs/guides/**',
      '!package.json',
      '!openapi.json',
    ],
    tempDirName: path.join(folder, name),
    disableTypeChecks: false,
    reporters: ['json'],
    logLevel: 'warn',
  }
}

function printScore(area: string, score: MutationScore): void {
  const share = noticedShare(score)
  const { noticed, accepted, survivors } = score
  console.log(
    `${area}: ${noticed} of ${noticed + survivors.length} faults noticed (${(share * 100).toFixed(0)} %), ${accepted} accepted`,
  )
  for (const { file, line, original, replacement } of survivors)
    console.log(`  ${file}:${line}: ${shorten(original)} => ${shorten(replacement)}`)
  if (share >= wantedShare) return
  console.log(
    `  below ${wantedShare * 100} %: write a test, delete the code, or say in accepted-survivors.json why not`,
  )
  process.exitCode = 1
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 97)}...` : line
}
