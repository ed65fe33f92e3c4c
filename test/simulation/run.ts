/**
 * `npm run simulate -- [--seed S] [--hours H] [--runs N] [--minutes M] [--without crash,…] [--history FILE] [--twice]`: runs the whole server in
 * simulated time, with seeds from S on. `--minutes` begins no further seed after so long. `--twice` runs each seed again and names the first step that
 * went another way. Ends with 1 if an invariant breaks.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { faultKinds, type SimulatedFault } from './fault-switches.ts'
import { differenceText, findFirstDifference } from './first-difference.ts'
import { openSeedRunner, type SeedOptions, type SeedRunner } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SimulationResult } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    hours: { type: 'string', default: '0.1' },
    runs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    without: { type: 'string', default: '' },
    history: { type: 'string' },
    twice: { type: 'boolean', default: false },
  },
})

process.exitCode = await main()

async function main(): Promise<number> {
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find((name) => !faultKinds.includes(name as SimulatedFault))
  if (unknown !== undefined) {
    console.error(`There is no fault "${unknown}"; there is: ${faultKinds.join(', ')}`)
    return 2
  }
  const faults = faultKinds.filter((kind) => !without.includes(kind))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'simulation-postgres-'))
  const log = createLog({ level: 'warn' })
  const postgres = await startPrivatePostgres({ dataDir: folder, log, mode: 'test' })
  try {
    const runner = await openSeedRunner(postgres.url)
    const first = Number(values.seed)
    const endMs = performance.now() + Number(values.minutes) * 60_000
    let code = 0
    for (let seed = first; seed < first + Number(values.runs); seed += 1) {
      if (performance.now() > endMs) {
        console.log(`No time is left for seed ${seed}.`)
        break
      }
      const options = { seed, hours: Number(values.hours), faults }
      if (!(await runAndTell(runner, options, values.history ?? path.join(folder, 'history.txt')))) code = 1
    }
    return code
  } finally {
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAndTell(runner: SeedRunner, options: SeedOptions, historyFile: string): Promise<boolean> {
  const { seed } = options
  const isWritten = values.twice || values.history !== undefined
  const result = await runner.run(isWritten ? { ...options, historyFile } : options)
  console.log(`seed ${seed}: ${summaryOf(result)}`)
  if (result.broken !== null) {
    console.log(`${result.last.join('\n')}\nBROKEN with seed ${seed}: ${result.broken}`)
    for (const fault of result.faults) console.log(`The history: ${fault}`)
    const { hours, faults } = await shrink(runner, options, console.log)
    const off = faultKinds.filter((kind) => !faults.includes(kind))
    const without = off.length === 0 ? '' : ` --without ${off.join()}`
    console.log(`Shortest found: npm run simulate -- --seed ${seed} --hours ${hours}${without}`)
    return false
  }
  return values.twice ? isRepeated(runner, { ...options, historyFile }, result) : true
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
  starts,
  events,
  broken,
}: SimulationResult): string {
  const figures = `${steps} steps in ${virtualHours.toFixed(2)} h, ${bookings} bookings, ${events} events, ${starts} starts`
  return `${broken === null ? 'holds' : 'FAILS'}, ${figures}, history ${digest}`
}
