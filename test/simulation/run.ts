/**
 * `npm run simulate -- [--seed S] [--hours H] [--runs N] [--without crash,…] [--history FILE] [--twice]`: runs the whole server in simulated
 * time, with seeds from S on. `--twice` runs each seed again and compares the histories. Ends with 1 if an invariant breaks.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { faultKinds, type SimulatedFault } from './fault-switches.ts'
import { openSeedRunner, type SeedOptions, type SeedRunner } from './run-seed.ts'
import { shrink } from './shrink.ts'
import type { SimulationResult } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    hours: { type: 'string', default: '0.1' },
    runs: { type: 'string', default: '1' },
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
    let code = 0
    for (let seed = first; seed < first + Number(values.runs); seed += 1) {
      const options = { seed, hours: Number(values.hours), faults, historyFile: values.history }
      if (!(await runAndTell(runner, options))) code = 1
    }
    return code
  } finally {
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAndTell(runner: SeedRunner, options: SeedOptions): Promise<boolean> {
  const { seed } = options
  const result = await runner.run(options)
  console.log(`seed ${seed}: ${summaryOf(result)}`)
  if (result.broken !== null) {
    console.log(`${result.last.join('\n')}\nBROKEN with seed ${seed}: ${result.broken}`)
    const { hours, faults } = await shrink(runner, options, console.log)
    const off = faultKinds.filter((kind) => !faults.includes(kind))
    const without = off.length === 0 ? '' : ` --without ${off.join()}`
    console.log(`Shortest found: npm run simulate -- --seed ${seed} --hours ${hours}${without}`)
    return false
  }
  if (!values.twice) return true
  const again = await runner.run({
    ...options,
    historyFile: options.historyFile && `${options.historyFile}.again`,
  })
  const isSame = again.digest === result.digest
  console.log(`seed ${seed} again: ${isSame ? 'the same history' : `ANOTHER history, ${summaryOf(again)}`}`)
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
