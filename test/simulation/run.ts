/** `npm run simulate -- --seed S --hours H`: see docs/internals/simulation.md. */
import { createWriteStream } from 'node:fs'
import { SeededRandom } from '../../simulators/kit/random.ts'
import { DatabaseControl } from './database-control.ts'
import { copyTemplate, createTemplate, dropDatabase } from './database-template.ts'
import { DatabaseWires, installDatabaseWires } from './database-wire.ts'
import { faultKinds } from './fault-switches.ts'
import { SimulationHistory } from './history.ts'
import { installNetwork, SimulatedNetwork } from './network.ts'
import { Scheduler } from './scheduler.ts'
import { installSeededRandomness } from './seeded-randomness.ts'
import { watchThreadWork } from './settle.ts'
import { installVirtualTime } from './virtual-time.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const startMs = Date.parse('2027-01-04T08:00:00Z')
const template = 'simulation_template'
const seed = Number(process.argv[2])
if (process.argv[4] === 'template') {
  await dropDatabase(server, template)
  await createTemplate(server, {
    name: template,
    startMs,
    async fill(url) {
      const { createDatabase } = await import('../../src/platform/db.ts')
      const { createLog } = await import('../../src/platform/log.ts')
      const { migrate } = await import('../../src/platform/migrate.ts')
      const log = createLog({ level: 'warn' })
      const database = createDatabase(url, { log, max: 1 })
      await migrate(database.pool, { log })
      await database.close()
    },
  })
  process.exit()
}
const name = `simulation_${seed}_${process.pid}`
const url = await copyTemplate(server, template, name)
const control = await DatabaseControl.open(url)
const out = createWriteStream(process.argv[3] ?? '/tmp/history.txt')
const random = new SeededRandom(seed)
const history = new SimulationHistory((line) => out.write(`${line}\n`))
const scheduler = new Scheduler({ startMs, random: random.fork('scheduler'), history })
const faults = new Set(faultKinds)
const wires = new DatabaseWires({ scheduler, control, faults })
const network = new SimulatedNetwork(scheduler, faults)
const begun = performance.now()
const realNow = performance.now.bind(performance)
watchThreadWork()
void [process.stdout, process.stderr]
installVirtualTime(scheduler)
installSeededRandomness(random.fork('chance'))
installDatabaseWires(wires)
installNetwork(network)
const { startSimulatedServer } = await import('./simulated-server.ts')
const one = startSimulatedServer({
  name: 'server-1',
  env: { DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), PORT: '3000', DATA_DIR: '/tmp/simdata', LOG_LEVEL: 'warn' },
  network,
  wires,
})
let state = 'starting'
one.started.then(() => (state = 'started'), (error) => (state = String(error?.stack)))
await scheduler.runUntil(() => state !== 'starting', 120_000)
console.log(state, history.steps, scheduler.nowMs - startMs, realNow() - begun)
await scheduler.runUntil(() => false, 600_000)
console.log(history.steps, scheduler.nowMs - startMs, realNow() - begun, history.digest())
await one.crash()
await control.close()
out.end()
await dropDatabase(server, name).catch((e) => console.log(e))
process.exit()
