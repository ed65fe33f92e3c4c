/**
 * `npm run simulate -- [thousand|quarter] [--seed S] [--hours H] [--days D] [--runs N] [--at-once P] [--minutes M] [--rest R] [--without crash,…]
 * [--move 'for good'|watched|'taken back'] [--history FILE] [--twice]`: runs the whole server in simulated time, with seeds from S on. `--minutes` begins no further seed after so long, and looks no longer for a shorter run. `--twice`
 * runs each seed again and names the first step that went another way. `--rest`: so many minutes may pass until the world rests. Ends with 1 if an invariant breaks.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { faultKinds, type SimulatedFault } from './fault-switches.ts'
import { differenceText, findFirstDifference } from './first-difference.ts'
import { moveEndings } from './move.ts'
import { openSeedRunner, type SeedOptions, type SeedRunner } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SimulationResult } from './simulation.ts'

/** Long runs by their names. */
const namedRuns: Readonly<Record<string, { hours: string; days?: string; runs?: string }>> = {
  thousand: { hours: '0.02', runs: '1000' },
  quarter: { hours: '0.01', days: '90' },
}
const name = process.argv.slice(2).find((argument) => Object.hasOwn(namedRuns, argument))
const named = namedRuns[name ?? '']

const { values } = parseArgs({
  allowPositionals: named !== undefined,
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    hours: { type: 'string', default: named?.hours ?? '0.1' },
    days: { type: 'string', default: named?.days ?? '1' },
    runs: { type: 'string', default: named?.runs ?? '1' },
    'at-once': { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    rest: { type: 'string', default: '120' },
    without: { type: 'string', default: '' },
    move: { type: 'string' },
    history: { type: 'string' },
    twice: { type: 'boolean', default: false },
  },
})

/** Longer than a failing run of few minutes needs to be shrunk. */
const mostShrinkMinutes = 5

// PostgreSQL runs in a session of its own, so it hears no signal and must be stopped. A second signal must not cut that short.
const stopping = new AbortController()
for (const [name, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)
  process.on(name, () => {
    process.exitCode ??= 128 + number
    stopping.abort()
  })

const code = await main().catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
  return undefined
})
process.exitCode ??= code

async function main(): Promise<number> {
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find((name) => !faultKinds.includes(name as SimulatedFault))
  if (unknown !== undefined) {
    console.error(`There is no fault "${unknown}"; there is: ${faultKinds.join(', ')}`)
    return 2
  }
  if (values.move !== undefined && !moveEndings.some((ending) => ending === values.move)) {
    console.error(`A move does not end "${values.move}"; it ends: ${moveEndings.join(', ')}`)
    return 2
  }
  const faults = faultKinds.filter((kind) => !without.includes(kind))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'simulation-postgres-'))
  const log = createLog({ level: 'warn' })
  const postgres = await startPrivatePostgres({ dataDir: folder, log, mode: 'test' })
  try {
    const runner = await openSeedRunner(postgres.url, stopping.signal)
    try {
      return (await runSeeds(runner, { faults, folder })) ? 0 : 1
    } finally {
      await runner.close()
    }
  } finally {
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns whether all seeds held. */
async function runSeeds(
  runner: SeedRunner,
  { faults, folder }: { faults: SimulatedFault[]; folder: string },
): Promise<boolean> {
  const first = Number(values.seed)
  const seeds = Array.from({ length: Number(values.runs) }, (_, index) => first + index).values()
  const endMs = performance.now() + Number(values.minutes) * 60_000
  let held = 0
  /** How to run the shortest that fails, or what was not the same again. */
  const failed: string[] = []
  const runNext = async () => {
    for (const seed of seeds) {
      stopping.signal.throwIfAborted()
      if (performance.now() > endMs) return console.log(`No time is left for seed ${seed}.`)
      const [hours, days, restMinutes] = [Number(values.hours), Number(values.days), Number(values.rest)]
      const moveEnding = moveEndings.find((ending) => ending === values.move)
      const options = { seed, hours, days, restMinutes, faults, choice: { moveEnding } }
      const file = values.history ?? path.join(folder, `history-${seed}.txt`)
      const failure = await runAndTell(runner, options, file)
      if (failure === null) held += 1
      else failed.push(failure)
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runNext))
  if (held + failed.length > 1) console.log(`${held} seeds hold, ${failed.length} fail`)
  for (const failure of failed) console.log(`failed: ${failure}`)
  return failed.length === 0
}

/** Returns how the failure is seen again; null if the seed holds. */
async function runAndTell(
  runner: SeedRunner,
  options: SeedOptions,
  historyFile: string,
): Promise<string | null> {
  const { seed } = options
  const isWritten = values.twice || values.history !== undefined
  const result = await runner.run(isWritten ? { ...options, historyFile } : options)
  console.log(`seed ${seed}: ${summaryOf(result)}`)
  if (result.broken !== null) {
    console.log(`${result.last.join('\n')}\nBROKEN with seed ${seed}: ${result.broken}`)
    for (const fault of result.faults) console.log(`The history: ${fault}`)
    const minutes = Math.min(mostShrinkMinutes, Number(values.minutes))
    const { hours, days, faults } = await shrink(runner, options, { minutes, tell: console.log })
    const off = faultKinds.filter((kind) => !faults.includes(kind))
    const without = off.length === 0 ? '' : ` --without ${off.join()}`
    const move = values.move === undefined ? '' : ` --move '${values.move}'`
    const shortest = `npm run simulate -- --seed ${seed} --hours ${hours} --days ${days}${without}${move}`
    console.log(`Shortest found: ${shortest}`)
    return shortest
  }
  if (!values.twice || (await isRepeated(runner, { ...options, historyFile }, result))) return null
  return `seed ${seed} has another history when it runs again`
}

/** Runs the seed again and names the first step that went another way. */
async function isRepeated(
  runner: SeedRunner,
  options: SeedOptions & { historyFile: string },
  { digest }: SimulationResult,
): Promise<boolean> {
  const againFile = `${options.historyFile}.again`
  const again = await runner.run({ ...options, historyFile: againFile })
  const isSame = again.digest === digest
  console.log(
    `seed ${options.seed} again: ${isSame ? 'the same history' : `ANOTHER history, ${summaryOf(again)}`}`,
  )
  const difference = isSame ? null : await findFirstDifference(options.historyFile, againFile)
  if (difference) console.log(differenceText(difference))
  return isSame
}

function summaryOf({
  digest,
  steps,
  virtualHours,
  bookings,
  moved,
  starts,
  events,
  broken,
}: SimulationResult): string {
  const figures = `${steps} steps in ${virtualHours.toFixed(2)} h, ${bookings} bookings, ${moved} of them moved, ${events} events, ${starts} starts`
  return `${broken === null ? 'holds' : 'FAILS'}, ${figures}, history ${digest}`
}
