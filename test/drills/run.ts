/**
 * `npm run drills [-- --rounds N --seed S --only fuzz|tenancy|targets|loop|kill|fairness|patroni|citus --operation <id> --minutes M]`: attacks a running
 * server with requests made from `openapi.json`. The same seed makes the same requests.
 */
import { parseArgs } from 'node:util'
import { createLog } from '../../src/platform/log.ts'
import { withTestPostgres } from '../harness/test-postgres.ts'
import { citus } from './citus.ts'
import type { Drill } from './drill.ts'
import { fairness } from './fairness.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { loop } from './loop.ts'
import { patroni } from './patroni.ts'
import { Report } from './report.ts'
import { targets } from './targets.ts'
import { tenancy } from './tenancy.ts'

const drills: Record<string, Drill> = { fuzz, tenancy, targets, loop, kill, fairness }
/** These need packages of the machine, or a cluster. */
const named: Record<string, Drill> = { patroni, citus }

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    operation: { type: 'string' },
    minutes: { type: 'string', default: '5' },
  },
})
const [rounds, seed, minutes] = [values.rounds, values.seed, values.minutes].map((text) => {
  const number = Number(text)
  if (!Number.isFinite(number) || number < 0) throw new Error(`"${text}" is no number`)
  return number
}) as [number, number, number]
const all = { ...drills, ...named }
const chosen = Object.entries(values.only === undefined ? drills : all).filter(
  ([name]) => values.only === undefined || name === values.only,
)
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(all).join(', ')}`)

const report = new Report()
console.log(`drills: seed ${seed}, ${rounds} rounds`)
await withTestPostgres(createLog({ level: 'warn' }), async () => {
  for (const [name, drill] of chosen) {
    const started = Date.now()
    const within = () => Date.now() - started < minutes * 60_000
    const done = await drill({ seed, rounds, only: values.operation, report, within })
    const seconds = Math.round((Date.now() - started) / 1000)
    console.log(`${name}: ${done}, ${seconds} s${within() ? '' : ' (stopped: out of time)'}`)
  }
})
report.print()
console.log(
  report.count === 0 ? 'drills: nothing found' : `drills: ${report.count} findings with seed ${seed}`,
)
process.exitCode = report.count === 0 ? 0 : 1
