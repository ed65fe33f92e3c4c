/**
 * The things of `things.ts` behind a real server, for tests with several processes and with ones that die:
 * `things-process.ts <database url> <key ring> <lease in ms> [<step>]`. It kills itself when a write gets to that step.
 */
import { systemClock } from '../../src/platform/clock.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { thingsApp } from './things.ts'

const [url = '', keyRing = '', leaseMs, lastStep] = process.argv.slice(2)
const { kysely: db, close } = createDatabase(url, { log: createLog({ level: 'warn' }), max: 10 })
const app = await thingsApp({
  db,
  clock: systemClock,
  vault: createVault(keyRing),
  leaseMs: Number(leaseMs),
  at: (step) => {
    if (step === lastStep) process.kill(process.pid, 'SIGKILL')
  },
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
process.on('SIGTERM', () => void app.close().then(close))
